// swift-format-ignore-file
extension Corpus {
    static let facts = #"""
What was found out by hand about the compiler, row by row, and the edits that ask it again. `mutation-corpus` checks each.

felt     clients differ, and the digest changes
stays    no client differs, and the digest stays
changes  the digest changes, whether or not these clients differ

#### What an edit does to a module's outputs
stays    comment, doc comment, body of a function that is not inlinable: structs/comment structs/doc-comment-and-lines structs/body
stays    private, fileprivate or internal function added or renamed: structs/add-private-function structs/rename-private-function structs/add-fileprivate-function structs/add-internal-function
stays    private method or computed property in a struct or an extension, private extension: structs/add-private-method structs/add-internal-computed structs/private-computed-and-its-use structs/add-private-extension
stays    initial value of a private stored property of plain type: structs/initial-value-of-private
stays    private or internal type that no visible layout uses: structs/add-internal-type structs/add-private-type
felt     public function added, default argument changed: structs/public-function structs/default-argument
felt     body that clients take over: inlinable/emitted-body inlinable/transparent-body inlinable/surely-inlined-body
stays    inlinable body, without optimisation: inlinable/inlinable-body
changes  import added: structs/import-of-another-module
felt     private stored property added to a public struct or class: structs/private-stored-property classes/private-stored-property
felt     didSet added to a public stored property: structs/did-set
felt     field of an internal struct in a private stored property: structs/hidden-field structs/hidden-field-two-deep
felt     payload case of an internal enum held the same way: structs/hidden-payload-case
felt     internal protocol held as any P becomes bound to classes: structs/hidden-protocol-becomes-class-bound
felt     hidden method or computed property before a public one of a class: classes/private-method-before-a-public-one classes/internal-method-before-a-public-one classes/internal-computed-before-a-public-one
felt     hidden method of an open class: classes/private-method-of-open classes/internal-method-of-open
felt     public methods of a class reordered: classes/public-methods-reordered
stays    underlying type of a function's some P: opaque/result-underlying
stays    conformance to an internal protocol: structs/hidden-conformance classes/hidden-conformance

#### More ways to be stale
felt     stored opaque type: opaque-stored/stored-opaque
felt     global opaque type: opaque-stored/global-opaque
felt     line above a body that is emitted into clients: inlinable/line-moves-above-emitted
felt     the same of a transparent one: inlinable/line-moves-above-transparent
stays    the same of an inlinable one with a precondition: inlinable/line-moves-above-precondition
felt     hidden alignment: structs/hidden-alignment attributes/hidden-alignment
felt     hidden protocol becomes a marker: attributes/hidden-protocol-becomes-marker
felt     associated type of a hidden generic: generics/hidden-associated-type
felt     target of a hidden alias: attributes/hidden-typealias-target
felt     indirect case: structs/hidden-indirect-case
felt     hidden wrapper: wrappers/hidden-wrapper
felt     type of a lazy property, weak: structs/lazy-of-another-type structs/weak-goes
felt     accessor, final, order of hidden members of a class, signature of a hidden override: classes/internal-computed-before-a-public-one classes/hidden-becomes-final classes/hidden-method-and-public-one-change-places classes/signature-of-a-hidden-override
felt     unowned(safe) becomes unowned(unsafe): structs/unowned-unsafe

#### Found since
felt     hidden stored value of an opaque type, by an associated type: opaque-hidden/underlying
felt     body that is always inlined: inlinable/surely-inlined-body inlinable/surely-inlined-getter
felt     names of parameters, in notes: notes/parameter-name notes/generic-parameter-renamed
felt     associated type of a type argument, wherever it is declared: reach/associated-nested reach/associated-in-another-extension reach/associated-of-refined reach/associated-of-standard-from-protocol-extension
felt     hidden type that becomes private, or what it is in: names/becomes-private names/nested-becomes-private names/what-it-is-in-becomes-private
felt     private types of one name in several files: names/both-states-change-their-places names/moves-to-another-of-the-name
felt     hidden type in backticks: names/name-in-backticks names/raw-name
felt     type of the same name in another module: names/other-type-of-the-name
felt     hidden type at the path of a visible one, and the conditions of the extension that one is in: names/alignment-of-one-that-shares-its-path names/conditions-of-its-extension
felt     word in a body that may begin a type, where the result is opaque: opaque-words/word-behind-a-dot opaque-words/actor-as-a-name opaque-words/label-of-a-call opaque-words/label-of-a-parameter
stays    the same in backticks, in a string or between parameters: opaque-words/words-that-begin-no-type
felt     who may set a stored global or static property: unprinted/setter-of-a-global unprinted/setter-of-several-statics
felt     accessor of a requirement: unprinted/getter-takes-ownership unprinted/setter-unavailable
felt     wrapper of a parameter, without a projected value: unprinted/wrapped-parameter

"""#
}
