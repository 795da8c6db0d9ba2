// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/idemscope/idemscope/analyzer"
	"github.com/idemscope/idemscope/analyzer/model"
	"github.com/idemscope/idemscope/internal/regular"
)

// exitUnknown says that nothing is known of what was asked for.
const exitUnknown = 1

// models prints which libraries are known, or what is known of some.
func models(args []string, stdout, stderr io.Writer) int {
	var names fileNames
	fs := flag.NewFlagSet("models", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.Var(&names, modelsFlag, "")
	if err := fs.Parse(args); errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(stdout, usage())
		return exitClean
	} else if err != nil {
		return fail(stderr, "%v (idemscope -h lists the flags)", flagError(err))
	}
	for _, arg := range fs.Args() {
		if strings.HasPrefix(arg, "-") {
			return fail(stderr, "flag %s stands after the query; flags come first", arg)
		}
	}
	if fs.NArg() > 1 {
		return fail(stderr, "models takes one query, not %d", fs.NArg())
	}
	_, own, err := readModels(names)
	if err != nil {
		return fail(stderr, "%v", err)
	}
	known, err := model.All()
	if err != nil {
		return fail(stderr, "%v", err)
	}
	for _, f := range known {
		f.Name = "analyzer/model/" + f.Name // as the repository has it
	}
	all := slices.Concat(own, known)

	if fs.NArg() == 0 {
		writeLibraries(newTable(stdout), all)
		fmt.Fprintln(stdout, "\nidemscope models QUERY prints what is known of the libraries and functions whose names contain QUERY.")
		return exitClean
	}
	query := fs.Arg(0)
	var found []claim
	for _, f := range all {
		found = append(found, matching(f, query)...)
	}
	if len(found) == 0 {
		fmt.Fprintf(stderr, "idemscope: no library and no function that is known contains %q; idemscope models lists the libraries\n", query)
		return exitUnknown
	}
	writeClaims(newTable(stdout), found)
	return exitClean
}

func writeLibraries(t table, files []*model.File) {
	for _, f := range files {
		var entries []string
		for _, kind := range []struct {
			n    int
			noun string
		}{
			{len(f.Packages), "package"}, {len(f.Functions), "function"}, {len(f.Stores), "store"},
			{len(f.Sends), "send"}, {len(f.Makers), "maker"}, {len(f.Retries), "retry helper"},
			{len(f.Handlers), "handler"}, {len(f.Envelopes), "envelope"}, {len(f.Requests), "request"}, {len(f.Uses), "use"}, {len(f.Variables), "variable"},
		} {
			if kind.n > 0 {
				entries = append(entries, count(kind.n, kind.noun))
			}
		}
		t.row([]string{f.Library}, strings.Join(entries, ", "), f.About)
	}
	t.end()
}

func writeClaims(t table, claims []claim) {
	t.head("LIBRARY", "FUNCTION", "WHAT IT DOES", "SOURCE", "FILE")
	for _, c := range claims {
		t.row([]string{c.library, c.subject}, c.text, c.source, c.file+":"+strconv.Itoa(c.line))
	}
	t.end()
}

// claim is what an entry of a model says, in words.
type claim struct {
	library string
	subject string // the function as the file names it, or a package or store
	text    string
	source  string
	file    string
	line    int
}

// claims lists what a file says, in the file's order.
func claims(f *model.File) []claim {
	var out []claim
	add := func(c model.Claim, subject, text string) {
		out = append(out, claim{f.Library, subject, text, c.Source, f.Name, c.Line})
	}
	for _, p := range f.Packages {
		add(p.Claim, p.Path+".*", packageText(p))
	}
	for _, x := range f.Functions {
		add(x.Claim, x.Func, funcText(x))
	}
	for i := range f.Stores {
		add(f.Stores[i].Claim, "store "+f.Stores[i].Name, "remembers keys: "+storeText(&f.Stores[i]))
	}
	for _, s := range f.Sends {
		add(s.Claim, s.Func, sendText(s))
	}
	for _, m := range f.Makers {
		add(m.Claim, m.Func, makerText(m))
	}
	for _, r := range f.Retries {
		add(r.Claim, r.Func, retryText(r))
	}
	for _, h := range f.Handlers {
		add(h.Claim, h.Subject(), handlerText(h))
	}
	for _, e := range f.Envelopes {
		add(e.Claim, e.Type, "carries key "+e.Key+": a function that takes one, and can fail, sends it")
	}
	for _, r := range f.Requests {
		add(r.Claim, r.Type, "brings an incoming request to its handler")
	}
	for _, u := range f.Uses {
		add(u.Claim, u.Func, useText(u))
	}
	for _, v := range f.Variables {
		add(v.Claim, v.Var, "is an error after which nobody tries again")
	}
	slices.SortStableFunc(out, func(a, b claim) int { return cmp.Compare(a.line, b.line) })
	return out
}

