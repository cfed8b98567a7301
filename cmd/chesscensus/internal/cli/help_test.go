package cli

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

func TestWrapText(t *testing.T) {
	for _, c := range [][2]string{
		{"", ""},
		{"short\n\nlines", "short\n\nlines"},
		{"one two three\nfour\n\nfive\nsix\n  table\n", "one two\nthree four\n\nfive six\n  table\n"},
		{"one two three four", "one two\nthree four"},
		{"  an example that is too long\nand one two", "  an example that is too long\nand one\ntwo"},
		{"incomprehensibilities of it", "incomprehensibilities\nof it"},
	} {
		if got := wrapText(c[0], 10); got != c[1] {
			t.Errorf("%q: %q, want %q", c[0], got, c[1])
		}
	}
}

// TestWrapHelp: neither the text nor the flags of a command have long lines, and no word is lost.
func TestWrapHelp(t *testing.T) {
	text := strings.Repeat("many words of help ", 30)
	sub := &cobra.Command{Use: "sub", Long: text, Run: func(*cobra.Command, []string) {}}
	sub.Flags().String("flag", "", text)
	root := &cobra.Command{Use: "root"}
	root.AddCommand(sub)
	wrapHelp(root)
	var out strings.Builder
	root.SetOut(&out)
	root.SetArgs([]string{"sub", "--help"})
	if err := root.Execute(); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(out.String()) {
		if len(line) > helpWidth+1 {
			t.Errorf("%d characters: %s", len(line), line)
		}
	}
	if got := strings.Count(out.String(), "many"); got != 60 {
		t.Errorf("%d of 60 words are there:\n%s", got, out.String())
	}
}
