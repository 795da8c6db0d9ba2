// What a nogo binary with idemscope in it is built from. The path lies below
// golang.org/x/tools because nogo imports packages internal to that: Bazel allows it, the
// go command allows it to modules of such a path.
module golang.org/x/tools/nogo

go 1.26.0

replace github.com/idemscope/idemscope => ../..

require (
	github.com/bazelbuild/rules_go v0.65.0
	github.com/idemscope/idemscope v0.0.0-00010101000000-000000000000
)

require (
	github.com/aymanbagabas/go-udiff v0.4.1 // indirect
	github.com/goccy/go-yaml v1.19.2 // indirect
	golang.org/x/tools v0.52.0 // indirect
)
