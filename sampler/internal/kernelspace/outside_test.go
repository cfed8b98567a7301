package kernelspace

import (
	_ "embed"
	"fmt"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/devdata"
	"chesscensus/internal/testing/testkit"
)

//go:embed testdata/sizes.tsv
var independentFile string

// independentSizes returns the sizes of the strata that outside programs computed, by name of the stratum.
func independentSizes(t *testing.T) map[string]string {
	t.Helper()
	sizes := map[string]string{}
	for line := range strings.Lines(independentFile) {
		if f := strings.Fields(line); f[0] != "#" {
			sizes[fmt.Sprintf("pawns=%s captures=%s", f[0], f[1])] = f[2]
		}
	}
	if len(sizes) != 33 {
		t.Fatalf("%d sizes, want 33", len(sizes))
	}
	return sizes
}

// TestStrataHaveTheSizesOfOutsidePrograms compares all 33 strata of the space "kernel" with the sizes of
// programs that share no code and no algorithm with the tables.
func TestStrataHaveTheSizesOfOutsidePrograms(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	want := independentSizes(t)
	tables, _, err := shipped(Default)
	testkit.OK(t, err)
	for _, s := range New(tables).Strata() {
		if want[s.Name] != s.Size.String() {
			t.Errorf("%s: %v setups, the outside programs found %q", s.Name, s.Size, want[s.Name])
		}
		delete(want, s.Name)
	}
	for name := range want {
		t.Errorf("%s: no such stratum", name)
	}
}

// TestLostMembersAreThere looks up setups that the tables of version 1 lacked, legal or not.
func TestLostMembersAreThere(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	tables, _, err := shipped(Default)
	testkit.OK(t, err)
	space := New(tables)
	for _, row := range devdata.Rows(t, devdata.KernelMembers, 3) {
		f := testkit.Must(chess.ParseFEN(row[0]))(t)
		if !space.Contains(&f.Setup) {
			t.Errorf("%s is not in the space (%s, %s)", row[0], row[1], row[2])
		}
	}
}
