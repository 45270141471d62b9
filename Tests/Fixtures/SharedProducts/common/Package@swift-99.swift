// swift-tools-version:99.0
This is for tools that are not there.
