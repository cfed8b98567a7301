package spaces

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"chesscensus/internal/suggest"
	"chesscensus/sampler"
	"chesscensus/sampler/internal/material"
	"chesscensus/sampler/internal/naive"
	"chesscensus/sampler/internal/placement"
	"chesscensus/sampler/kernelspace"
	"chesscensus/sampler/ranked"
	"chesscensus/sampler/rndfen"
)

// Default is the name of the space that is taken where none is named: the repaired ranked set, which
// provably contains every legal position.
const Default = "ranked-repaired"

// ErrUnknown is wrapped by the errors about names that no space, cover or codec has.
var ErrUnknown = errors.New("unknown name")

// An Info is the name of a space or codec with what a reader of a list wants to know about it.
type Info struct{ Name, About string }

// An entry is a space without tables.
type entry struct {
	Info
	make func() sampler.Space
}

// once returns a space that is made when it is first asked for; nothing changes a space.
func once[S sampler.Space](name, about string, space func() S) entry {
	return entry{Info{name, about}, sync.OnceValue(func() sampler.Space { return space() })}
}

// plain are the spaces that need no tables, but for those of ChessCounter; the default first.
var plain = []entry{
	once(Default, "8.7e45 urpositions; contains every legal position", ranked.NewRepaired),
	once("ranked", "the set of ChessPositionRanking, bit-compatible", ranked.New),
	once("rndfen", "2.2e53 elements, nearly all of which stand for nothing: the set of texelutil rndfen", func() rndfen.Space { return rndfen.Space{} }),
	once("rndfen-conditioned", "what is left of it when all that can be counted is taken out; contains every legal position", rndfen.NewConditioned),
	once("material", "5.0e46 setups with a possible material (Tomic)", material.New),
	once("naive", "5.6e73 boards of 13 things with any annotations", naive.New),
	once("krinitskii", "1.2e54 placements of the initial men, told apart", naive.NewKrinitskii),
}

// ofCounter are the spaces of ChessCounter at all levels.
var ofCounter = func() (list []entry) {
	about := [placement.Bases]string{"up to 30 men of any kind", "up to 15 men a side", "counts of the initial position, 3 queens", "counts of the initial position"}
	level := [placement.Levels]string{"", "; no pawn on row 1 or 8", "; material that can have come about", "; that, with castling and en passant"}
	for b := range placement.Bases {
		for l := range placement.Levels {
			base, l := placement.Base(b), placement.Level(l)
			list = append(list, once("counter-"+base.String()+l.String(), "ChessCounter: "+about[b]+level[l],
				func() *placement.Space { return placement.NewCounter(base, l) }))
		}
	}
	return list
}()

// withTables are the spaces of [Tables] that lists name; there are others, see [Open].
var withTables = []Info{
	{kernelspace.Default.Name(), "3.9e45 setups, each once: all with a kernel, up to 6 captures and 8 pawns, no rights, no en passant; read in half a second"},
	{kernelspace.Small.Name(), "3.6e45 setups: the same with up to 5 captures and 6 pawns, read in a tenth of a second"},
	{kernelspace.LostName, "9.4e40 setups: what kernel lacked until 2026-11-26, for the supplement of the second edition"},
}

// All lists the spaces by name, the default first.
func All() (list []Info) {
	for _, e := range plain {
		list = append(list, e.Info)
	}
	list = append(list, withTables...)
	for _, e := range ofCounter {
		list = append(list, e.Info)
	}
	return list
}

// Open makes the space of a name, which conditions may follow, each after a bar, as
// in "ranked|men<=30"; see [sampler.Restrict]. Blanks around names and conditions are ignored, and no name
// means [Default]. A space without tables is made once, in 0.2 s at most, and kept; one with
// tables is read or made as [Tables.Open] does with the usual folder.
//
// "kernel-C-P", with 1 to 6 captures and 0 to 8 pawns, need not be in the list of [All].
//
// Errors are about names that are unknown ([ErrUnknown]), conditions, and tables.
func Open(name string) (sampler.Space, error) { return new(Tables).Open(name) }

// open makes the space of a name without conditions.
func (t *Tables) open(name string) (sampler.Space, error) {
	if name == "" {
		name = Default
	}
	for _, e := range slices.Concat(plain, ofCounter) {
		if e.Name == name {
			return e.make(), nil
		}
	}
	if name == kernelspace.LostName {
		return kernelspace.Lost()
	}
	if p, ok := region(name, "kernel"); ok {
		return t.space(p)
	}
	var names []string
	for _, s := range All() {
		names = append(names, s.Name)
	}
	return nil, fmt.Errorf("no space %.40q%s (known: %s): %w", name, suggest.Question(name, names), strings.Join(names, ", "), ErrUnknown)
}
