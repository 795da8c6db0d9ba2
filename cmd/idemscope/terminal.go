// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"time"
)

// palette colours text, on a terminal and where the user has not asked for none.
type palette bool

func newPalette(w io.Writer) palette {
	return palette(isTerminal(w) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb")
}

func (p palette) bold(s string) string  { return p.paint("1", s) }
func (p palette) red(s string) string   { return p.paint("31", s) }
func (p palette) green(s string) string { return p.paint("32", s) }

func (p palette) paint(code, s string) string {
	if !p {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[m"
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// progress is a line on a terminal that says what a check does, and for how long it has run.
type progress struct {
	doing atomic.Pointer[string]
	done  func() // takes the line away
}

// What a check does first, and then. The go command compiles all that is imported to list
// it, which takes long where nothing is compiled yet.
const (
	compiling = "compiling dependencies"
	checking  = "checking"
)

func (p *progress) say(doing string) { p.doing.Store(&doing) }

func (p *progress) line(since time.Duration) string {
	return fmt.Sprintf("%s … %ds", *p.doing.Load(), int(since.Seconds()))
}

// showProgress shows the line on a terminal from the second second on.
func showProgress(w io.Writer) *progress {
	p := &progress{done: func() {}}
	p.say(compiling)
	if !isTerminal(w) || os.Getenv("TERM") == "dumb" {
		return p
	}
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		start := time.Now()
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		shown := false
		for {
			select {
			case <-tick.C:
				shown = true
				fmt.Fprint(w, "\r\x1b[K"+p.line(time.Since(start)))
			case <-stop:
				if shown {
					fmt.Fprint(w, "\r\x1b[K")
				}
				return
			}
		}
	}()
	p.done = func() {
		close(stop)
		<-stopped
	}
	return p
}
