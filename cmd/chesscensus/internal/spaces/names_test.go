package spaces

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/internal/testing/testkit"
	"chesscensus/sampler/spaces"
)

// TestCountsAll: partial spaces are not comparable with complete ones.
func TestCountsAll(t *testing.T) {
	for name, want := range map[string]bool{"ranked": true, "ranked-repaired": true, "material": true, "counter-general": true, "counter-general-positions": true, "rndfen": true, "cover": true, "cover-5-6": true,
		"ranked|men<=5": false, "counter-restricted": false, "counter-very-restricted-positions": false, "kernel": false, "kernel-5-6": false} {
		if CountsAll(name) != want {
			t.Errorf("CountsAll(%s) = %v", name, !want)
		}
	}
}

// TestAdvice: an error about damaged tables gets advice, and other errors do not change.
func TestAdvice(t *testing.T) {
	if err := withAdvice(spaces.ErrTables, smallTables); !errors.Is(err, spaces.ErrTables) || !strings.Contains(err.Error(), "chesscensus tables --space kernel-5-6 --force") {
		t.Errorf("damaged tables: %v, want the command that writes them anew", err)
	}
	if err := withAdvice(os.ErrPermission, smallTables); err != os.ErrPermission {
		t.Errorf("another error: %v, want it unchanged", err)
	}
	var errs strings.Builder
	c := tablesIn(&cli.App{Err: &errs}, filepath.Join(t.TempDir(), "x"))
	c.Warn(os.ErrPermission)
	c.Progress(1, 2) // no terminal: nothing is shown
	if text := errs.String(); !strings.Contains(text, "permission denied; the tables are used") || strings.Count(text, "\n") != 1 {
		t.Errorf("errors %q, want one warning", text)
	}
}

// TestListOf: sizes are exact and computed on request only, but never for spaces with tables.
func TestListOf(t *testing.T) {
	all := []spaces.Info{{Name: "counter-very-restricted"}, {Name: "kernel", About: "with tables"}}
	for _, sizes := range []bool{true, false} {
		list, err := listSpaces(all, sizes)
		if err != nil || len(list) != 2 || list[0].Space != all[0].Name || list[1].About != "with tables" || list[1].Size != "" {
			t.Fatalf("%+v, %v", list, err)
		}
		if got := list[0].Size; (got != "") != sizes || strings.ContainsAny(got, "e+.") {
			t.Errorf("size %q, asked for: %v", got, sizes)
		}
	}
	testkit.Fails(listSpaces([]spaces.Info{{Name: "moon"}}, true))(t, spaces.ErrUnknown, "a space that is none")
}
