// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package drivers

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/textproto"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// patience is how long an answer may take. gopls reads the standard library at its first
// start, and the machine may be slow.
const patience = 5 * time.Minute

// The parts of the protocol that the tests look at. Characters are counted as bytes: the
// lines that are edited are ASCII.
type (
	lspPosition struct {
		Line      int `json:"line"` // from 0
		Character int `json:"character"`
	}
	lspRange struct {
		Start lspPosition `json:"start"`
		End   lspPosition `json:"end"`
	}
	lspLocation struct {
		URI   string   `json:"uri"`
		Range lspRange `json:"range"`
	}
	lspRelated struct {
		Location lspLocation `json:"location"`
		Message  string      `json:"message"`
	}
	lspDiagnostic struct {
		Range           lspRange `json:"range"`
		Severity        int      `json:"severity,omitempty"`
		Code            any      `json:"code,omitempty"`
		CodeDescription *struct {
			Href string `json:"href"`
		} `json:"codeDescription,omitempty"`
		Source             string          `json:"source,omitempty"`
		Message            string          `json:"message"`
		RelatedInformation []lspRelated    `json:"relatedInformation,omitempty"`
		Data               json.RawMessage `json:"data,omitempty"`
	}
	lspEdit struct {
		Range   lspRange `json:"range"`
		NewText string   `json:"newText"`
	}
	lspDocument struct {
		URI        string `json:"uri"`
		Version    int    `json:"version,omitempty"`
		LanguageID string `json:"languageId,omitempty"`
		Text       string `json:"text,omitempty"`
	}
	lspMessage struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id,omitempty"`
		Method  string          `json:"method,omitempty"`
		Params  json.RawMessage `json:"params,omitempty"`
		Result  json.RawMessage `json:"result,omitempty"`
		Error   json.RawMessage `json:"error,omitempty"`
	}
	lspPublished struct {
		URI         string          `json:"uri"`
		Version     int             `json:"version"`
		Diagnostics []lspDiagnostic `json:"diagnostics"`
	}
)

// languageServer is a server that speaks LSP over a pair of pipes, as an editor sees it.
type languageServer struct {
	t    testing.TB
	root string // the folder that the editor has open

	writing sync.Mutex // not mu: a server that is busy writing may not read
	in      io.WriteCloser

	mu        sync.Mutex
	news      chan struct{} // closed, and made anew, when something below has changed
	stderr    bytes.Buffer
	ended     error
	calls     int
	answers   map[string]lspMessage
	published map[string]lspPublished // by URI
	buffers   map[string]lspDocument  // what the editor has open, by URI
}

// startServer starts a server and says hello, as an editor with the given settings does.
func startServer(t testing.TB, root string, env []string, settings map[string]any, name string, args ...string) *languageServer {
	t.Helper()
	s := &languageServer{t: t, root: root, news: make(chan struct{}), answers: map[string]lspMessage{}, published: map[string]lspPublished{}, buffers: map[string]lspDocument{}}
	cmd := exec.Command(name, args...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), env...)
	cmd.Stderr = s
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	s.in = in
	read := make(chan struct{})
	go func() {
		defer close(read)
		s.end(s.read(bufio.NewReader(out)))
	}()
	t.Cleanup(func() {
		if !t.Failed() {
			s.call("shutdown", nil, nil)
			s.notify("exit", nil)
		}
		in.Close()
		kill := time.AfterFunc(30*time.Second, func() { cmd.Process.Kill() })
		<-read
		cmd.Wait()
		kill.Stop()
	})

	type object = map[string]any
	s.call("initialize", object{
		"processId":             os.Getpid(),
		"rootUri":               s.uri("."),
		"workspaceFolders":      []object{{"uri": s.uri("."), "name": "test"}},
		"initializationOptions": settings,
		"capabilities": object{
			"workspace": object{"workspaceEdit": object{"documentChanges": true}},
			"textDocument": object{
				"publishDiagnostics": object{"relatedInformation": true, "versionSupport": true, "codeDescriptionSupport": true, "dataSupport": true},
				"diagnostic":         object{"relatedDocumentSupport": false},
				"codeAction": object{
					"dataSupport":              true,
					"resolveSupport":           object{"properties": []string{"edit"}},
					"codeActionLiteralSupport": object{"codeActionKind": object{"valueSet": []string{"quickfix"}}},
				},
			},
		},
	}, nil)
	s.notify("initialized", object{})
	return s
}

// Write takes what the server writes on stderr, for messages of tests that fail.
func (s *languageServer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.stderr.Write(p)
}

