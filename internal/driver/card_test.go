// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package driver

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/idemscope/idemscope/analyzer"
	"github.com/idemscope/idemscope/analyzer/contract"
)

// TestCard writes a card with facts, twice to the same bytes, and reads it.
func TestCard(t *testing.T) {
	a := analyzer.New(analyzer.Settings{})
	c := &card{
		outside: outside{Module: "example.test/m", looked: looked{Seed: true, Above: true}, Libraries: []string{"lib.test"}, Tells: analyzer.Mentions{Names: []string{"Pay"}}, Wires: true},
		Path:    "example.test/m/p", Version: "v1.0.0", GoVersion: "go1.26", Files: []string{"/p/p.go"}, Sum: "00",
		ImportMap: map[string]string{"b": "vendor/b", "a": "vendor/a"}, Deps: []dep{{Path: "fmt", Std: true, Export: "01"}, {Path: "q", Export: "02", Card: "03"}},
	}
	left := []leftFact{{"F", &contract.Contract{Tenant: true}}, {"G", &contract.Contract{}}}
	var files [][]byte
	for range 2 {
		v := &Vet{vetConfig{VetxOutput: filepath.Join(t.TempDir(), "vet.out")}}
		if err := v.leave(c, a, left); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(v.VetxOutput)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, data)
		got, facts, err := readCard(v.VetxOutput)
		if err != nil || !reflect.DeepEqual(got, c) || len(facts) == 0 {
			t.Errorf("%v\n%+v", err, got)
		}
		out, hash, err := readOutside(v.VetxOutput)
		if err != nil || !reflect.DeepEqual(out, c.outside) {
			t.Errorf("%v\n%+v", err, out)
		}
		if want, err := contentHash(v.VetxOutput); err != nil || hash != want {
			t.Errorf("hash %s, want %s, %v", hash, want, err)
		}
	}
	if !bytes.Equal(files[0], files[1]) {
		t.Error("the same card is left in other bytes")
	}
}

func TestContentHash(t *testing.T) {
	const hash = "1234567890123456789012345678901234567890123456789012345678901234"
	if got, err := contentHash("/cache/12/" + hash + "-d"); err != nil || got != hash {
		t.Errorf("in the cache: %s, %v", got, err)
	}
	if got, err := contentHash("/cache/13/" + hash + "-d"); err == nil {
		t.Errorf("not in the cache, and not there: %s", got)
	}
	if got := (&Vet{vetConfig{PackageFile: map[string]string{"p": inDir("/cache", hash)}}}).cacheDir(); got != "/cache" {
		t.Errorf("the cache is in %s", got)
	}
}

// FuzzCard reads what no version of this package has left.
func FuzzCard(f *testing.F) {
	f.Add([]byte(cardMagic + "{}\n{}\n"))
	f.Add([]byte(cardMagic + "{\"Seed\":true}\n{\"Deps\":[{}]}\nfacts"))
	f.Add([]byte("vetx"))
	f.Fuzz(func(t *testing.T, data []byte) {
		file := filepath.Join(t.TempDir(), "vet.out")
		if err := os.WriteFile(file, data, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, _, err := readOutside(file); err != nil {
			if c, _, err := readCard(file); c != nil || err == nil {
				t.Errorf("the outside cannot be read, but %+v", c)
			}
		}
		if c, _, err := readCard(file); (c == nil) != (err != nil) {
			t.Errorf("%+v, %v", c, err)
		}
		_, _ = VetConfig(file)
	})
}

func TestDeclared(t *testing.T) {
	const src = "package p\n\nfunc F(f func(int) string) {}\n\nfunc (t *T[K, V]) M() {\n\tfunc () {}()\n}\n\nfunc G[T any](t T) {}\n\nvar f = func(x int) {}\n\n// func H() {}\ntype T struct{ Func func (int) }\n\nfunc (T) N() {}"
	var got []string
	declared([]byte(src), func(name string) { got = append(got, name) })
	if want := []string{"F", "M", "G", "N"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	for _, broken := range []string{"", "func ", "func (", "func (x) ", "func (x) y", "\nfunc x"} {
		declared([]byte(broken), func(name string) { t.Errorf("%q declares %q", broken, name) })
	}
}
