// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// library is the SDK's import path.
const library = "github.com/aws/aws-sdk-go-v2"

// service is one service's package.
type service struct {
	name       string // the last element of its path
	version    string
	global     bool // one endpoint serves all Regions
	operations []*operation
}

// operation is a method of the client that sends a request.
type operation struct {
	name    string
	file    string // in which it is declared, relative to the SDK
	members []member
	filled  []string // the members that the SDK fills
}

// member is one of a request, which can be a token: it points to a string.
type member struct{ name, doc string }

// readServices reads the services in some directories, sorted by name. What is none, as
// service/internal, is passed over.
func readServices(dirs []string) ([]*service, error) {
	var out []*service
	for _, dir := range dirs {
		s, err := readService(dir)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", filepath.Base(dir), err)
		}
		if s != nil {
			out = append(out, s)
		}
	}
	slices.SortFunc(out, func(a, b *service) int { return cmp.Compare(a.name, b.name) })
	for i := range out {
		if i > 0 && out[i].name == out[i-1].name {
			return nil, fmt.Errorf("service/%s is there twice", out[i].name)
		}
	}
	if len(out) == 0 {
		return nil, errors.New("no service is there")
	}
	return out, nil
}

var (
	inMod      = regexp.MustCompile(`(?m)^module ` + regexp.QuoteMeta(library) + `/service/(\w+)$`)
	inMetadata = regexp.MustCompile(`(?m)^const goModuleVersion = (".*")$`)
)

// readService reads a service's directory. Its name and its version are taken from its
// files, as a directory may be called otherwise.
func readService(dir string) (*service, error) {
	mod, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	m := inMod.FindSubmatch(mod)
	if m == nil {
		return nil, nil
	}
	s := &service{name: string(m[1])}
	meta, err := os.ReadFile(filepath.Join(dir, "go_module_metadata.go"))
	if err != nil {
		return nil, err
	}
	if m = inMetadata.FindSubmatch(meta); m == nil {
		return nil, errors.New("go_module_metadata.go: expected const goModuleVersion")
	}
	if s.version, err = strconv.Unquote(string(m[1])); err != nil {
		return nil, err
	}
	if s.global, err = readGlobal(filepath.Join(dir, "internal", "endpoints", "endpoints.go")); err != nil {
		return nil, err
	}
	files, err := filepath.Glob(filepath.Join(dir, "api_op_*.go"))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, errors.New("expected api_op_*.go, with the operations")
	}
	for _, file := range files {
		if err := s.readFile(file); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// readFile adds the operations that a file declares. The SDK puts an operation, its
// input and its middleware into one file.
func (s *service) readFile(file string) error {
	base := filepath.Base(file)
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	inputs, filled := map[string][]member{}, map[string][]string{}
	var ops []*operation
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if t, ok := spec.(*ast.TypeSpec); ok {
					if st, ok := t.Type.(*ast.StructType); ok {
						inputs[t.Name.Name] = membersOf(st)
					}
				}
			}
		case *ast.FuncDecl:
			if op, ok := operationOf(d); ok {
				ops = append(ops, &operation{name: op, file: "service/" + s.name + "/" + base})
			}
			if op, ok := strings.CutPrefix(receiver(d), "idempotencyToken_initializeOp"); ok && d.Name.Name == "HandleInitialize" {
				if filled[op] = filledBy(d, op); filled[op] == nil {
					return fmt.Errorf("%s: the middleware of %s fills nothing: has the SDK another form now?", base, op)
				}
			}
		}
	}
	for _, op := range ops {
		op.members, op.filled = inputs[op.name+"Input"], filled[op.name]
		for _, fill := range op.filled {
			if _, ok := op.member(fill); !ok {
				return fmt.Errorf("%s: %s fills %s, and its input has no such member", base, op.name, fill)
			}
		}
		delete(filled, op.name)
	}
	for op := range filled {
		return fmt.Errorf("%s: a middleware of %s, and no such operation", base, op)
	}
	s.operations = append(s.operations, ops...)
	return nil
}

func (op *operation) member(name string) (member, bool) {
	i := slices.IndexFunc(op.members, func(m member) bool { return m.name == name })
	if i < 0 {
		return member{}, false
	}
	return op.members[i], true
}

// receiver is the name of the type of which a function is a method, or "".
func receiver(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) != 1 {
		return ""
	}
	return pointee(d.Recv.List[0].Type)
}

// pointee is the name of a type to which there is a pointer, or "".
func pointee(e ast.Expr) string {
	if p, ok := e.(*ast.StarExpr); ok {
		if id, ok := p.X.(*ast.Ident); ok {
			return id.Name
		}
	}
	return ""
}

// operationOf returns the name of func (*Client) Op(ctx, *OpInput, ...).
func operationOf(d *ast.FuncDecl) (string, bool) {
	op, params := d.Name.Name, d.Type.Params.List
	return op, receiver(d) == "Client" && len(params) > 1 && len(params[0].Names) == 1 && pointee(params[1].Type) == op+"Input"
}

func membersOf(st *ast.StructType) []member {
	var out []member
	for _, f := range st.Fields.List {
		if pointee(f.Type) != "string" {
			continue
		}
		for _, n := range f.Names {
			out = append(out, member{n.Name, strings.Join(strings.Fields(f.Doc.Text()), " ")})
		}
	}
	return out
}

// filledBy returns the members that a middleware assigns to, of what it has found to be
// the operation's input.
func filledBy(d *ast.FuncDecl, op string) []string {
	var out []string
	input := ""
	ast.Inspect(d, func(n ast.Node) bool {
		a, ok := n.(*ast.AssignStmt)
		if !ok || len(a.Lhs) == 0 {
			return true
		}
		switch to := a.Lhs[0].(type) {
		case *ast.Ident:
			if is, ok := a.Rhs[0].(*ast.TypeAssertExpr); ok && pointee(is.Type) == op+"Input" {
				input = to.Name
			}
		case *ast.SelectorExpr:
			if id, ok := to.X.(*ast.Ident); ok && id.Name == input {
				out = append(out, to.Sel.Name)
			}
		}
		return true
	})
	return out
}
