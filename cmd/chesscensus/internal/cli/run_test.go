package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/spf13/cobra"

	"chesscensus/chess/notation/forms"
)

// oneCommand returns a group with the command "end", which runs f.
func oneCommand(f func(a *App, ctx context.Context) error) Group {
	return func(a *App) []*cobra.Command {
		return []*cobra.Command{{Use: "end", Args: cobra.NoArgs, RunE: func(c *cobra.Command, _ []string) error { return f(a, c.Context()) }}}
	}
}

// TestStatuses: each kind of error has its exit status and message.
func TestStatuses(t *testing.T) {
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	for _, c := range []struct {
		about  string
		ctx    context.Context
		f      func(a *App, ctx context.Context) error
		status int
		errs   string
	}{
		{"well", context.Background(), func(*App, context.Context) error { return nil }, StatusOK, ""},
		{"a status of its own", context.Background(), func(a *App, _ context.Context) error { a.Status = 7; return nil }, 7, ""},
		{"an error beats that", context.Background(), func(a *App, _ context.Context) error { a.Status = 7; return io.ErrUnexpectedEOF },
			StatusError, "chesscensus: unexpected EOF\n"},
		{"bad lines, named before", context.Background(), func(*App, context.Context) error { return fmt.Errorf("list: %w", ErrBadInput) }, StatusError, ""},
		{"a wrong command line", context.Background(), func(*App, context.Context) error { return Usagef("-n %d", 0) }, StatusUsage, "chesscensus: -n 0\n"},
		{"an error of another package", context.Background(),
			func(*App, context.Context) error { return fmt.Errorf("x: %w", Usage(io.EOF)) }, StatusUsage, "chesscensus: x: EOF\n"},
		{"a closed pipe", context.Background(), func(*App, context.Context) error { return fmt.Errorf("write: %w", syscall.EPIPE) }, StatusPipe, ""},
		{"Ctrl-C", canceled, func(_ *App, ctx context.Context) error { return ctx.Err() }, StatusInterrupted, "chesscensus: interrupted\n"},
		{"a context of its own", context.Background(), func(*App, context.Context) error { return context.Canceled }, StatusError, "chesscensus: context canceled\n"},
	} {
		var out, errs bytes.Buffer
		if status := Run(c.ctx, []string{"end"}, strings.NewReader(""), &out, &errs, oneCommand(c.f)); status != c.status || errs.String() != c.errs || out.Len() > 0 {
			t.Errorf("%s: status %d, errors %q, want %d and %q", c.about, status, &errs, c.status, c.errs)
		}
	}
	if err := Usage(io.EOF); !errors.Is(err, io.EOF) {
		t.Error("a usage error does not wrap its error")
	}
}

// TestNotesArePrintedOnce: a note is printed once, with the number of its records.
func TestNotesArePrintedOnce(t *testing.T) {
	for n, want := range map[int]string{0: "", 1: "note: 1 record: ", 3: "note: 3 records: "} {
		var out, errs bytes.Buffer
		Run(context.Background(), []string{"end"}, strings.NewReader(""), &out, &errs, oneCommand(func(a *App, _ context.Context) error {
			for range n {
				a.CountNotes(forms.IdleEP)
			}
			return nil
		}))
		if !strings.Contains(errs.String(), want) || strings.Count(errs.String(), "\n") != min(n, 1) {
			t.Errorf("%d records: %q", n, &errs)
		}
	}
}

// TestNegativeNumbers: "--" is inserted before the first negative number, but not before the value of a flag.
func TestNegativeNumbers(t *testing.T) {
	for in, want := range map[string]string{
		"unrank 5":        "unrank 5",
		"unrank -5":       "unrank -- -5",
		"unrank 3 -5 -6":  "unrank 3 -- -5 -6",
		"unrank -- -5":    "unrank -- -5",
		"unrank -j -5":    "unrank -j -5",
		"unrank -j 2 -7":  "unrank -j 2 -- -7",
		"unrank --jobs -": "unrank --jobs -",
	} {
		if got := strings.Join(negativeNumbers(strings.Fields(in)), " "); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}

// TestFENArgs: the fields of one record are joined, and other arguments are not.
func TestFENArgs(t *testing.T) {
	for in, want := range map[string][]string{
		"8/8/8/8/8/8/8/Kk6 w - -":             {"8/8/8/8/8/8/8/Kk6 w - -"},
		"8/8/8/8/8/8/8/Kk6 b - - 0 1":         {"8/8/8/8/8/8/8/Kk6 b - - 0 1"},
		"8/8/8/8/8/8/8/Kk6":                   {"8/8/8/8/8/8/8/Kk6"},
		"a b":                                 {"a", "b"},
		"8/8 x":                               {"8/8", "x"},
		"8/8/8/8/8/8/8/Kk6 w - - 0 1 another": {"8/8/8/8/8/8/8/Kk6", "w", "-", "-", "0", "1", "another"},
	} {
		if got := FENArgs(strings.Fields(in)); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", in, got, want)
		}
	}
	for in, want := range map[string]string{"a": "a", " a b \t1\t2": "a b", "\t": ""} {
		if got := FENField(in); got != want {
			t.Errorf("FENField(%q) = %q, want %q", in, got, want)
		}
	}
}
