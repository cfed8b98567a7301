package relay

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// printed is what a flood publishes of pieces, and what its file holds.
func printed(t *testing.T, pieces ...string) (page, file string) {
	t.Helper()
	var f flood
	for _, p := range pieces {
		content := map[string]any{"name": "stdout", "text": p}
		if f.take(content) {
			page += content["text"].(string)
		}
	}
	f.end()
	if f.rest == nil {
		return page, ""
	}
	text := testkit.Must(os.ReadFile(f.rest.Name()))(t)
	return page, string(text)
}

func TestFlood(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	line := strings.Repeat("x", 99) + "\n"
	half, odd := strings.Repeat(line, maxOutput/200), strings.Repeat("y", 150)
	note := regexp.MustCompile(`\n\[more than 200 kB of output: the rest is in .*chesscensus-output-.*\.txt\]\n`)
	tests := []struct {
		pieces []string
		page   string // before the note
	}{
		{[]string{half}, half},
		{[]string{half, half}, half + half},
		{[]string{half, half, "a\n", "b\n"}, half + half},
		{[]string{half, half + half}, half + half},
		{[]string{half, line + odd + half + half}, half + line + odd + half[:maxOutput/2-300]},
		{[]string{strings.Repeat("y", maxOutput+1)}, ""}, // one long line
	}
	for i, test := range tests {
		page, file := printed(t, test.pieces...)
		all := strings.Join(test.pieces, "")
		if !strings.HasPrefix(page, test.page) {
			t.Errorf("%d: the page has %d bytes and begins differently", i, len(page))
		} else if said := page[len(test.page):]; said != "" && note.FindString(said) != said || (said == "") != (all == test.page) {
			t.Errorf("%d: after the output the page says %.300q", i, said)
		}
		if test.page+file != all {
			t.Errorf("%d: page and file have %d and %d bytes of %d", i, len(test.page), len(file), len(all))
		}
	}
}

// The file does not fill the disk, and says where it ends.
func TestFloodIsBounded(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	f := flood{printed: maxOutput}
	f.take(map[string]any{"text": "first\n"})
	f.kept = maxRest - 3
	for range 3 {
		if f.take(map[string]any{"text": "more\n"}) {
			t.Error("published")
		}
	}
	f.end()
	if got, _ := os.ReadFile(f.rest.Name()); string(got) != "first\n\n[and more, that was not kept: this file ends at 256 MB]\n" {
		t.Errorf("the file is %q", got)
	}
}

// Without a folder for the file everything is in the notebook.
func TestFloodWithoutFolder(t *testing.T) {
	t.Setenv("TMPDIR", "/nowhere/at/all")
	text := strings.Repeat("z\n", maxOutput)
	if page, file := printed(t, text, "end\n"); page != text+"end\n" || file != "" {
		t.Errorf("%d bytes on the page, %d in a file", len(page), len(file))
	}
}

func TestLongOutputOfACell(t *testing.T) {
	testkit.Medium(t)
	t.Setenv("TMPDIR", t.TempDir())
	b := newBench(t, Options{})
	id := b.execute("flood()")
	said := strings.Join(b.said(id), "")
	if !strings.Contains(said, "\n[more than 200 kB of output: the rest is in ") || len(said) > maxOutput+1000 {
		t.Errorf("published %d bytes", len(said))
	}
	if got := b.reply(id); got["status"] != "ok" {
		t.Errorf("reply %v", got)
	}
}
