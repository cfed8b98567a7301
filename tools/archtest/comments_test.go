package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// TestCommentsNameWhatExists of this module.
func TestCommentsNameWhatExists(t *testing.T) {
	testkit.Medium(t)
	list, err := Comments(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	for _, place := range list {
		t.Error(place)
	}
}

// TestComments: each comment that names what does not exist is found, no other.
func TestComments(t *testing.T) {
	root := tree(t, map[string]string{
		"a/a.go": `package a

// T is a [T] with [T.Field], [T.method], [*b.B] and [big.Int]; [a.Here] too. See b.go and http://x/c.go. Where [T.Lost] is
// nobody knows, nor [Lost], [b.Lost] or c.go.
type T struct{ Field int }

// An array x[Lost] and an interval [0, N].
func (t *T) method() {}

// Here is x[i].
var Here T
`,
		"b/b.go": "package b\n\n// B has [B.Do].\ntype B interface{ Do() }\n",
	})
	got, err := Comments(root)
	if err != nil {
		t.Fatal(err)
	}
	for i := range got {
		got[i] = filepath.ToSlash(strings.TrimPrefix(got[i], root+string(filepath.Separator)))
	}
	want := []string{
		"a/a.go:3: [T.Lost] leads nowhere",
		"a/a.go:4: [Lost] leads nowhere",
		"a/a.go:4: [b.Lost] leads nowhere",
		"a/a.go:4: no file c.go",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if _, err := Comments(tree(t, map[string]string{"a.go": "no Go"})); err == nil {
		t.Error("a file that cannot be parsed gives no error")
	}
}
