// In the form of the SDK's own source. It is parsed; it need not compile.

package fake

// goModuleVersion is the tagged release for this module
const goModuleVersion = "1.23.4"
