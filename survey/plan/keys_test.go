package plan

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// TestExactKeys: a plan that two JSON readers may read differently is refused.
func TestExactKeys(t *testing.T) {
	data := testkit.Must(os.ReadFile(filepath.Join("..", "..", "records", "third", "plan.json")))(t)
	testkit.Must(Parse(data))(t)
	for _, c := range []struct{ from, to, want string }{
		{`"seed":`, `"Seed":`, `want "seed"`},
		{`"seed":`, `"seed": 1, "seed":`, "twice"},
		{`"seed":`, `"SEED": 1, "seed":`, `want "seed"`},
	} {
		if _, err := Parse(bytes.Replace(data, []byte(c.from), []byte(c.to), 1)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s for %s: %v", c.to, c.from, err)
		}
	}
}
