package spaces

import (
	"errors"
	"os"
	"strings"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/sampler"
	"chesscensus/sampler/spaces"
)

// Cover makes the cover of a name, see [spaces.Tables.Cover]; ok is false if there is none.
func Cover(name string) (set sampler.Set, ok bool, err error) { return coverAt("", name) }

func coverAt(dir, name string) (set sampler.Set, ok bool, err error) {
	set, err = tablesAt(&cli.App{Err: os.Stderr}, dir).Cover(name)
	if errors.Is(err, spaces.ErrUnknown) {
		return nil, false, nil
	}
	return set, true, withAdvice(err, strings.Replace(strings.TrimSpace(name), "cover", "kernel", 1))
}

// Set makes the set that surveys know by a name, see [spaces.Tables.Set].
func Set(name string) (sampler.Set, error) { return SetAt("", name) }

// SetAt makes the set of a name with the tables in a folder, "" for the usual one.
func SetAt(dir, name string) (sampler.Set, error) {
	if set, ok, err := coverAt(dir, name); ok {
		return set, err
	}
	if _, err := newAt(dir, name); err != nil {
		return nil, err
	}
	return tablesAt(&cli.App{Err: os.Stderr}, dir).Set(name)
}

// CoverHelp says in the help of a flag what covers there are.
const CoverHelp = "; surveys also know cover (kernels up to 6 captures and 8 pawns) and cover-5-6 (kernels up to 5 captures and 6 pawns): a kernel space and, outside of its region, ranked-repaired"
