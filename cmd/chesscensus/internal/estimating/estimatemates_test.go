package estimating

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/internal/testing/testkit"
)

// TestEstimateMates: the text has a row for each class, the record has shares that add up to 1, and the figure is written.
func TestEstimateMates(t *testing.T) {
	testkit.Medium(t)
	dir := filepath.Join(t.TempDir(), "figures")
	args := []string{"estimate", "--mates", "2", "-n", "3000", "--figures", dir}
	status, out, errs := invoke("", args...)
	for _, want := range []string{"3 000 draws from ranked-repaired", "engine, effort kernel", "\n  mated  ", "\n  mate in 2  ",
		"\n  stalemate  ", "\n  in check  ", "z    twice that", "\nprogram: " + cli.Version() + "\n"} {
		if status != 0 || !strings.Contains(out, want) {
			t.Errorf("status %d, %s, no %q in\n%s", status, errs, want, out)
		}
	}
	for _, ext := range []string{"png", "svg", "pdf"} {
		if info, err := os.Stat(filepath.Join(dir, "mate-shares."+ext)); err != nil || info.Size() == 0 {
			t.Errorf("figure %s: %v", ext, err)
		}
	}
	status, out, errs = invoke("", "estimate", "--mates", "1", "-n", "2000", "--space", "counter-split-feasible", "--by", "chesscounter", "--json")
	var r struct {
		Judge string
		Rows  []struct {
			Class string
			Low   struct{ Value, Lo, Hi float64 }
		}
		Published []struct {
			Z     float64
			Twice float64 `json:"z_twice"`
		}
	}
	if err := json.Unmarshal([]byte(out), &r); status != 0 || err != nil {
		t.Fatalf("status %d, %s, %v", status, errs, err)
	}
	if r.Judge != "ChessCounter's rules, split" || len(r.Rows) != 5 || r.Rows[0].Class != "mated" || len(r.Published) != 2 {
		t.Errorf("%+v, want five rows from mated on, by ChessCounter's rules, and two published shares", r)
	}
	if c := r.Published[0]; c.Z == 0 || c.Twice == 0 || c.Z <= c.Twice {
		t.Errorf("%+v, want a lower z for twice the published share", c)
	}
	sum := 0.0
	for _, row := range r.Rows[:4] {
		sum += row.Low.Value
		if row.Low.Lo > row.Low.Value || row.Low.Hi < row.Low.Value {
			t.Errorf("%+v: the share lies outside of its interval", row)
		}
	}
	if sum < 1-1e-9 || sum > 1+1e-9 {
		t.Errorf("the shares of the first four rows, which exclude each other, add up to %g, want 1", sum)
	}
}

// TestEstimateMatesUsage: depths and spaces that --mates cannot have are usage errors.
func TestEstimateMatesUsage(t *testing.T) {
	testkit.Medium(t)
	for _, c := range [][2]string{
		{"--mates 0", "mate in 0 moves: want a number from 1 to 30"},
		{"--mates 50", "from 1 to 30"},
		{"--mates 1 --by chesscounter", "want a --space of diagrams"},
		{"--mates 1 --by chesscounter --space counter-split-positions", "want a --space of diagrams"},
		{"--mates 1 --space moon", "unknown space"},
		{"--by chesscounter", "go with --mates"},
	} {
		status, out, errs := invoke("", append([]string{"estimate"}, strings.Fields(c[0])...)...)
		if status != 2 || out != "" || !strings.Contains(errs, c[1]) {
			t.Errorf("%s: status %d, output %q, errors %q, want %q", c[0], status, out, errs, c[1])
		}
	}
}
