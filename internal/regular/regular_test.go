// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package regular

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRead(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return name
	}
	link := func(name, to string) string {
		name = filepath.Join(dir, name)
		if err := os.Symlink(to, name); err != nil {
			t.Skip(err)
		}
		return name
	}
	small := file("small", "0123456789")
	for _, test := range []struct {
		name string
		most int64
		want string // "": an error that says err
		err  string
	}{
		{small, 10, "0123456789", ""},
		{link("link", small), 10, "0123456789", ""},
		{small, 9, "", "more than 0 MB"},
		{dir, 10, "", "directory"},
		{link("dangling", filepath.Join(dir, "nowhere")), 10, "", "no such file"},
		{link("zero", os.DevNull), 10, "", "a device"},
		{filepath.Join(dir, "nowhere"), 10, "", "no such file"},
	} {
		got, err := Read(test.name, test.most)
		if string(got) != test.want || (err == nil) != (test.err == "") || err != nil && !strings.Contains(err.Error(), test.err) {
			t.Errorf("%s: got %q, %v", test.name, got, err)
		}
	}
}
