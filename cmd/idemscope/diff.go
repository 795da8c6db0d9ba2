// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/idemscope/idemscope/internal/visible"
)

// writeDiff prints what write would change as a patch: git apply, or patch -p1, takes it in
// the directory that the names start from. On a terminal it is for people, and characters
// that are not shown are escaped, as everywhere.
func (fs *fixes) writeDiff(w io.Writer) error {
	var b strings.Builder
	for _, name := range fs.names() {
		f := fs.files[name]
		fmt.Fprintf(&b, "--- %s\n+++ %s\n", patchName("a/", name), patchName("b/", name))
		writeHunks(&b, lines(string(f.old)), lines(string(f.now)))
	}
	text := b.String()
	if isTerminal(w) {
		text = visible.Lines(text)
	}
	_, err := io.WriteString(w, text)
	return err
}

// outside is the name of a file that is not below the working directory, from which no
// patch may be applied to it; "" if there is none.
func (fs *fixes) outside() string {
	for _, name := range fs.names() {
		if !filepath.IsLocal(name) {
			return name
		}
	}
	return ""
}

// patchName is a file's name in the heading of a patch, as git reads it.
func patchName(prefix, name string) string {
	name = prefix + filepath.ToSlash(name)
	if !strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == '"' || r == '\\' || r == 0x7f }) {
		if strings.Contains(name, " ") {
			name += "\t" // else it would end at the blank
		}
		return name
	}
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(name) {
		switch c := name[i]; {
		case c == '"' || c == '\\':
			b.WriteString(`\` + string(rune(c)))
		case c < ' ' || c >= 0x7f:
			fmt.Fprintf(&b, `\%03o`, c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String() + `"`
}

// lines splits a text into lines with their ends.
func lines(text string) []string { return slices.Collect(strings.Lines(text)) }

// change says that lines of the old text stand where those of the new one do: from and to
// are the first ones, counted from 0, and removed and added how many there are.
type change struct{ from, removed, to, added int }

// around is how many lines that stay are shown around a change.
const around = 3

// writeHunks prints the changes, those near one another as one hunk.
func writeHunks(b *strings.Builder, old, now []string) {
	changes := compareLines(old, now)
	for len(changes) > 0 {
		n := 1
		for n < len(changes) && changes[n].from-(changes[n-1].from+changes[n-1].removed) <= 2*around {
			n++
		}
		writeHunk(b, old, now, changes[:n])
		changes = changes[n:]
	}
}

func writeHunk(b *strings.Builder, old, now []string, changes []change) {
	first, last := changes[0], changes[len(changes)-1]
	before := min(around, first.from)
	after := min(around, len(old)-last.from-last.removed)
	removed := last.from + last.removed + after - (first.from - before)
	added := last.to + last.added + after - (first.to - before)
	fmt.Fprintf(b, "@@ -%s +%s @@\n", lineRange(first.from-before, removed), lineRange(first.to-before, added))
	at := first.from - before
	for _, c := range changes {
		writeLines(b, " ", old[at:c.from])
		writeLines(b, "-", old[c.from:c.from+c.removed])
		writeLines(b, "+", now[c.to:c.to+c.added])
		at = c.from + c.removed
	}
	writeLines(b, " ", old[at:at+after])
}

// lineRange is the first line, counted from 1, and how many there are; of none, the line before.
func lineRange(from, n int) string {
	if n > 0 {
		from++
	}
	return fmt.Sprintf("%d,%d", from, n)
}

func writeLines(b *strings.Builder, sign string, lines []string) {
	for _, l := range lines {
		b.WriteString(sign + l)
		if !strings.HasSuffix(l, "\n") {
			b.WriteString("\n\\ No newline at end of file\n")
		}
	}
}

// maxDistance is how many lines may differ for the least difference to be looked for. The
// effort grows with its square.
const maxDistance = 1000

// compareLines returns the changes that make one text of another, by the algorithm of
// Myers (An O(ND) Difference Algorithm and Its Variations, 1986).
func compareLines(old, now []string) []change {
	head := 0
	for head < min(len(old), len(now)) && old[head] == now[head] {
		head++
	}
	tail := 0
	for tail < min(len(old), len(now))-head && old[len(old)-1-tail] == now[len(now)-1-tail] {
		tail++
	}
	a, b := old[head:len(old)-tail], now[head:len(now)-tail]
	if len(a) == 0 && len(b) == 0 {
		return nil
	}
	// ends[d][k+d] is how far into a one comes on diagonal k (in a minus in b) with d edits.
	var ends [][]int
	for d := 0; d <= min(len(a)+len(b), maxDistance); d++ {
		row := make([]int, 2*d+1)
		for k := -d; k <= d; k += 2 {
			x := furthest(ends, d, k)
			for x < len(a) && x-k < len(b) && a[x] == b[x-k] {
				x++
			}
			row[k+d] = x
			if x >= len(a) && x-k >= len(b) {
				return trace(append(ends, row), len(a), len(b), head)
			}
		}
		ends = append(ends, row)
	}
	return []change{{head, len(a), head, len(b)}}
}

// furthest is where the d-th edit on the way to diagonal k leads: it removes a line, from
// the diagonal below, or adds one, from that above, whichever comes further.
func furthest(ends [][]int, d, k int) int {
	if d == 0 {
		return 0
	}
	if removes(ends, d, k) {
		return ends[d-1][k-1+d-1] + 1
	}
	return ends[d-1][k+1+d-1]
}

func removes(ends [][]int, d, k int) bool {
	return k == d || k != -d && ends[d-1][k-1+d-1] >= ends[d-1][k+1+d-1]
}

// trace goes back from the end of both texts, and joins edits that touch.
func trace(ends [][]int, x, y, head int) []change {
	var out []change
	for d := len(ends) - 1; d > 0; d-- {
		k := x - y
		c := change{added: 1}
		if removes(ends, d, k) {
			c = change{removed: 1}
			x = ends[d-1][k-1+d-1]
			y = x - (k - 1)
		} else {
			x = ends[d-1][k+1+d-1]
			y = x - (k + 1)
		}
		c.from, c.to = head+x, head+y
		if n := len(out); n > 0 && c.from+c.removed == out[n-1].from && c.to+c.added == out[n-1].to {
			out[n-1] = change{c.from, c.removed + out[n-1].removed, c.to, c.added + out[n-1].added}
			continue
		}
		out = append(out, c)
	}
	slices.Reverse(out)
	return out
}
