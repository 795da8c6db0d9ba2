// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package model

import (
	"time"

	"github.com/idemscope/idemscope/analyzer/contract"
	"github.com/idemscope/idemscope/analyzer/scope"
)

// A File is what is known of one library.
type File struct {
	Library   string     `yaml:"library"` // import path without major version
	About     string     `yaml:"about"`
	Packages  []Package  `yaml:"packages"`
	Functions []Func     `yaml:"functions"`
	Stores    []Store    `yaml:"stores"`
	Sends     []Send     `yaml:"sends"`
	Makers    []Maker    `yaml:"makers"`
	Retries   []Retry    `yaml:"retries"`
	Handlers  []Handler  `yaml:"handlers"`
	Envelopes []Envelope `yaml:"envelopes"`
	Requests  []Incomer  `yaml:"requests"`
	Uses      []Use      `yaml:"uses"`
	Variables []Var      `yaml:"variables"`

	Name string `yaml:"-"` // of the file, for errors

	generated *File // the second file of the library, if this is its first
	exact     map[name]*entry
	loose     []*entry // with asterisks, in the order of the file
	types     map[typeKey]*Handler
	mails     map[name]*Envelope
	comes     map[name]bool
	vars      map[name]*Var
}

// entry is all that is known of one function.
type entry struct {
	pattern pattern
	fn      *Func
	send    *Send
	maker   *Maker
	retry   *Retry
	handler *Handler
	use     *Use
}

// Claim is what every entry has: where it stands, and on what it rests.
type Claim struct {
	Source string `yaml:"source"`
	Line   int    `yaml:"-"`
}

// Package is a package whose functions are all of one kind.
type Package struct {
	Claim `yaml:",inline"`
	Path  string `yaml:"path"` // below the library, "" for the library itself
	// derive; pointer: helpers that turn a value into a pointer and back; nothing: they neither
	// send nor keep keys, and call what they are handed as things happen, not because it failed
	Does string `yaml:"does"`
}

// Uniqueness is the space in which a generator's results are unique.
type Uniqueness string

const (
	Random  Uniqueness = "random"  // unguessable or at least 74 random bits
	Clock   Uniqueness = "clock"   // a reading of the clock
	Process Uniqueness = "process" // time, counter and machine: unique in one process
)

// Action is what a known function does.
type Action string

const (
	Generate Action = "generate" // Unique tells in which space
	Identity Action = "identity" // the result is argument Arg, the receiver counting as the first
	Derive   Action = "derive"   // the result depends on the arguments alone
	Fill     Action = "fill"     // argument Arg is filled with random bytes
	Append   Action = "append"   // arguments from Arg+1 on are written to the end of argument Arg's content
	Content  Action = "content"  // the result is the content of argument Arg
	Sort     Action = "sort"     // argument Arg is brought into an order of its own
	NonNil   Action = "nonnil"   // the result is an error that is never nil
	Final    Action = "final"    // the result is an error after which nobody tries again
	Test     Action = "test"     // a test of an error: false for nil
	Code     Action = "code"     // the number of an error: 0 for nil, and no other error's
	Option   Action = "option"   // the result is an option that carries argument Arg as the key
	Header   Action = "header"   // the result is such an option if argument Arg is a carrier's name: it carries argument Arg+1
	Set      Action = "set"      // argument Arg is put into field Field of the receiver, which is also the result if it has its type
	Put      Action = "put"      // argument Arg+1 is put under the name in argument Arg into field Field of the receiver, which is also the result
	PutAll   Action = "putall"   // the entries of the map in argument Arg are put there
	Wrap     Action = "wrap"     // the result is a new object whose field Field is argument Arg
	PartOf   Action = "partof"   // the result is field Field of the receiver
	Pairs    Action = "pairs"    // the result holds names and values in turn, from argument Arg on; what stands before is copied
	Carry    Action = "carry"    // the result is a context like the first argument that carries the entries of argument Arg
	Chain    Action = "chain"    // the arguments are interceptors, the first the outermost; their parameter Arg calls the next one
	Incoming Action = "incoming" // the result is what came with an incoming request, or of it the entry that argument Arg names, if that is not 0
	Request  Action = "request"  // makes a request like net/http.NewRequest; Arg is the URL, the method stands before it
)