// matching lists the claims about a library or functions whose names contain the query,
// in upper or lower case. A function's full name counts too, with or without a major
// version.
func matching(f *model.File, query string) []claim {
	query = strings.ToLower(cmp.Or(model.Canonical(query), query))
	return slices.DeleteFunc(claims(f), func(c claim) bool {
		full := c.subject
		switch {
		case c.library == "std":
		case strings.HasPrefix(full, "."):
			full = c.library + full
		default:
			full = c.library + "/" + full
		}
		return !strings.Contains(strings.ToLower(c.library), query) &&
			!strings.Contains(strings.ToLower(c.subject), query) &&
			!strings.Contains(strings.ToLower(full), query)
	})
}

func packageText(p model.Package) string {
	if p.Does == "derive" {
		return "derive from their arguments alone"
	}
	return "hand on arg0: they turn a value into a pointer and back"
}

// funcText says what a function does. Arguments are spelt as in the paths of the models:
// recv, arg0, arg1.
func funcText(x model.Func) string {
	arg := func(n int) string {
		_, name, _ := strings.Cut(x.Func[strings.LastIndexByte(x.Func, '/')+1:], ".")
		switch method := strings.Contains(name, "."); {
		case method && n == 0:
			return "recv"
		case method:
			n--
		}
		return "arg" + strconv.Itoa(n)
	}
	this, next := arg(x.Arg), arg(x.Arg+1)
	switch x.Does {
	case model.Generate:
		switch x.Unique {
		case model.Clock:
			return "generates from the clock"
		case model.Process:
			return "generates what is unique in one process"
		}
		return "generates " + string(x.Unique)
	case model.Identity:
		return "hands on " + this
	case model.Derive:
		return "derives from its arguments alone"
	case model.Fill:
		return "fills " + this + " with random bytes"
	case model.Append:
		return "appends " + next + " and those behind it to " + this
	case model.Content:
		return "returns the content of " + this
	case model.Sort:
		return "sorts " + this
	case model.NonNil:
		return "returns an error that is never nil"
	case model.Final:
		return "returns an error after which nobody tries again"
	case model.Test:
		return "tests an error: false for nil"
	case model.Code:
		return "tells an error's number: 0 for nil"
	case model.Option:
		return "returns an option that carries key " + this
	case model.Header:
		return "returns an option that carries key " + next + " if " + this + " is a carrier's name"
	case model.Set:
		return "puts " + this + " into recv." + x.Field
	case model.Put:
		return "puts " + next + " under the name " + this + " into recv." + x.Field + ", and returns recv"
	case model.PutAll:
		return "puts the entries of " + this + " into recv." + x.Field + ", and returns recv"
	case model.Wrap:
		return "returns a new object with " + this + " in its field " + x.Field
	case model.PartOf:
		return "returns recv." + x.Field
	case model.Chain:
		return "puts interceptors into a chain, the first the outermost"
	case model.Pairs:
		return "returns names and values in turn, from " + this + " on"
	case model.Carry:
		return "returns context " + arg(0) + " with the entries of " + this
	case model.Incoming:
		if x.Arg > 0 {
			return "returns the entry " + this + " of what came with an incoming request"
		}
		return "returns what came with an incoming request"
	case model.Request:
		return "makes an HTTP request to the URL " + this
	}
	return string(x.Does)
}

func storeText(s *model.Store) string {
	text := "scope " + s.ScopeText
	if s.WindowText != "" {
		text += ", window " + s.WindowText
	}
	return text
}

func sendText(s model.Send) string {
	text := "sends key " + s.Key
	switch s.Key {
	case "":
		text = "sends"
	case model.Carrier:
		text = "sends the key that has a carrier's name"
	}
	switch s.To {
	case "":
		if s.URL != "" {
			text += " by " + s.Method + " to the URL " + s.URL
		}
	case model.Service:
		text += " to the service"
	default:
		text += " to " + s.To
	}
	if s.Tenant != "" {
		text += ", tenant " + s.Tenant
	}
	if s.Queue != "" {
		text += ", queue " + s.Queue
	}
	if s.StoreRef != nil {
		text += ", guarded by store " + s.Store + " (" + storeText(s.StoreRef) + ")"
	}
	if s.Retries {
		text += ", retries by itself"
		if s.Through != "" {
			text += " through " + s.Through
		}
	}
	switch s.Auto {
	case "call":
		text += ", makes a key for each call"
		if s.Key != "" {
			text += " if none is given"
		}
	case "written":
		text += ", writes a key into the argument if none is given"
	}
	return text
}

