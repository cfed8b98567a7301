package relay

import (
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// A cell whose program takes long has a note under it, which goes away with the first output, or at the end of a cell that shows nothing.
func TestCompilingIsSaid(t *testing.T) {
	testkit.Medium(t)
	b := newBench(t, Options{Built: filepath.Join(t.TempDir(), "built"), Banner: "what cells are"})
	if got := b.reply(b.ask("kernel_info_request", nil))["banner"]; got != "what cells are" {
		t.Errorf("the banner is %v", got)
	}
	for code, want := range map[string]string{
		"%%\nslowly(speaks)": "stdout: compiling ...|clear_output|stdout: here\n",
		"%%\nslowly()":       "stdout: compiling ...|clear_output|clear_output",
		"%%\nquick()":        "",
		"%words":             "stdout: ",
	} {
		got := strings.Join(b.said(b.execute(code))[1:], "|")
		if got != want && !(code == "%words" && strings.HasPrefix(got, want)) {
			t.Errorf("%q: %q, want %q", code, got, want)
		}
	}
}

// Without a file that tells of programs nothing is said.
func TestCompilingIsNotSaid(t *testing.T) {
	testkit.Medium(t)
	b := newBench(t, Options{})
	b.check("%%\nslowly(speaks)", "ok", "stdout: here\n")
}
