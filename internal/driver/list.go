// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package driver

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// listed is a package as go list -json describes it.
type listed struct {
	ImportPath      string // unique: "p", or "p [q.test]" for what is compiled anew for a test
	Name            string
	Dir             string
	Export          string
	GoFiles         []string
	CgoFiles        []string
	CompiledGoFiles []string // only if cgo files were asked for
	Imports         []string
	ImportMap       map[string]string
	Standard        bool
	DepOnly         bool
	Module          *module
	Error           *listError
	DepsErrors      []*listError
}

type module struct {
	Path      string
	Version   string
	GoVersion string
	Dir       string
	Main      bool
	Replace   *module
}

type listError struct {
	ImportStack []string // from a package that was named to that which the error is in
	Pos         string
	Err         string
}

// error is the error of a package as the go command prints it. If it is neither at a place
// nor the text of a compiler, it says itself what it is about: by which imports the go
// command has come there, as around a cycle.
func (p *listed) error() Error {
	e := Error{Package: p.path(), Pos: p.Error.Pos, Message: p.Error.Err}
	if e.Pos != "" || strings.HasPrefix(e.Message, "# ") {
		return e
	}
	e.Package = ""
	stack := p.Error.ImportStack
	if n := len(stack); n > 1 || n == 1 && !strings.Contains(e.Message, stack[0]) {
		e.Message = "package " + strings.Join(stack, "\n\timports ") + ": " + e.Message
	}
	return e
}

// fields are what go list is asked for; each costs time.
const fields = "ImportPath,Name,Dir,Export,GoFiles,CgoFiles,Imports,ImportMap,Standard,DepOnly,Module,Error,DepsErrors"

// list asks the go command for packages and all that they import, with export data. The
// text is what it prints beside its answer.
func list(ctx context.Context, c *Config, compiled bool) (pkgs []*listed, text string, err error) {
	args := []string{"list", "-e", "-export", "-deps"}
	want := fields
	if compiled {
		args = append(args, "-compiled")
		want += ",CompiledGoFiles"
	}
	if c.Tests {
		args = append(args, "-test")
	}
	args = append(args, "-json="+want)
	args = append(args, c.BuildFlags...)
	args = append(args, "--")
	ctx, stop := Watch(ctx, c.Dir)
	defer stop()
	cmd := exec.CommandContext(ctx, "go", append(args, c.Patterns...)...)
	cmd.Dir = c.Dir
	cmd.WaitDelay = waitDelay
	cmd.Env = listEnv()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, "", err
	}
	if err := cmd.Start(); err != nil {
		return nil, "", cmp.Or(context.Cause(ctx), err)
	}
	dec := json.NewDecoder(stdout)
	var broken error
	for {
		p := new(listed)
		if err := dec.Decode(p); err != nil {
			if err != io.EOF {
				broken = err
			}
			break
		}
		pkgs = append(pkgs, p)
	}
	err = cmd.Wait()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return nil, "", context.Cause(ctx)
	case err != nil && !errors.As(err, &exit):
		return nil, "", err
	case err != nil:
		return nil, stderr.String(), fmt.Errorf("go list: %w", err)
	case broken != nil:
		return nil, "", fmt.Errorf("reading the output of go list: %w", broken)
	}
	return pkgs, stderr.String(), nil
}

// waitDelay is how long the output of a go command is waited for that was ended: what it
// has started may go on.
const waitDelay = time.Second

// listEnv is the environment of go list. It collects garbage for a fifth of its time, since
// it holds little beside what it makes; with twice the heap it is done a tenth earlier.
func listEnv() []string {
	env := os.Environ()
	if os.Getenv("GOGC") == "" {
		env = append(env, "GOGC=200")
	}
	return env
}

// path is the import path that the package's own code goes by.
func (p *listed) path() string {
	path, _, _ := strings.Cut(p.ImportPath, " [")
	return path
}

// group is the test for which the package is compiled anew, "" for the others: packages
// of one path in two groups are two packages.
func (p *listed) group() string {
	if _, variant, ok := strings.Cut(p.ImportPath, " ["); ok {
		return variant
	}
	return ""
}

// file is the name of a file of the package as it is opened.
func (p *listed) file(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(p.Dir, name)
}

// files are the names of the files that are compiled.
func (p *listed) files() []string {
	names := p.GoFiles
	if len(p.CompiledGoFiles) > 0 {
		names = p.CompiledGoFiles
	}
	out := make([]string, 0, len(names))
	for _, name := range names {
		name = p.file(name)
		if strings.HasSuffix(name, ".go") || filepath.Dir(name) != p.Dir {
			out = append(out, name)
		}
	}
	return out
}

// resolve returns the ID of the package that an import of p means.
func (p *listed) resolve(path string) string {
	if to, ok := p.ImportMap[path]; ok {
		return to
	}
	return path
}