func makerText(m model.Maker) string {
	var parts []string
	for _, p := range m.Sources {
		parts = append(parts, p.Name+" ("+strings.Join(m.Parts[p.Name], ", else ")+")")
	}
	text := "makes what its parts tell apart"
	if len(parts) > 0 {
		text += ": " + strings.Join(parts, ", ")
	}
	for _, a := range m.Again {
		text += fmt.Sprintf("; it repeats calls by itself if %s says %q", a.Part, a.Says)
	}
	if m.Retries {
		text += "; what it makes calls again"
	}
	for _, v := range m.Varies {
		text += fmt.Sprintf("; the %s may vary if %s says %q", v.Name, v.Part, v.Says)
	}
	return text
}

func retryText(r model.Retry) string {
	text := "retries " + r.Fn + " on error"
	if r.Again == "done" {
		text = "retries " + r.Fn + " until it is done"
	}
	if r.If != "" {
		text += " if " + r.If + " is made of what retries"
	}
	switch {
	case r.Longest != "" && r.LongestPart != "":
		text += " up to " + r.Longest + ", or as " + r.LongestPart + " says"
	case r.Longest != "":
		text += " up to " + r.Longest
	case r.LongestPart != "":
		text += " for as long as " + r.LongestPart + " says"
	}
	return text
}

func handlerText(h model.Handler) string {
	again := ", called again when it fails with " + h.Stable + " as before"
	if h.Partial != "" {
		again += ", also for the part that it names by " + h.Partial
	}
	switch {
	case h.Func != "":
		return "is given " + h.Kind + " in " + h.Fn + again
	case h.Takes != "":
		text := "a function that takes one is " + h.Kind
		if h.Method != "" {
			text = "a function " + h.Method + " that takes one is " + h.Kind
		}
		return text + again
	case h.Gives != "":
		return "a function that returns one is " + h.Kind + again
	case h.As != "":
		return "a function that becomes one is " + h.Kind + again
	}
	return "a function that calls it is " + h.Kind + again
}

func useText(u model.Use) string {
	store := "store " + u.Store + " (" + storeText(u.StoreRef) + ")"
	switch {
	case len(u.Unless) > 0 && u.Key != "":
		return "hands key " + u.Key + " to " + store + ", which is lost with the process unless it has " + strings.Join(u.Unless, " and ")
	case len(u.Unless) > 0:
		return "keeps clients' keys in " + store + " unless it is given " + strings.Join(u.Unless, " and ")
	case u.Statement != "":
		return "hands a key among " + u.Key + " to " + store + " if " + u.Statement + " names a column like one"
	}
	if u.Condition != "" {
		return "hands the attribute of " + u.Key + " that " + u.Condition + " names to " + store
	}
	return "hands key " + u.Key + " to " + store
}

// fileNames are the files that one flag names, each time that it is given.
type fileNames []string

func (n *fileNames) String() string { return strings.Join(*n, " ") }

func (n *fileNames) Set(name string) error {
	if name == "" {
		return errors.New("expected the name of a file")
	}
	*n = append(*n, name)
	return nil
}

// maxModels is how much text all files may have together.
const maxModels = model.MaxText

// handOnModels makes the text of -models files a setting.
func (o *options) handOnModels() error {
	if len(o.models) == 0 {
		return nil
	}
	text, own, err := readModels(o.models)
	if err != nil {
		return err
	}
	o.own = own
	if len(text) > maxModels {
		return fmt.Errorf("-models: go vet can be handed %d bytes of models, not %d", maxModels, len(text))
	}
	o.settings = append(o.settings, "-"+analyzer.Analyzer.Name+"."+modelsFlag+"="+text)
	return nil
}

// readModels reads and checks files of models, and returns them as one text too.
// An error of what is in a file names the file and the line.
func readModels(names []string) (text string, files []*model.File, err error) {
	var texts []string
	for _, name := range names {
		data, err := regular.ReadNamed(name, model.MaxText)
		if err != nil {
			return "", nil, fmt.Errorf("-models: %w", err)
		}
		if i := notText(data); i >= 0 {
			return "", nil, fmt.Errorf("%s:%d: expected text in UTF-8", name, 1+strings.Count(string(data[:i]), "\n"))
		}
		body := strings.TrimPrefix(string(data), "\ufeff")
		own, err := model.ParseAll(name, body)
		if err != nil {
			return "", nil, err
		}
		if len(own) == 0 {
			return "", nil, fmt.Errorf("%s:1: expected library: IMPORT-PATH, found no model", name)
		}
		files = append(files, own...)
		texts = append(texts, body)
	}
	return strings.Join(texts, "\n---\n"), files, nil
}

// notText returns where something stands that no text has, or -1.
func notText(data []byte) int {
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		if r == 0 || r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}
