package spaces

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"chesscensus/internal/suggest"
	"chesscensus/sampler"
	"chesscensus/sampler/internal/kernelspace"
	"chesscensus/sampler/internal/material"
	"chesscensus/sampler/internal/naive"
	"chesscensus/sampler/internal/placement"
	"chesscensus/sampler/ranked"
	"chesscensus/sampler/rndfen"
)

// Default is the name of the default space: the repaired ranked set, which provably contains every legal position.
const Default = "ranked-repaired"

// ErrUnknown is wrapped by the errors about names that no space, cover or codec has.
var ErrUnknown = errors.New("unknown name")

// An Info is the name of a space or codec with a short description.
type Info struct{ Name, About string }

// An entry is a space without tables.
type entry struct {
	Info
	make func() sampler.Space
}

// newEntry returns an entry whose space is made at the first call and shared, since a space never changes.
func newEntry[S sampler.Space](name, about string, makeSpace func() S) entry {
	return entry{Info{name, about}, sync.OnceValue(func() sampler.Space { return makeSpace() })}
}

// spacesWithoutTables lists the spaces that need no tables, except those of ChessCounter, the default first.
var spacesWithoutTables = []entry{
	newEntry(Default, "8.7e45 urpositions; contains every legal position", ranked.NewRepaired),
	newEntry("ranked", "the set of ChessPositionRanking, bit-compatible", ranked.New),
	newEntry("rndfen", "2.2e53 elements, nearly all of which stand for nothing: the set of texelutil rndfen", rndfen.New),
	newEntry("rndfen-conditioned",
		"what is left of it when all that can be counted is taken out; contains every legal position", rndfen.NewConditioned),
	newEntry("material", "5.0e46 setups with a possible material (Tomic)", material.New),
	newEntry("naive", "5.6e73 boards of 13 things with any annotations", naive.New),
	newEntry("krinitskii", "1.2e54 placements of the initial men, told apart", naive.NewKrinitskii),
}

// counterSpaces lists the spaces of ChessCounter at all levels.
var counterSpaces = func() (list []entry) {
	about := [placement.Bases]string{"up to 30 men of any kind", "up to 15 men a side",
		"counts of the initial position, 3 queens", "counts of the initial position"}
	level := [placement.Levels]string{"", "; no pawn on row 1 or 8", "; material that can have come about",
		"; that, with castling and en passant"}
	for b := range placement.Bases {
		for l := range placement.Levels {
			base, l := placement.Base(b), placement.Level(l)
			list = append(list, newEntry("counter-"+base.String()+l.String(), "ChessCounter: "+about[b]+level[l],
				func() *placement.Space { return placement.NewCounter(base, l) }))
		}
	}
	return list
}()

// tableSpaces lists some of the spaces with tables; there are others, see [Open].
var tableSpaces = []Info{
	{kernelspace.Default.Name(),
		"3.9e45 setups, each once: all with a kernel, up to 6 captures and 8 pawns, no rights, no en passant; read in half a second"},
	{kernelspace.Small.Name(), "3.6e45 setups: the same with up to 5 captures and 6 pawns, read in a tenth of a second"},
	{kernelspace.LostName, "9.4e40 setups: what kernel lacked until 2026-11-26, for the supplement of the second edition"},
}

// All lists the spaces by name, the default first.
func All() (list []Info) {
	for _, e := range spacesWithoutTables {
		list = append(list, e.Info)
	}
	list = append(list, tableSpaces...)
	for _, e := range counterSpaces {
		list = append(list, e.Info)
	}
	return list
}

// Open makes the space of a name. Conditions may follow the name, each after a bar, such as "ranked|men<=30";
// see [sampler.Restrict]. Blanks around names and conditions are ignored, and the empty name means [Default].
// A space without tables is made once, in 0.2 s at most, and shared. Tables are read or built as by
// [Tables.Open] with the default folder.
//
// Besides the spaces of [All], Open knows "kernel-C-P" with 1 to 6 captures and 0 to 8 pawns.
//
// Errors are about unknown names ([ErrUnknown]), conditions, and tables.
func Open(name string) (sampler.Space, error) { return new(Tables).Open(name) }

// open makes the space of a name without conditions.
func (t *Tables) open(name string) (sampler.Space, error) {
	if name == "" {
		name = Default
	}
	for _, e := range slices.Concat(spacesWithoutTables, counterSpaces) {
		if e.Name == name {
			if name == "krinitskii" && strconv.IntSize < 64 {
				return nil, errors.New("the space krinitskii needs an int of 64 bits, as its multiplicities have 37")
			}
			return e.make(), nil
		}
	}
	if name == kernelspace.LostName {
		return kernelspace.Lost()
	}
	if p, ok := parseRegion(name, "kernel"); ok {
		return t.space(p)
	}
	var names []string
	for _, s := range All() {
		names = append(names, s.Name)
	}
	return nil, fmt.Errorf("no space %.40q%s (known: %s): %w", name, suggest.Question(name, names), strings.Join(names, ", "), ErrUnknown)
}
