package testkit

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
)

// Fails returns a function that fails a test unless there is an error that says what is wanted: want is a part of its text ("" for any
// error), or an error that it wraps. It is for calls that must fail:
//
//	testkit.Fails(spaces.Open("moon"))(t, "unknown space")
//
// The labels name the case in the message of the test.
func Fails[T any](_ T, err error) func(t testing.TB, want any, labels ...any) {
	return func(t testing.TB, want any, labels ...any) {
		t.Helper()
		FailsWith(t, err, want, labels...)
	}
}

// FailsWith is [Fails] for an error alone. If want is a nil error there must be none. It panics if want is neither a text nor an error.
func FailsWith(t testing.TB, err error, want any, labels ...any) {
	t.Helper()
	said := false
	switch want := want.(type) {
	case nil:
		said = err == nil
	case string:
		said = err != nil && strings.Contains(err.Error(), want)
	case error:
		said = errors.Is(err, want)
	default:
		panic(fmt.Sprintf("testkit: want a text or an error, and not a %T", want))
	}
	if !said {
		t.Errorf("%serror %v, want %q", join(labels), err, want)
	}
}

// Equal fails a test unless two values are equal. The labels name the case in the message.
func Equal[T comparable](t testing.TB, got, want T, labels ...any) {
	t.Helper()
	if got != want {
		form := "%s%v, want %v"
		if _, isText := any(want).(string); isText {
			form = "%s%q, want %q"
		}
		t.Errorf(form, join(labels), got, want)
	}
}

// Contains fails a test for each part that a text lacks.
func Contains(t testing.TB, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("no %q in\n%s", part, text)
		}
	}
}

// join returns labels with blanks between them and a colon behind, or nothing if there are none. Texts that could not be seen are quoted.
func join(labels []any) string {
	if len(labels) == 0 {
		return ""
	}
	shown := slices.Clone(labels)
	for i, label := range labels {
		if text, _ := label.(string); label == "" || strings.TrimSpace(text) != text || strings.ContainsFunc(text, unicode.IsControl) {
			shown[i] = strconv.Quote(text)
		}
	}
	return strings.TrimSuffix(fmt.Sprintln(shown...), "\n") + ": "
}
