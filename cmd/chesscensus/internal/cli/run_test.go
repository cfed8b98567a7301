package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/spf13/cobra"

	"chesscensus/chess/notation/forms"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality"
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
	testkit.FailsWith(t, Usage(io.EOF), io.EOF, "a usage error does not wrap its error")
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
		testkit.Equal(t, strings.Join(negativeNumbers(strings.Fields(in)), " "), want, in)
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
		testkit.Equal(t, FENField(in), want, in)
	}
}

// TestWrap: wrapping keeps words and their order, the width, and each number beside its move.
func TestWrap(t *testing.T) {
	var words []string
	for i := range 200 {
		if i%2 == 0 {
			words = append(words, strings.Repeat("1", 1+i%3)+".")
		}
		words = append(words, strings.Repeat("N", 2+i%5))
	}
	text := Wrap(words)
	if got := strings.Fields(text); strings.Join(got, " ") != strings.Join(words, " ") {
		t.Error("words are lost or moved")
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if len(line) > 80 || strings.HasSuffix(line, ".") || len(line) < 60 && !strings.HasSuffix(text, line+"\n") {
			t.Errorf("a line of %d characters: %q", len(line), line)
		}
	}
	for in, want := range map[string]string{"": "", "1.": "1.\n", "1. e4": "1. e4\n", strings.Repeat("x", 100) + " y": strings.Repeat("x", 100) + "\ny\n"} {
		testkit.Equal(t, Wrap(strings.Fields(in)), want, in)
	}
}

func TestPlies(t *testing.T) {
	for n, want := range map[int]string{0: "0 plies", 1: "1 ply", 2: "2 plies", 1234: "1 234 plies"} {
		testkit.Equal(t, Plies(n), want, n)
	}
}

// TestMoveStyle: moves are numbered only with --numbered if the output is not a terminal.
func TestMoveStyle(t *testing.T) {
	a := &App{Out: new(bytes.Buffer)}
	for style, want := range map[MoveStyle]bool{{}: false, {SAN: true}: false, {Numbered: true}: true} {
		testkit.Equal(t, style.ForPeople(a), want, style)
	}
}

// TestNewBuildInfo: the version is that of the build information, for all ways to build the program.
func TestNewBuildInfo(t *testing.T) {
	vcs := func(revision, modified string) []debug.BuildSetting {
		return []debug.BuildSetting{{Key: "vcs", Value: "git"}, {Key: "vcs.revision", Value: revision}, {Key: "vcs.modified", Value: modified}}
	}
	for _, c := range []struct {
		about, version, stamped string
		settings                []debug.BuildSetting
		want                    string
	}{
		{"go install of a version", "v1.2.3", "", nil, "v1.2.3 go1.26"},
		{"a clone", "(devel)", "", vcs("abc", "false"), "devel abc go1.26"},
		{"a clone with a made up version", "v0.0.0-20260101000000-abc", "", vcs("abc", "false"), "devel abc go1.26"},
		{"a clone that was changed", "", "", vcs("abc", "true"), "devel abc-dirty go1.26"},
		{"make, without git", "(devel)", "", nil, "devel go1.26"},
		{"make, with git", "(devel)", "abc-dirty", nil, "devel abc-dirty go1.26"},
		{"both", "(devel)", "stamped", vcs("abc", "false"), "devel abc go1.26"},
	} {
		info := &debug.BuildInfo{GoVersion: "go1.26", Main: debug.Module{Version: c.version}, Settings: c.settings}
		want := fmt.Sprintf("%s, engine %d", c.want, legality.Version)
		testkit.Equal(t, newBuildInfo(info, c.stamped).String(), want, c.about)
	}
}

// TestVersionSpellings: version, --version and version --json agree.
func TestVersionSpellings(t *testing.T) {
	run := func(args ...string) string {
		var out, errs bytes.Buffer
		if status := Run(context.Background(), args, strings.NewReader(""), &out, &errs); status != 0 || errs.Len() > 0 {
			t.Errorf("%q: status %d, %s", args, status, &errs)
		}
		return out.String()
	}
	want := "chesscensus " + Version() + "\n"
	testkit.Equal(t, run("version"), want, "version")
	testkit.Equal(t, run("--version"), want, "--version")
	var b buildInfo
	if err := json.Unmarshal([]byte(run("version", "--json")), &b); err != nil || b != readBuild() || b.Engine != legality.Version {
		t.Errorf("version --json: %+v, %v", b, err)
	}
}
