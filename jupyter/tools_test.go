//go:build unix

package jupyter

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"chesscensus/internal/testing/testkit"
)

// TestHundredMegabytesWithoutALine checks that long output without an end of line on standard error does not keep a cell busy, as it does
// in GoNB without gonbPatch.
func TestHundredMegabytesWithoutALine(t *testing.T) {
	testkit.Medium(t)
	l := requireLab(t, smallLab)
	tools := testkit.Must(pinnedTools(l.root, testkit.Must(findGo())(t)))(t)
	if !tools[0].fresh(filepath.Join(l.root, "bin", "gonb")) {
		t.Error("GoNB was built without its patch")
	}
	file := writeNotebook(t, t.TempDir(), "flood.ipynb", "os.Stderr.Write(make([]byte, 100_000_000));", "6 * 7")
	testkit.OK(t, l.run(t, RunOptions{Timeout: time.Minute}, file))
	data := testkit.Must(os.ReadFile(file))(t)
	if text := string(data); !strings.Contains(text, "[more than 200 kB of output: the rest is in") || !strings.Contains(text, "42") || len(text) > 3_000_000 {
		t.Errorf("the notebook has %d bytes and ends in %.300q", len(text), text[max(0, len(text)-1000):])
	}
}
