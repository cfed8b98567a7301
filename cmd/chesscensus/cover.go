package main

import (
	"fmt"
	"strings"

	"chesscensus/sampler"
	"chesscensus/sampler/kernel"
	"chesscensus/sampler/ranked"
)

// A coverEntry is a cover that surveys know: a kernel space, which holds every legal setup
// without castling rights and en passant square of a region, and the ranked set
// outside of the region. The region speaks of counts alone, so the two have no element in
// common, and sizes are exact.
type coverEntry struct {
	name   string
	params kernel.Params
}

// covers are those of [kernelSpaces].
var covers = []coverEntry{{"cover", kernel.Default}, {"cover-5-6", kernel.Small}}

// newCover makes the cover of a name; ok is false if there is none.
func newCover(name string) (set sampler.Set, ok bool, err error) {
	for _, c := range covers {
		if c.name != strings.TrimSpace(name) {
			continue
		}
		space, err := openKernel(c.params)()
		if err != nil {
			return nil, true, err
		}
		rest := ranked.NewRepaired().Beyond(c.params.Captures, c.params.Pawns)
		return sampler.Union(c.name, space.(*kernel.Space), rest), true, nil
	}
	return nil, false, nil
}

// coverHelp says in the help of a flag what covers there are.
func coverHelp() string {
	var names []string
	for _, c := range covers {
		names = append(names, fmt.Sprintf("%s (kernels up to %d captures and %d pawns)", c.name, c.params.Captures, c.params.Pawns))
	}
	return "; surveys also know " + strings.Join(names, " and ") + ": a kernel space and, outside of its region, ranked-repaired"
}
