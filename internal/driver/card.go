// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package driver

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/gob"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"go/types"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/idemscope/idemscope/analyzer"
)

// A card is what is left of a package under go vet: where its source is, what its imports
// are, and what a look at its bytes has shown. It names other files by the hash of their
// content, as the go command's cache does: their names in the directory of one build are
// gone when the next one finds the card in the cache. With the hash of the source, that
// makes the card another one when anything changes that a reader may look at.
type card struct {
	outside
	Path      string            `json:",omitempty"`
	Version   string            `json:",omitempty"` // of the module, "" if it is the program's own
	GoVersion string            `json:",omitempty"`
	Files     []string          `json:",omitempty"`
	Sum       string            `json:",omitempty"` // hash of the files' content
	ImportMap map[string]string `json:",omitempty"` // what does not go by its own path
	Deps      []dep             `json:",omitempty"`
	Analysed  bool              `json:",omitempty"` // in a process of its own: its facts are all there is to know
	wired     bool              // something that it imports has Wires
}

// outside is what each importer needs of a card, and most need no more.
type outside struct {
	Module string `json:",omitempty"`
	looked
	Libraries []string          `json:",omitempty"` // at or below it, of which models say that they send
	Tells     analyzer.Mentions `json:",omitzero"`  // of it and of what is below it
	Wires     bool              `json:",omitempty"` // whoever imports it concerns keys
}

// dep is a package that another one imports.
type dep struct {
	Path   string
	Std    bool   `json:",omitempty"`
	Export string // hash of its export data
	Card   string `json:",omitempty"` // hash of the file with its card
}

// leftFact is a fact of an object that importers can get at.
type leftFact struct {
	Object string // its objectpath.Path
	Fact   analysis.Fact
}

const cardMagic = "idemscope card 3\n"

// leave writes the file that go vet hands to importers: the outside of a card and the card
// itself, in JSON, each in a line, and facts in gob.
func (v *Vet) leave(c *card, a *analysis.Analyzer, left []leftFact) error {
	if v.VetxOutput == "" {
		return nil
	}
	var b bytes.Buffer
	b.WriteString(cardMagic)
	enc := json.NewEncoder(&b)
	if err := cmp.Or(enc.Encode(c.outside), enc.Encode(c)); err != nil {
		return err
	}
	if len(left) > 0 {
		register(a)
		if err := gob.NewEncoder(&b).Encode(left); err != nil {
			return err
		}
	}
	return os.WriteFile(v.VetxOutput, b.Bytes(), 0o666)
}

// readOutside reads the first part of such a file.
func readOutside(file string) (out outside, hash string, err error) {
	_, data, err := readLeft(file, &out)
	if err != nil {
		return out, "", err
	}
	return out, hashOf(data), nil
}

// readCard reads such a file, but for the facts.
func readCard(file string) (c *card, facts []byte, err error) {
	rest, _, err := readLeft(file, new(outside))
	if err != nil {
		return nil, nil, err
	}
	line, facts, found := bytes.Cut(rest, []byte("\n"))
	c = new(card)
	if !found || json.Unmarshal(line, c) != nil {
		return nil, nil, notLeft(file)
	}
	return c, facts, nil
}

// readLeft reads the first line of a file, and returns what comes after it, and all of it.
func readLeft(file string, out *outside) (rest, data []byte, err error) {
	data, err = os.ReadFile(file)
	if err != nil {
		return nil, nil, err
	}
	rest, ok := bytes.CutPrefix(data, []byte(cardMagic))
	line, rest, found := bytes.Cut(rest, []byte("\n"))
	if !ok || !found || json.Unmarshal(line, out) != nil {
		return nil, nil, notLeft(file)
	}
	return rest, data, nil
}

func notLeft(file string) error {
	return fmt.Errorf("%s: not what this version of idemscope leaves for importers", file)
}

func register(a *analysis.Analyzer) {
	for _, f := range a.FactTypes {
		gob.Register(f)
	}
}

// readFacts decodes the facts of a package and moves them to the objects that importers know.
func readFacts(data []byte, a *analysis.Analyzer, to *types.Package) ([]analysis.ObjectFact, error) {
	register(a)
	var left []leftFact
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&left); err != nil {
		return nil, err
	}
	return resolve(left, to), nil
}

// inCache takes apart the name of a file in the go command's cache: where that is, and the
// hash of the file's content.
func inCache(file string) (dir, hash string, ok bool) {
	path, base := filepath.Split(file)
	dir, first := filepath.Split(filepath.Clean(path))
	hash, ok = strings.CutSuffix(base, "-d")
	if _, err := hex.DecodeString(hash); err != nil || !ok || len(hash) != 2*sha256.Size || first != hash[:2] {
		return "", "", false
	}
	return filepath.Clean(dir), hash, true
}

// contentHash returns the hash of a file's content, which in the cache is its name.
func contentHash(file string) (string, error) {
	if _, hash, ok := inCache(file); ok {
		return hash, nil
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	return hashOf(data), nil
}

func hashOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// cacheDir is where the go command keeps files by their content.
func (v *Vet) cacheDir() string {
	for _, m := range []map[string]string{v.PackageFile, v.PackageVetx} {
		for _, file := range m {
			if dir, _, ok := inCache(file); ok {
				return dir
			}
		}
	}
	if dir := os.Getenv("GOCACHE"); dir != "" {
		return dir
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "go-build")
}

func inDir(cache, hash string) string { return filepath.Join(cache, hash[:2], hash+"-d") }
