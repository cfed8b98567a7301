package spaces

import (
	"errors"
	"strings"

	"chesscensus/sampler"
	"chesscensus/sampler/spaces"
)

// Cover returns the cover with a name, see [spaces.Tables.Cover]. ok is false if there is no such cover.
func Cover(name string) (set sampler.Set, ok bool, err error) {
	set, err = defaultTables().Cover(name)
	if errors.Is(err, spaces.ErrUnknown) {
		return nil, false, nil
	}
	return set, true, withAdvice(err, strings.Replace(strings.TrimSpace(name), "cover", "kernel", 1))
}

// Set returns the set that surveys know by a name, see [spaces.Tables.Set].
func Set(name string) (sampler.Set, error) {
	if set, ok, err := Cover(name); ok {
		return set, err
	}
	if _, err := New(name); err != nil {
		return nil, err
	}
	return defaultTables().Set(name)
}

// CoverHelp describes the covers, for the help of a flag.
const CoverHelp = "; surveys also know cover (kernels up to 6 captures and 8 pawns) and cover-5-6 (kernels up to 5 captures and 6 pawns): a kernel space and, outside of its region, ranked-repaired"