// Func is what a function does with keys.
type Func struct {
	Claim  `yaml:",inline"`
	Func   string     `yaml:"func"`
	Does   Action     `yaml:"does"`
	Arg    int        `yaml:"arg"` // the receiver counts as the first
	Unique Uniqueness `yaml:"unique"`
	Field  string     `yaml:"field"`
}

// Store is where the far end remembers keys.
type Store struct {
	Claim  `yaml:",inline"`
	Name   string        `yaml:"name"`
	Scope  []scope.Dim   `yaml:"-"`
	Window time.Duration `yaml:"-"` // 0: not published
	Shared bool          `yaml:"-"`

	ScopeText  string `yaml:"scope"`  // DIM[,DIM…], global, or shared: by whom is not in the code
	WindowText string `yaml:"window"` // as time.ParseDuration has it
}

// Send is a call that sends a key.
type Send struct {
	Claim   `yaml:",inline"`
	Func    string `yaml:"func"`
	Key     string `yaml:"key"`    // a PATH, or carrier: what has a carrier's name among the arguments
	To      string `yaml:"to"`     // a PATH, or service: all calls go to one place
	Tenant  string `yaml:"tenant"` // a PATH
	Queue   string `yaml:"queue"`  // a PATH
	Store   string `yaml:"store"`  // the name of a store of this file, "" for none
	Retries bool   `yaml:"retries"`
	Through string `yaml:"through"` // a PATH from the receiver: the client or round tripper that each attempt goes through
	// Of a request to a URL: the URL, from where a URL that begins with a path goes on,
	// and the method, a word in capitals or a PATH. The URL is then where it is sent to.
	URL    string `yaml:"url"`
	Base   string `yaml:"base"`
	Method string `yaml:"method"`
	Auto   string `yaml:"auto"` // a key is made if none is given: call (for each call), written (and written into the argument); "" if not

	KeyPath, ToPath, TenantPath, QueuePath *Path  `yaml:"-"`
	URLPath, BasePath, MethodPath          *Path  `yaml:"-"`
	ThroughPath                            *Path  `yaml:"-"`
	StoreRef                               *Store `yaml:"-"`
	Library                                string `yaml:"-"` // of the file in which it stands
}

// Words in the place of a PATH.
const (
	Carrier = "carrier"
	Service = "service"
)

// Maker makes a client, a configuration or an option: what tells two of them apart are
// its parts.
type Maker struct {
	Claim   `yaml:",inline"`
	Func    string              `yaml:"func"`
	Retries bool                `yaml:"retries"` // it makes what calls again: an interceptor, a policy
	Parts   map[string][]string `yaml:"parts"`   // from where each part comes: PATHs, or options; the first that is given counts
	Varies  []Vary              `yaml:"varies"`
	Again   []Says              `yaml:"again"` // that a client of this kind repeats calls by itself

	Sources []Part `yaml:"-"` // Parts, sorted by name
}

// Part is one part of what a maker makes.
type Part struct {
	Name string
	From []Source
}

// Source is a place from which a part may come.
type Source struct {
	Options bool // the variadic argument, or a slice of options
	Path    *Path
}

// Vary says that a part's text makes what is behind the endpoint change from one
// attempt to the next.
type Vary struct {
	Dim  scope.Dim `yaml:"-"`
	Name string    `yaml:"dim"`
	Part string    `yaml:"part"`
	Says string    `yaml:"says"` // what the text contains
}

// Says is a part that tells something by its text, or by who made it.
type Says struct {
	Part string `yaml:"part"`
	Says string `yaml:"says"` // what the text, or the maker's name, contains
}

