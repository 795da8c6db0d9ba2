// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/idemscope/idemscope/analyzer/rule"
)

// explain prints the table of rules, or the page of one.
func explain(args []string, stdout, stderr io.Writer) int {
	switch {
	case len(args) == 0:
		w := tabwriter.NewWriter(stdout, 0, 0, 2, ' ', 0)
		for _, r := range rule.All() {
			fmt.Fprintf(w, "%s\t%s\n", r.Name, r.Title)
		}
		w.Flush()
		fmt.Fprintln(stdout, "\nidemscope explain RULE prints the page of a rule.")
		return exitClean
	case args[0] == "-h" || args[0] == "-help" || args[0] == "--help":
		fmt.Fprint(stdout, usage())
		return exitClean
	case len(args) > 1:
		return fail(stderr, "explain takes one rule, not %d", len(args))
	}
	page, ok := rule.Page(args[0])
	if !ok {
		return fail(stderr, "no rule %q; the rules are %s", args[0], strings.Join(rule.Names(), ", "))
	}
	fmt.Fprint(stdout, page)
	return exitClean
}
