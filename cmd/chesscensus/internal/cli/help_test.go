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

// TestUsageIsCobras: but for the width of flags the help of a command is what cobra makes of it.
func TestUsageIsCobras(t *testing.T) {
	make := func(wrapped bool, args ...string) string {
		root := &cobra.Command{Use: "root", Short: "s", RunE: func(*cobra.Command, []string) error { return nil }}
		root.PersistentFlags().Int("jobs", 3, "how `many`")
		sub := &cobra.Command{Use: "sub FILE", Long: "What it does.", Example: "  root sub x", Run: func(*cobra.Command, []string) {}}
		sub.Flags().StringP("flag", "f", "x", "a flag")
		group := &cobra.Command{Use: "group", Short: "commands below"}
		group.AddCommand(&cobra.Command{Use: "below", Short: "b", Run: func(*cobra.Command, []string) {}})
		hidden := &cobra.Command{Use: "hidden", Hidden: true, Run: func(*cobra.Command, []string) {}}
		root.AddCommand(sub, group, hidden)
		if wrapped {
			wrapHelp(root)
		}
		var out strings.Builder
		root.SetOut(&out)
		root.SetArgs(args)
		if err := root.Execute(); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	for _, args := range [][]string{{"--help"}, {"sub", "--help"}, {"help", "group"}, {"group"}, {"group", "below", "--help"}} {
		if got, want := make(true, args...), make(false, args...); got != want || len(got) < 50 {
			t.Errorf("%q: help is\n%s\nwant\n%s", args, got, want)
		}
	}
}