// read reads what the server sends, until it sends nothing more.
func (s *languageServer) read(r *bufio.Reader) error {
	for {
		header, err := textproto.NewReader(r).ReadMIMEHeader()
		if err != nil {
			return err
		}
		n, err := strconv.Atoi(header.Get("Content-Length"))
		if err != nil {
			return err
		}
		body := make([]byte, n)
		if _, err := io.ReadFull(r, body); err != nil {
			return err
		}
		var m lspMessage
		if err := json.Unmarshal(body, &m); err != nil {
			return err
		}
		switch {
		case m.Method == "textDocument/publishDiagnostics":
			var p lspPublished
			if err := json.Unmarshal(m.Params, &p); err != nil {
				return err
			}
			s.change(func() { s.published[p.URI] = p })
		case m.Method != "" && m.ID != nil: // a request, such as to show progress
			s.send(lspMessage{ID: m.ID, Result: json.RawMessage("null")})
		case m.Method == "":
			s.change(func() { s.answers[string(m.ID)] = m })
		}
	}
}

func (s *languageServer) end(err error) { s.change(func() { s.ended = err }) }

// change changes what tests wait for.
func (s *languageServer) change(f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f()
	close(s.news)
	s.news = make(chan struct{})
}

// wait waits until something is so, which is asked at every piece of news. It reports
// whether it came to be.
func (s *languageServer) wait(ok func() bool) bool {
	late := time.After(patience)
	for {
		s.mu.Lock()
		done, ended, news := ok(), s.ended, s.news
		s.mu.Unlock()
		if done || ended != nil {
			return done
		}
		select {
		case <-news:
		case <-late:
			return false
		}
	}
}

// fatalf ends the test, with what the server has said.
func (s *languageServer) fatalf(format string, args ...any) {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.t.Fatalf("%s\nserver: %v\nstderr:\n%s", fmt.Sprintf(format, args...), s.ended, s.stderr.String())
}

// send may fail when the server has ended, of which the reader tells.
func (s *languageServer) send(m lspMessage) {
	m.Version = "2.0"
	body, err := json.Marshal(m)
	if err != nil {
		panic(err)
	}
	s.writing.Lock()
	defer s.writing.Unlock()
	fmt.Fprintf(s.in, "Content-Length: %d\r\n\r\n%s", len(body), body)
}

func params(v any) json.RawMessage {
	if v == nil {
		return nil
	}
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return data
}

func (s *languageServer) notify(method string, v any) {
	s.send(lspMessage{Method: method, Params: params(v)})
}

// call sends a request and waits for the answer.
func (s *languageServer) call(method string, v, result any) {
	s.t.Helper()
	s.mu.Lock()
	s.calls++
	id := strconv.Itoa(s.calls)
	s.mu.Unlock()
	s.send(lspMessage{ID: json.RawMessage(id), Method: method, Params: params(v)})
	var m lspMessage
	if !s.wait(func() bool { var ok bool; m, ok = s.answers[id]; return ok }) {
		s.fatalf("%s: no answer", method)
	}
	if m.Error != nil {
		s.fatalf("%s: %s", method, m.Error)
	}
	if result != nil {
		if err := json.Unmarshal(m.Result, result); err != nil {
			s.fatalf("%s: %v in %s", method, err, m.Result)
		}
	}
}

// uri names a file of the folder.
func (s *languageServer) uri(file string) string {
	return "file://" + filepath.ToSlash(filepath.Join(s.root, file))
}

// open opens a file as it is on disk, and returns its text.
func (s *languageServer) open(file string) string {
	s.t.Helper()
	data, err := os.ReadFile(filepath.Join(s.root, file))
	if err != nil {
		s.t.Fatal(err)
	}
	d := lspDocument{URI: s.uri(file), Version: 1, LanguageID: "go", Text: string(data)}
	s.change(func() { s.buffers[d.URI] = d })
	s.notify("textDocument/didOpen", map[string]any{"textDocument": d})
	return d.Text
}

// edit changes the text of an open file, and does not save it.
func (s *languageServer) edit(file, text string) {
	var d lspDocument
	s.change(func() {
		d = s.buffers[s.uri(file)]
		d.Version++
		d.Text = text
		s.buffers[d.URI] = d
	})
	s.notify("textDocument/didChange", map[string]any{
		"textDocument":   lspDocument{URI: d.URI, Version: d.Version},
		"contentChanges": []map[string]any{{"text": text}},
	})
}

// apply returns a text with edits made, none of which overlap.
func apply(text string, edits []lspEdit) string {
	slices.SortStableFunc(edits, func(a, b lspEdit) int {
		return cmp.Or(a.Range.Start.Line-b.Range.Start.Line, a.Range.Start.Character-b.Range.Start.Character)
	})
	starts := []int{0}
	for i, c := range text {
		if c == '\n' {
			starts = append(starts, i+1)
		}
	}
	offset := func(p lspPosition) int {
		if p.Line >= len(starts) {
			return len(text)
		}
		return starts[p.Line] + p.Character
	}
	var b strings.Builder
	at := 0
	for _, e := range edits {
		b.WriteString(text[at:offset(e.Range.Start)])
		b.WriteString(e.NewText)
		at = offset(e.Range.End)
	}
	b.WriteString(text[at:])
	return b.String()
}
