import Drawing
print(draw())
