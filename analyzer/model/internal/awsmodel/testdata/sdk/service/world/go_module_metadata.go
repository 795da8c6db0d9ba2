// In the form of the SDK's own source. It is parsed; it need not compile.

package world

// goModuleVersion is the tagged release for this module
const goModuleVersion = "1.0.0"
