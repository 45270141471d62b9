// swift-format-ignore-file
extension Corpus {
    static let headersEdits = #"""
C headers below a Swift module, and Swift that keeps C types.

#### clang CBase
#### file module.modulemap
module CBase { header "CBase.h" export * }
#### file CBase.h
#include "Inner.h"
struct CPoint { int x; int y; };
struct CHeld { struct CInner inner; int z; };
enum CMode { CModeA = 0, CModeB = 4 };
#define C_LIMIT 12
static inline int c_twice(int n) { return n * 2; }
static inline int c_unused(int n) { return n * 3; }
typedef long CNumber;
typedef int (*CCallback)(int);
#### file Inner.h
struct CInner { int a; };
#### module Base package=corpus
#### file Base.swift
import CBase
public struct Wraps { public var p = CPoint(x: 1, y: 2); private var h = CHeld(); public var end = 103; public init() {} }
public func limit() -> Int { Int(C_LIMIT) }
public func twice(_ n: Int32) -> Int32 { c_twice(n) }
public func number(_ n: CNumber) -> CNumber { n }
@inlinable public func inl() -> Int32 { c_twice(4) }
struct HiddenSwift { var c = CInner() }
public struct Other { private var h = HiddenSwift(); public var z = 107; public init() {} }
#### module Middle
import Base
public struct Mid { public var w = Wraps(); public var o = Other(); public var end = 109; public init() {} }
#### program Client
import Base
import CBase
struct Own { var w = Wraps(); var o = Other(); var p = CPoint(x: 3, y: 4); var z = 113 }
let own = Own()
print(own.w.p.x, own.w.end, own.o.z, own.z, own.p.y, MemoryLayout<Own>.size, C_LIMIT, CModeB.rawValue, c_twice(5), limit(), twice(6), number(7), inl())
#### program Peer package=corpus
import Base
print(Wraps().end, limit(), MemoryLayout<Wraps>.size)
func c_twice(_: Int32...) -> String { "mine" }
print(c_twice(5))
#### program Inside
@testable import Base
print(HiddenSwift().c.a, MemoryLayout<HiddenSwift>.size)
#### program Top
import Middle
print(Mid().end, MemoryLayout<Mid>.size)

#### edit header-comment
#### in CBase/CBase.h
- struct CPoint
+ /* a point */ struct CPoint
#### edit field-added
#### in CBase/CBase.h
- struct CPoint { int x; int y; };
+ struct CPoint { int x; int y; double w; };
- static inline int c_unused
+ #define C_UNUSED 3
+ static inline int c_unused
#### edit fields-swapped
#### in CBase/CBase.h
- { int x; int y; }
+ { int y; int x; }
#### edit inner-header-field
#### in CBase/Inner.h
- { int a; }
+ { int a; long b; }
#### edit macro-value
#### in CBase/CBase.h
- C_LIMIT 12
+ C_LIMIT 13
#### edit enumerator
#### in CBase/CBase.h
- CModeB = 4
+ CModeB = 5
#### edit inline-body
#### in CBase/CBase.h
- n * 2;
+ n * 20;
#### edit unused-inline-body
#### in CBase/CBase.h
- n * 3;
+ n * 30;
#### edit typedef
#### in CBase/CBase.h
- typedef long CNumber;
+ typedef int CNumber;
#### edit swift-private-c-field
#### in Base/Base.swift
- private var h = CHeld();
+ private var h = CHeld(); private var i = CInner();
#### edit swift-hidden-c-field
#### in Base/Base.swift
- { var c = CInner() }
+ { var c = CInner(); var d = CPoint() }
#### edit swift-private-function keeps
#### in Base/Base.swift
+ private func added(_ p: CPoint) {}
#### edit swift-private-method keeps
#### in Base/Base.swift
- public struct Other {
+ public struct Other { private func added() -> CInner { h.c }
+
#### edit swift-hidden-type keeps
#### in Base/Base.swift
+ struct Alone { var c = CHeld(); var q: CCallback? = nil }
#### edit swift-body keeps
#### in Base/Base.swift
- { Int(C_LIMIT) }
+ { Int(C_LIMIT) + 1 }
#### edit swift-inlinable-body
#### in Base/Base.swift
- { c_twice(4) }
+ { c_twice(5) }
#### edit swift-import-access
#### in Base/Base.swift
- import CBase
+ @_exported import CBase

"""#
}