// Retry is a helper that calls a function again.
type Retry struct {
	Claim `yaml:",inline"`
	Func  string `yaml:"func"`
	Fn    string `yaml:"fn"` // argN
	// Again is the answer on which the function is called again: error (default), or
	// done, of a function that answers (done bool, err error): while it is not done.
	Again string `yaml:"again"`
	// If is a PATH to what says whether it retries at all: it is made of something of a
	// maker that retries. "" if it always does.
	If string `yaml:"if"`
	// Longest is the time after which it gives up: a duration by default, and the
	// option's part that changes it.
	Longest     string `yaml:"longest"`
	LongestPart string `yaml:"longest-part"`

	FnPath   *Path         `yaml:"-"`
	IfPath   *Path         `yaml:"-"`
	Duration time.Duration `yaml:"-"`
}

// Handler is a function that a framework calls again when it fails. Which one it is, is
// told in one of several ways: it is handed to Func, it takes or gives a type of the
// library (a function of this kind that nobody in its package calls is the handler
// itself, and one that is called is a part of it), it becomes a function of the type As,
// or it calls Inside, which has a meaning in handlers alone.
type Handler struct {
	Claim  `yaml:",inline"`
	Func   string `yaml:"func"`   // hands over argument Fn: a function, or an object whose methods are handlers
	Fn     string `yaml:"fn"`     // argN
	Takes  string `yaml:"takes"`  // a type of the library that a parameter has, or points to
	Gives  string `yaml:"gives"`  // the same of a result
	As     string `yaml:"as"`     // a function type of the library that the handler is converted to
	Method string `yaml:"method"` // the handler's name, where its types do not tell enough
	Inside string `yaml:"inside"` // a function that only handlers call
	// Partial is a type of the library: a handler that makes a value of it answers that
	// it failed on a part of what it was given, and is called again for that.
	Partial string `yaml:"partial"`
	Kind    string `yaml:"kind"`   // what the library calls a handler, with its article: "an activity"
	Stable  string `yaml:"stable"` // what is the same in all attempts: "the task's ID"

	FnPath *Path `yaml:"-"`
}

// Incomer is a type in which an incoming request is handed to its handler.
type Incomer struct {
	Claim `yaml:",inline"`
	Type  string `yaml:"type"`
}

// Envelope is a type of message: a function that is given one, and can fail, sends it.
type Envelope struct {
	Claim `yaml:",inline"`
	Type  string `yaml:"type"`
	Key   string `yaml:"key"` // a PATH from the message, which is arg0 there

	KeyPath *Path `yaml:"-"`
}

// Use is a call that hands a key to a store which this program keeps.
type Use struct {
	Claim `yaml:",inline"`
	Func  string `yaml:"func"`
	Key   string `yaml:"key"`   // a PATH
	Store string `yaml:"store"` // the name of a store of this file
	// Unless lists PATHs to what must be given, all of it, for the store to be another
	// one. Such a function keeps by itself what clients send, and has no Key. Beside a Key
	// it is one part of what a maker made the receiver of: without it, the store is lost
	// with the process.
	Unless []string `yaml:"unless"`
	// Statement is a PATH to a statement that must name a column like a carrier; Key is
	// then the list of its arguments, among which the key is.
	Statement string `yaml:"statement"`
	// Condition is a PATH to a text that names, in parentheses, the attribute that no
	// other row may have; Key is then the map of attributes, each with a field Value.
	Condition string `yaml:"condition"`

	KeyPath, StatementPath *Path   `yaml:"-"`
	ConditionPath          *Path   `yaml:"-"`
	UnlessPaths            []*Path `yaml:"-"`
	StoreRef               *Store  `yaml:"-"`
	Library                string  `yaml:"-"`
}

// Var is a variable of the library that stands for something.
type Var struct {
	Claim `yaml:",inline"`
	Var   string `yaml:"var"`
	Does  Action `yaml:"does"` // final
}

// Path leads from an argument to a value: recv, arg0, arg1.Field, arg0["entry"], or
// carrier.Field: of the struct that carries the key, whichever argument it is.
type Path struct {
	Arg   int // or Receiver, CarrierArg
	Steps []Step
	Text  string
}

// Values of Path.Arg that are no number of an argument.
const (
	Receiver   = -1
	CarrierArg = -2
)

// Step is a field, or the entry of a map, as in the paths of contracts.
type Step = contract.Step
