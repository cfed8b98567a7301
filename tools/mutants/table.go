package main

import (
	_ "embed"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// A Mutant is a mistake made on purpose.
type Mutant struct {
	// Name describes the mistake in a few words.
	Name string
	// File is the path of the changed file relative to the root of the project, with slashes.
	File string
	// After is a text in the file behind which the search for Old begins; "" is the beginning of the file.
	After string
	// The first Old is replaced by New. Both are parts of one line. Without After, Old occurs only once.
	Old, New string
	// Effect is one of [Effects].
	Effect string
	// Why is the consequence of the mistake.
	Why string
	// Tests are the packages whose tests are run, as patterns of the go tool, in this order.
	Tests []string
	// Caught is the package and name of the first test that fails; "" if there is none or the mutant was not tried.
	Caught string
}

// Effects are the possible effects of a mistake: it refutes legal positions or leaves them out of a space, it refutes fewer
// illegal ones, or it makes numbers wrong.
var Effects = []string{"legal", "illegal", "numbers"}

//go:embed table.txt
var table string

// Table returns the table of this package. It panics if the table cannot be parsed, which a test excludes.
func Table() []Mutant {
	list, err := Parse("table.txt", table)
	if err != nil {
		panic("mutants: " + err.Error())
	}
	return list
}

// fieldNames are the first words of the lines of a mutant, in order. The lines after and caught are optional.
var fieldNames = []string{"mutant", "file", "after", "old", "new", "effect", "why", "tests", "caught"}

// field returns the field of m with a name, nil for tests, which is a list.
func (m *Mutant) field(word string) *string {
	return map[string]*string{"mutant": &m.Name, "file": &m.File, "after": &m.After, "old": &m.Old, "new": &m.New,
		"effect": &m.Effect, "why": &m.Why, "caught": &m.Caught}[word]
}

// Parse parses a table: a paragraph for each mutant, with a line for each field. Lines that begin with #
// are comments. Errors name file and line.
func Parse(name, text string) (list []Mutant, err error) {
	var m *Mutant
	next := 0 // index of the first field that may follow
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
		position := slices.Index(fieldNames, word)
		if position < 0 {
			return nil, fail("%.20q begins no line, want one of %s", word, strings.Join(fieldNames, ", "))
		}
		if position < next || m == nil && position != 0 {
			return nil, fail("%s out of order, want %s", word, strings.Join(fieldNames, ", "))
		}
		if m == nil {
			m = new(Mutant)
		}
		next = position + 1
		if rest = strings.TrimSpace(rest); word == "tests" {
			m.Tests = strings.Fields(rest)
		} else {
			*m.field(word) = rest
		}
	}
	return list, nil
}

// check returns an error if a field is missing or invalid.
func (m *Mutant) check() error {
	for _, word := range fieldNames {
		isOptional := word == "after" || word == "caught" || word == "new"
		if f := m.field(word); f != nil && *f == "" && !isOptional {
			return fmt.Errorf("mutant %q has no line %s", m.Name, word)
		}
	}
	switch {
	case !slices.Contains(Effects, m.Effect):
		return fmt.Errorf("mutant %q: effect %q, want one of %s", m.Name, m.Effect, strings.Join(Effects, ", "))
	case len(m.Tests) == 0:
		return fmt.Errorf("mutant %q has no line tests", m.Name)
	case m.Old == m.New:
		return fmt.Errorf("mutant %q changes nothing", m.Name)
	}
	return nil
}

// Apply returns the source with the mistake, or an error if the texts are not in the source.
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

// Write writes a table in the format that [Parse] reads, after the comments of its head.
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
		for _, word := range fieldNames {
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

// Head returns the comments at the head of a table.
func Head(text string) (head string) {
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "#") {
			break
		}
		head += line
	}
	return head
}
