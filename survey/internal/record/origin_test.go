package record

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// TestOrigin reads the file of the origin; errors name the file and the value.
func TestOrigin(t *testing.T) {
	f := Folder{Dir: t.TempDir()}
	if _, found, err := f.Origin(); found || err != nil {
		t.Fatalf("without a file: %v, %v", found, err)
	}
	for text, want := range map[string]string{
		`{"engine": 1, "commit": "521d14e", "note": "x"}`: "",
		`{"engine": 1, "commit": "521d14e"`:               "unexpected EOF",
		`{"engine": 0, "commit": "521d14e"}`:              "found engine 0",
		`{"engine": 1}`:                                   `commit ""`,
		`{"engine": 1, "commit": "521d14e", "more": 1}`:   "unknown field",
	} {
		testkit.OK(t, os.WriteFile(filepath.Join(f.Dir, OriginName), []byte(text), 0o666))
		o, found, err := f.Origin()
		if want == "" && (err != nil || !found || o.Engine != 1 || o.Commit != "521d14e") {
			t.Errorf("%s: %+v, %v, %v", text, o, found, err)
		}
		if want != "" && (found || err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), OriginName)) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
