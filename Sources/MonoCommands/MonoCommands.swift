// The layer's row in Package.swift says what may be imported here.
