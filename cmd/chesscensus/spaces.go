package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"chesscensus/sampler"
	"chesscensus/sampler/counter"
	"chesscensus/sampler/material"
	"chesscensus/sampler/naive"
	"chesscensus/sampler/ranked"
	"chesscensus/sampler/rndfen"
)

// A spaceEntry is a space that commands know.
type spaceEntry struct {
	name, about string
	make        func() (sampler.Space, error)
}

// ready returns how a space is made that needs nothing but time.
func ready[S sampler.Space](space func() S) func() (sampler.Space, error) {
	return func() (sampler.Space, error) { return space(), nil }
}

// spaces lists the spaces that commands know, the default first.
var spaces = append([]spaceEntry{
	{"ranked-repaired", "8.7e45 urpositions; contains every legal position", ready(ranked.NewRepaired)},
	{"ranked", "the set of ChessPositionRanking, bit-compatible", ready(ranked.New)},
	{"rndfen", "2.2e53 elements, nearly all of which stand for nothing: the set of texelutil rndfen", ready(func() rndfen.Space { return rndfen.Space{} })},
	{"rndfen-conditioned", "what is left of it when all that can be counted is taken out; contains every legal position", ready(rndfen.NewConditioned)},
	{"material", "5.0e46 setups with a possible material (Tomic)", ready(material.New)},
	{"naive", "5.6e73 boards of 13 things with any annotations", ready(naive.New)},
	{"krinitskii", "1.2e54 placements of the initial men, told apart", ready(naive.NewKrinitskii)},
}, slices.Concat(kernelSpaces, counterSpaces())...)

// counterSpaces lists the spaces of ChessCounter at all levels.
func counterSpaces() (list []spaceEntry) {
	about := [counter.Bases]string{"up to 30 men of any kind", "up to 15 men a side", "counts of the initial position, 3 queens", "counts of the initial position"}
	level := [counter.Levels]string{"", "; no pawn on row 1 or 8", "; material that can have come about", "; that, with castling and en passant"}
	for b := range counter.Bases {
		for l := range counter.Levels {
			base, l := counter.Base(b), counter.Level(l)
			list = append(list, spaceEntry{"counter-" + base.String() + l.String(), "ChessCounter: " + about[b] + level[l],
				ready(func() sampler.Space { return counter.New(base, l) })})
		}
	}
	return list
}

func spaceNames() (names []string) {
	for _, s := range spaces {
		names = append(names, s.name)
	}
	return names
}

// newSpace makes the space of the given name, which conditions may follow, each after
// a "|".
func newSpace(name string) (sampler.Space, error) {
	parts := strings.Split(name, "|")
	for _, s := range spaces {
		if s.name == strings.TrimSpace(parts[0]) {
			space, err := s.make()
			if err != nil {
				return nil, err
			}
			if space, err = sampler.Restrict(space, parts[1:]...); err != nil {
				return nil, usagef("--space: %v", err)
			}
			return space, nil
		}
	}
	return nil, usagef("unknown space %.40q (known: %s)", name, strings.Join(spaceNames(), ", "))
}

// countsAll reports whether a space of that name holds all legal positions, or but for a
// share of 1e-4 as the reference's, so that estimates from it can be compared with those
// of others.
func countsAll(name string) bool {
	return !strings.Contains(name, "|") && !strings.Contains(name, "restricted") && !strings.HasPrefix(name, "kernel")
}

// spaceFlag adds --space to a command.
func spaceFlag(c *cobra.Command, name *string, def string) {
	c.Flags().StringVar(name, "space", def, "space to draw from, and conditions after bars, such as \"ranked|men<=30\"; spaces: "+
		strings.Join(spaceNames(), ", ")+"; conditions: "+strings.Join(sampler.Predicates(), ", "))
	_ = c.RegisterFlagCompletionFunc("space", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		var list []string
		for _, s := range spaces {
			list = append(list, s.name+"\t"+s.about)
		}
		return list, cobra.ShellCompDirectiveNoFileComp
	})
}

func (a *app) sizeCommand() *cobra.Command {
	var name string
	var asJSON bool
	c := &cobra.Command{
		Use:   "size",
		Short: "Print the exact number of elements of a space",
		Example: `  chesscensus size --space ranked
  8726713169886222032347729969256422370854716254`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			space, err := newSpace(name)
			if err != nil {
				return err
			}
			if asJSON {
				return writeJSON(a.out, map[string]any{"space": space.Name(), "size": space.Size().String()})
			}
			_, err = fmt.Fprintln(a.out, space.Size())
			return err
		},
	}
	spaceFlag(c, &name, spaces[0].name)
	c.Flags().BoolVar(&asJSON, "json", false, "print a JSON record")
	return c
}

func (a *app) rankCommand() *cobra.Command {
	var name string
	c := &cobra.Command{
		Use:   "rank [FEN...]",
		Short: "FEN to rank: the number of a position in a space",
		Long: `Rank prints, for each FEN record, its rank in the space, a number from 0 to size-1.

If the position is present several times, the fifth field chooses one of them when
the sixth is their number, as unrank prints them; otherwise the lowest rank is
printed. A record that is not in the space is an error that says why.`,
		Example: `  chesscensus rank --space ranked 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
  4363356584906475725281875852763383495825704796`,
		RunE: func(cmd *cobra.Command, args []string) error {
			space, err := newSpace(name)
			if err != nil {
				return err
			}
			return a.filter(cmd.Context(), fenArgs(args), func(dst []byte, line string) ([]byte, error) {
				f, err := a.readDraw(line)
				if err != nil {
					return dst, err
				}
				d := sampler.FromFEN(f)
				rank, err := space.Rank(&d)
				if err != nil {
					return dst, err
				}
				return append(dst, rank.Dec()...), nil
			})
		},
	}
	spaceFlag(c, &name, spaces[0].name)
	return c
}

func (a *app) unrankCommand() *cobra.Command {
	var name string
	c := &cobra.Command{
		Use:   "unrank [RANK...]",
		Short: "Rank to FEN: the position with a given number in a space",
		Long: `Unrank prints, for each rank, the FEN record of the element with that rank. The fifth
field is the index of the element among those with the same position, from 0, and
the sixth is their number.`,
		Example: `  chesscensus unrank --space ranked 2767319389670148721918452131955021058376335346
  2NB4/RprpB2p/1PBrr2P/3b3q/p3PnK1/P1Q5/1krP1p2/nB3N2 w - - 5 6`,
		RunE: func(cmd *cobra.Command, args []string) error {
			space, err := newSpace(name)
			if err != nil {
				return err
			}
			return a.filter(cmd.Context(), args, func(dst []byte, line string) ([]byte, error) {
				rank, err := sampler.ParseRank(space, fenField(line))
				if err != nil {
					return dst, err
				}
				var d sampler.Draw
				space.Unrank(&d, &rank)
				f := d.FEN()
				return f.Append(dst), nil
			})
		},
	}
	spaceFlag(c, &name, spaces[0].name)
	return c
}

// writeJSON writes one indented JSON record.
func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
