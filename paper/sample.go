package paper

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"chesscensus/chess"
	"chesscensus/internal/digits"
	"chesscensus/paper/numbers"
	"chesscensus/plots"
	"chesscensus/sampler/spaces"
	"chesscensus/survey/uniform"
)

// A legal is a legal position of the sample, with the game that proves it.
type legal struct {
	setup chess.Setup
	draw  uint64
	game  chess.Game
}

// A sample is a list of uniform legal positions, see package uniform.
type sample struct {
	list  []legal
	tally uniform.Tally
	seed  uint64
	space string
}

// draw draws a sample: about ten milliseconds of CPU for each position.
func draw(ctx context.Context, o Options) (*sample, error) {
	space, err := spaces.Open(spaces.Default)
	if err != nil {
		return nil, err
	}
	stream, err := uniform.New(uniform.Options{Space: space, Seed: o.Seed, Workers: o.Workers})
	if err != nil {
		return nil, err
	}
	s := &sample{seed: o.Seed, space: space.Name()}
	for p, err := range stream.Positions(ctx, &s.tally) {
		if err != nil {
			return nil, err
		}
		start := chess.InitialPosition()
		moves, err := start.ParseSANs(strings.Fields(string(p.Game)))
		if err != nil {
			return nil, fmt.Errorf("paper: the game to %v cannot be played: %w", p.Setup, err)
		}
		s.list = append(s.list, legal{p.Setup, p.Draw, chess.Game{Moves: moves}})
		if len(s.list) >= o.SampleSize {
			break
		}
	}
	return s, nil
}

// values returns the numbers of the sample by name.
func (s *sample) values() []numbers.Value {
	var lengths []int
	for i := range s.list {
		lengths = append(lengths, len(s.list[i].game.Moves))
	}
	slices.Sort(lengths)
	plain := func(name, text string) numbers.Value {
		return numbers.Value{Name: "sample." + name, Text: text}
	}
	return []numbers.Value{plain("positions", digits.Group(uint64(len(s.list)))), plain("median-plies", whole(lengths[len(lengths)/2])),
		plain("seed", whole(s.seed)), plain("space", s.space)}
}

// origin returns a sentence with the origin of the sample.
func (s *sample) origin() string {
	return fmt.Sprintf("Drawn for this figure: %s uniform legal positions of %s, seed %d, from %s draws, %s of which stayed undecided (chesscensus positions).",
		digits.Group(uint64(len(s.list))), s.space, s.seed, digits.Group(s.tally.Draws), digits.Group(s.tally.Undecided))
}

// histogram draws the distribution of a whole number, which of computes, in the sample. caption has a verb for the median.
func (s *sample) histogram(name, title, label, caption string, of func(*legal) (int, error)) (figure, error) {
	f := figure{Name: name, Title: title, Head: []string{"draw", "fen", strings.ReplaceAll(label, " ", "_")}}
	var values []int
	for i := range s.list {
		v, err := of(&s.list[i])
		if err != nil {
			return f, err
		}
		values = append(values, v)
		f.Rows = append(f.Rows, []string{whole(s.list[i].draw), s.list[i].setup.String(), whole(v)})
	}
	sorted := slices.Sorted(slices.Values(values))
	median := sorted[len(sorted)/2]
	f.Caption = fmt.Sprintf(caption, median) + " " + s.origin()
	f.Draw = func(form layout) (picture, error) {
		return plots.Distribution(values, plots.DistributionOptions{Options: form.options(f.Title), XLabel: label, YLabel: "positions",
			Marks: []plots.Mark{{Value: float64(median), Label: fmt.Sprintf("median: %d", median)}}})
	}
	return f, nil
}

// charts returns the figures of the sample except the boards.
func (s *sample) charts() (list []figure, err error) {
	for _, c := range []struct {
		name, title, label, caption string
		of                          func(*legal) (int, error)
	}{
		{"game-lengths", "Lengths of the proof games", "plies of the proof game",
			"Lengths of the games that prove random legal positions, as they are found: they are not the shortest. The median is %d plies.",
			func(l *legal) (int, error) { return len(l.game.Moves), nil }},
		{"legal-moves", "Legal moves of random legal positions", "legal moves",
			"Number of legal moves of the side to move in random legal positions; the median is %d.",
			func(l *legal) (int, error) {
				p, err := l.setup.Position()
				return p.CountMoves(), err
			}},
	} {
		f, err := s.histogram(c.name, c.title, c.label, c.caption, c.of)
		if err != nil {
			return nil, err
		}
		list = append(list, f)
	}
	return list, nil
}
