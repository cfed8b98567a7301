package main

import (
	"os"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// An example is a command line in a text, with the output that the text shows.
type example struct{ command, want string }

// findExamples returns the examples in a text: lines that begin with indent and mark, each followed by its output, which are the lines
// that begin with indent, up to the next example or command line with a pipe.
func findExamples(text, indent, mark string) (list []example) {
	inExample := false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		command, found := strings.CutPrefix(line, indent+mark)
		switch output, indented := strings.CutPrefix(line, indent); {
		case found:
			list, inExample = append(list, example{command: command}), true
		case strings.Contains(line, "| chesscensus "):
			inExample = false // a command line with a pipe, not an output
		case inExample && indented:
			list[len(list)-1].want += output + "\n"
		default:
			inExample = false
		}
	}
	return list
}

// splitWords splits a command line at blanks, but not within single quotes, as a shell does. It returns false if the line needs other
// features of a shell.
func splitWords(line string) (list []string, ok bool) {
	word, quoted := "", false
	for _, c := range line + " " {
		switch {
		case c == '\'':
			quoted = !quoted
		case quoted:
			word += string(c)
		case c == ' ':
			if word != "" {
				list = append(list, word)
			}
			word = ""
		case strings.ContainsRune(`|<>"$#;&`, c):
			return nil, false
		default:
			word += string(c)
		}
	}
	return list, !quoted
}

// check runs the command and compares its output and errors with the text. It reports whether it did: whether the text has an output,
// and the command needs no shell.
func (e example) check(t *testing.T) (ran bool) {
	t.Helper()
	args, ok := splitWords(e.command)
	if !ok || e.want == "" {
		return false
	}
	if _, out, errs := invoke("", args...); out+errs != e.want {
		t.Errorf("chesscensus %s\nprints\n%s%swhere the text shows\n%s", e.command, out, errs, e.want)
	}
	return true
}

// TestReadme runs the commands whose output README.md and docs/HOWTO.md show.
func TestReadme(t *testing.T) {
	testkit.Medium(t)
	checked := 0
	for _, page := range []string{"../../README.md", "../../docs/HOWTO.md"} {
		text := testkit.Must(os.ReadFile(page))(t)
		for _, indent := range []string{"      ", "    "} {
			for _, e := range findExamples(string(text), indent, "$ bin/chesscensus ") {
				if e.check(t) {
					checked++
				}
			}
		}
	}
	if checked < 3 {
		t.Errorf("%d examples were checked, want at least 3", checked)
	}
}

// TestHelpExamples runs the examples of all commands whose output their help shows.
func TestHelpExamples(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	_, help, _ := invoke("", "help")
	_, list, _ := strings.Cut(help, "Available Commands:\n")
	list, _, _ = strings.Cut(list, "\n\n")
	checked := 0
	for line := range strings.Lines(list) {
		name := strings.Fields(line)[0]
		if name == "tables" { // its output has a path of the user
			continue
		}
		status, text, _ := invoke("", "help", name)
		if status != 0 {
			t.Errorf("help %s: status %d", name, status)
		}
		_, text, _ = strings.Cut(text, "Examples:\n")
		text, _, _ = strings.Cut(text, "\n\n")
		for _, e := range findExamples(text, "  ", "chesscensus ") {
			if e.check(t) {
				checked++
			}
		}
	}
	if checked < 7 {
		t.Errorf("%d examples were checked, want at least 7", checked)
	}
}
