// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package model

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"

	"github.com/idemscope/idemscope/internal/visible"
)

// maxWrong is how many characters of an error of the decoder are shown: it quotes the text.
const maxWrong = 300

// located puts the file's name before an error of the decoder, which knows the line. The
// decoder speaks of Go's types; what is said instead is what the file was expected to have.
func located(file string, err error) error {
	var y yaml.Error
	if !errors.As(err, &y) || y.GetToken() == nil {
		return fmt.Errorf("%s: %s", file, visible.Cut(strings.TrimSpace(yaml.FormatError(err, false, false)), maxWrong))
	}
	at := y.GetToken()
	message := y.GetMessage()
	var mistyped *yaml.TypeError
	var misplaced *yaml.UnexpectedNodeTypeError
	switch {
	case errors.As(err, &mistyped):
		message = field(at) + "expected " + expected(mistyped.DstType) + found(at)
	case errors.As(err, &misplaced):
		message = field(at) + "expected " + kinds[misplaced.Expected] + found(at)
	}
	return fmt.Errorf("%s:%d: %s", file, at.Position.Line, visible.Cut(message, maxWrong))
}

// kinds name what the decoder wants a struct or a slice to be made of.
var kinds = map[ast.NodeType]string{
	ast.MappingType:  "fields, such as {func: .New, does: derive}",
	ast.SequenceType: "a list, with - before each entry, or in brackets",
}

// expected says what a value of a type is written as.
func expected(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return `text such as "region,tenant"`
	case reflect.Bool:
		return "true or false"
	case reflect.Slice:
		return kinds[ast.SequenceType]
	case reflect.Map, reflect.Struct:
		return kinds[ast.MappingType]
	}
	return "a whole number"
}

// field is the name of the field of which a token begins the value, with a colon; "" if it
// is not at hand.
func field(value *token.Token) string {
	if c := value.Prev; c != nil && c.Type == token.MappingValueType && c.Prev != nil {
		return c.Prev.Value + ": "
	}
	return ""
}

// found says what a token begins.
func found(t *token.Token) string {
	switch t.Type {
	case token.SequenceStartType, token.SequenceEntryType:
		return ", found a list"
	case token.MappingStartType, token.MappingValueType:
		return ", found fields"
	}
	return fmt.Sprintf(", found %s", t.Value)
}

// explain adds to an error on an unknown field which ones there are.
func explain(err error, into any) error {
	var unknown *yaml.UnknownFieldError
	if !errors.As(err, &unknown) || strings.Contains(unknown.Message, ": ") {
		return err // another one, or it is explained already
	}
	// In braces a comma ends the value, and what follows is taken for a field that has none.
	comma := ""
	if t := unknown.Token; t != nil && t.Prev != nil && t.Prev.Type == token.ImplicitNullType {
		comma = `; within braces, text with a comma stands in quotes: "region,tenant"`
	}
	unknown.Message += ": expected one of " + strings.Join(fieldNames(reflect.TypeOf(into).Elem()), ", ") + comma
	return err
}

// fieldNames are the names that a struct has in YAML.
func fieldNames(t reflect.Type) []string {
	var out, inline []string
	for f := range t.Fields() {
		name, rest, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		switch {
		case rest == "inline":
			inline = fieldNames(f.Type)
		case name != "" && name != "-":
			out = append(out, name)
		}
	}
	return append(out, inline...)
}
