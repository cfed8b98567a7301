package relay

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// runFlood returns the text that a flood publishes of pieces of output, and the text of its file.
func runFlood(t *testing.T, pieces ...string) (page, file string) {
	t.Helper()
	var f flood
	for _, p := range pieces {
		content := map[string]any{"name": "stdout", "text": p}
		if f.limit(content) {
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

// TestFlood checks that page and file together have all output, that the page is cut at the end of a line, and that it has a note.
func TestFlood(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	line := strings.Repeat("x", 99) + "\n"
	half, odd := strings.Repeat(line, maxOutput/200), strings.Repeat("y", 150)
	notePattern := regexp.MustCompile(`\n\[more than 200 kB of output: the rest is in .*chesscensus-output-.*\.txt\]\n`)
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
		page, file := runFlood(t, test.pieces...)
		all := strings.Join(test.pieces, "")
		if !strings.HasPrefix(page, test.page) {
			t.Errorf("%d: the page has %d bytes and begins differently", i, len(page))
		} else if note := page[len(test.page):]; note != "" && notePattern.FindString(note) != note || (note == "") != (all == test.page) {
			t.Errorf("%d: after the output the page says %.300q", i, note)
		}
		if test.page+file != all {
			t.Errorf("%d: page and file have %d and %d bytes of %d", i, len(test.page), len(file), len(all))
		}
	}
}

// TestFloodIsBounded checks that the file ends at maxRest with a remark.
func TestFloodIsBounded(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	f := flood{printed: maxOutput}
	f.limit(map[string]any{"text": "first\n"})
	f.fileSize = maxRest - 3
	for range 3 {
		if f.limit(map[string]any{"text": "more\n"}) {
			t.Error("text beyond the limit is published")
		}
	}
	f.end()
	if got, _ := os.ReadFile(f.rest.Name()); string(got) != "first\n\n[and more, that was not kept: this file ends at 256 MB]\n" {
		t.Errorf("the file is %q", got)
	}
}

// TestFloodWithoutFolder checks that all output is published if no file can be created.
func TestFloodWithoutFolder(t *testing.T) {
	t.Setenv("TMPDIR", "/nowhere/at/all")
	text := strings.Repeat("z\n", maxOutput)
	if page, file := runFlood(t, text, "end\n"); page != text+"end\n" || file != "" {
		t.Errorf("%d bytes on the page, %d in a file", len(page), len(file))
	}
}

// TestLongOutputOfACell checks the limit of output in a relay.
func TestLongOutputOfACell(t *testing.T) {
	testkit.Medium(t)
	t.Setenv("TMPDIR", t.TempDir())
	b := newBench(t, Options{})
	id := b.execute("flood()")
	text := strings.Join(b.published(id), "")
	if !strings.Contains(text, "\n[more than 200 kB of output: the rest is in ") || len(text) > maxOutput+1000 {
		t.Errorf("published %d bytes", len(text))
	}
	if got := b.reply(id); got["status"] != "ok" {
		t.Errorf("reply %v", got)
	}
}
