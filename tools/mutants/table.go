package main

import (
	_ "embed"
	"errors"
	"fmt"
	"io"
	"strings"
)

// A Mutant is a mistake made on purpose.
type Mutant struct {
	// Name says what is wrong, in a few words.
	Name string
	// File is the file that is changed, from the root of the project, with slashes.
	File string
	// After is a text in the file behind which Old is looked for; "" is the beginning of the file.
	After string
	// Old is replaced by New where it occurs first. Both are parts of one line. Without After, Old occurs only once.
	Old, New string
	// Effect is one of [Effects].
	Effect string
	// Why says what follows from the mistake.
	Why string
	// Tests are the packages whose tests are run, as patterns of the go tool, the nearest first.
	Tests []string
	// Caught names the test that fails first, with its package; "" if none was found or it was not looked for.
	Caught string
}

// Effects are what a mistake can do: refute legal positions, or leave them out of a space; refute fewer
// illegal ones; make numbers wrong.
var Effects = []string{"legal", "illegal", "numbers"}

//go:embed table.txt
var table string

// Table returns the table of this package. It panics if that cannot be read, which a test excludes.
func Table() []Mutant {
	list, err := Parse("table.txt", table)
	if err != nil {
		panic("mutants: " + err.Error())
	}
	return list
}

// fields are the words that begin the lines of a mutant, in their order. Those of after and caught may be missing.
var fields = []string{"mutant", "file", "after", "old", "new", "effect", "why", "tests", "caught"}

// field returns the part of m that a word names.
func (m *Mutant) field(word string) *string {
	return map[string]*string{"mutant": &m.Name, "file": &m.File, "after": &m.After, "old": &m.Old, "new": &m.New,
		"effect": &m.Effect, "why": &m.Why, "caught": &m.Caught}[word]
}

// Parse reads a table: a paragraph for each mutant, with a line for each field, the word first. Lines that begin with
// # are for people. Errors name file and line.
func Parse(name, text string) (list []Mutant, err error) {
	var m *Mutant
	next := 0 // the first word that may come
	n := 0
	fail := func(format string, args ...any) error {
		return fmt.Errorf("%s:%d: %s", name, n, fmt.Sprintf(format, args...))
	}
	for line := range strings.Lines(text + "\n\n") {
		n++
		line = strings.TrimRight(line, "\r\n")
		if strings.HasPrefix(line, "#") {
			continue
		}
		if strings.TrimSpace(line) == "" {
			if m != nil {
				if err := m.check(); err != nil {
					return nil, fail("%v", err)
				}
				list, m, next = append(list, *m), nil, 0
			}
			continue
		}
		word, rest, _ := strings.Cut(line, " ")
		at := -1
		for i, f := range fields {
			if f == word {
				at = i
			}
		}
		if at < 0 {
			return nil, fail("%.20q begins no line, want one of %s", word, strings.Join(fields, ", "))
		}
		if at < next || m == nil && at != 0 {
			return nil, fail("%s out of order, want %s", word, strings.Join(fields, ", "))
		}
		if m == nil {
			m = new(Mutant)
		}
		next = at + 1
		if rest = strings.TrimSpace(rest); word == "tests" {
			m.Tests = strings.Fields(rest)
		} else {
			*m.field(word) = rest
		}
	}
	return list, nil
}

// check reports what is missing.
func (m *Mutant) check() error {
	for _, word := range fields {
		if f := m.field(word); f != nil && *f == "" && word != "after" && word != "caught" && word != "new" {
			return fmt.Errorf("mutant %q has no line %s", m.Name, word)
		}
	}
	known := false
	for _, e := range Effects {
		known = known || e == m.Effect
	}
	switch {
	case !known:
		return fmt.Errorf("mutant %q: effect %q, want one of %s", m.Name, m.Effect, strings.Join(Effects, ", "))
	case len(m.Tests) == 0:
		return fmt.Errorf("mutant %q has no line tests", m.Name)
	case m.Old == m.New:
		return fmt.Errorf("mutant %q changes nothing", m.Name)
	}
	return nil
}

// Apply returns the source with the mistake. An error says why it cannot be made.
func (m *Mutant) Apply(source string) (string, error) {
	from := 0
	if m.After != "" {
		at := strings.Index(source, m.After)
		if at < 0 {
			return "", fmt.Errorf("%s: %q is not there", m.File, m.After)
		}
		from = at + len(m.After)
	} else if n := strings.Count(source, m.Old); n > 1 {
		return "", fmt.Errorf("%s: %q is there %d times, want once, or a line after", m.File, m.Old, n)
	}
	at := strings.Index(source[from:], m.Old)
	if at < 0 {
		return "", fmt.Errorf("%s: %q is not there", m.File, m.Old)
	}
	at += from
	return source[:at] + m.New + source[at+len(m.Old):], nil
}

// Write writes a table as Parse reads it, below the lines for people at the head.
func Write(w io.Writer, head string, list []Mutant) error {
	var errs []error
	print := func(format string, args ...any) {
		_, err := fmt.Fprintf(w, format, args...)
		errs = append(errs, err)
	}
	print("%s", head)
	for i := range list {
		m := &list[i]
		print("\n")
		for _, word := range fields {
			text := strings.Join(m.Tests, " ")
			if f := m.field(word); f != nil {
				text = *f
			}
			if text != "" || word == "new" {
				print("%s\n", strings.TrimRight(fmt.Sprintf("%-6s %s", word, text), " "))
			}
		}
	}
	return errors.Join(errs...)
}

// Head returns the lines for people at the head of a table.
func Head(text string) (head string) {
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "#") {
			break
		}
		head += line
	}
	return head
}
