import Base
import BaseMore
import Outer
print(outer(), more(), shared() === Shared.one)
