package spaces

import (
	"errors"
	"strings"

	"chesscensus/sampler"
	"chesscensus/sampler/spaces"
)

// Cover makes the cover of a name, see [spaces.Tables.Cover]; ok is false if there is none.
func Cover(name string) (set sampler.Set, ok bool, err error) {
	set, err = usualTables().Cover(name)
	if errors.Is(err, spaces.ErrUnknown) {
		return nil, false, nil
	}
	return set, true, withAdvice(err, strings.Replace(strings.TrimSpace(name), "cover", "kernel", 1))
}

// Set makes the set that surveys know by a name, see [spaces.Tables.Set].
func Set(name string) (sampler.Set, error) {
	if set, ok, err := Cover(name); ok {
		return set, err
	}
	if _, err := New(name); err != nil {
		return nil, err
	}
	return usualTables().Set(name)
}

// CoverHelp says in the help of a flag what covers there are.
const CoverHelp = "; surveys also know cover (kernels up to 6 captures and 8 pawns) and cover-5-6 (kernels up to 5 captures and 6 pawns): a kernel space and, outside of its region, ranked-repaired"
