// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package rule

import "embed"

// Info describes a rule: everything that help, documentation and URLs are made from.
// The long form is the rule's page.
type Info struct {
	Name  string // as in Diagnostic.Category, in -rules and in //idemscope:ignore
	Title string // one line, no full stop
	Text  string // one paragraph of plain text
}

// infos holds the rules in the order in which every list shows them.
var infos = []Info{
	{
		Name:  "scope",
		Title: "a retry can leave the partition of the dedup store that guards its key",
		Text: "A retry sends the same key to an endpoint that does not share a partition with the first attempt in any of the stores " +
			"that guard the key, or even a single attempt goes to an endpoint that the store does not cover. " +
			"The second attempt is new to the store that sees it, so the operation runs twice while every store reports no duplicate.",
	},
	{
		Name:  "tenant",
		Title: "a retry changes the tenant or account under a store partitioned by it",
		Text: "A retry sends the same key for another tenant or account, and the store keeps the keys of each of them apart. " +
			"The host may be the same: the namespace is not, so the second attempt is not recognised.",
	},
	{
		Name:  "pinning",
		Title: "an endpoint declared pinned is chosen anew for each attempt",
		Text: "An endpoint is declared pinned, which says that all attempts of one key stay with it, " +
			"but the code picks it again for each attempt. The pinning is hoped for, not enforced.",
	},
	{
		Name:  "fresh-key",
		Title: "the key is made anew for each attempt",
		Text: "The code that is retried makes the idempotency key, so each attempt carries another one. " +
			"No store can tell the second attempt from a new request.",
	},
	{
		Name:  "collision",
		Title: "the namespace of the store is wider than the key is unique",
		Text: "Two different requests can carry the same key into one partition of a store: a key chosen by a client without its tenant, " +
			"or a clock, a counter, a constant or a process-wide number in a store that many processes share. " +
			"The second request is dropped as a duplicate, or is answered with another one's result.",
	},
	{
		Name:  "unstable",
		Title: "a key derived from the request also takes in the clock, a counter or the order of a map",
		Text: "The key is built from the request so that the same request has the same key each time, " +
			"but the clock, a counter or the order of a map goes into it too. The same request never has the same key twice.",
	},
	{
		Name:  "undeclared",
		Title: "a retry goes to another endpoint, and nothing says which dedup store guards the two",
		Text: "A retry sends the same key to an endpoint that is known to be another one than before, " +
			"and no contract or library model names a store. Whether the second endpoint knows the keys of the first one is not written down anywhere.",
	},
	{
		Name:  "window",
		Title: "a retry may go on for longer than the store remembers the key",
		Text: "The pauses between the attempts, or the retry helper's limit, add up to more than the window in which the store remembers a key. " +
			"An attempt that comes after the window is new to the store, so the operation runs twice.",
	},
	{
		Name:  "reuse",
		Title: "one key is sent for two different operations",
		Text: "After one operation has succeeded its key is sent for another one at the same endpoint. " +
			"The second operation is taken for a repetition of the first: it is dropped, answered with the first one's result, or refused.",
	},
	{
		Name:  "directive",
		Title: "a contract cannot be read, or contradicts another",
		Text: "A comment that begins with idemscope: is misspelt, incomplete, in the wrong place, or at odds with another contract. " +
			"It has no effect, which may hide findings of the other rules.",
	},
}

//go:embed pages/*.md
var pages embed.FS

// All returns the rules in a fixed order. The category "internal", which reports a
// fault in the analyzer itself, is not a rule, but it has a page.
func All() []Info { return append([]Info(nil), infos...) }

// Names returns the names of the rules in the order of All.
func Names() []string {
	names := make([]string, len(infos))
	for i, r := range infos {
		names[i] = r.Name
	}
	return names
}

// Page returns the page of a rule, or of "internal", in Markdown.
func Page(name string) (string, bool) {
	text, err := pages.ReadFile("pages/" + name + ".md")
	if err != nil {
		return "", false
	}
	return string(text), true
}

// URL returns the address of the page that Page returns.
func URL(name string) string {
	return "https://github.com/idemscope/idemscope/blob/main/analyzer/rule/pages/" + name + ".md"
}
