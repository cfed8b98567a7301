package campaign

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"chesscensus/sampler"
	"chesscensus/survey/loop"
	"chesscensus/survey/plan"
)

// Stratifications that a plan may name.
const (
	// Whole is a space in one piece.
	Whole = "whole"
	// Finest are the strata of a space that has some, see sampler.Stratified.
	Finest = "finest"
)

// stratifications lists the stratifications of a space, the finest first.
func stratifications(space sampler.Set) []string {
	switch space.(type) {
	case sampler.Divided:
		return []string{Finest}
	case sampler.Stratified:
		return []string{Finest, Whole}
	}
	return []string{Whole}
}

// redraws reports whether parts of draws from a set can be drawn again.
func redraws(space sampler.Set, stratification string) bool {
	_, divided := space.(sampler.Divided)
	_, redrawer := space.(sampler.Redrawer)
	return stratification == Finest && (divided || redrawer)
}

// strataOf returns the strata of a space under a stratification.
func strataOf(space sampler.Set, stratification string) (list []plan.Stratum, err error) {
	names := stratifications(space)
	if !slices.Contains(names, stratification) {
		return nil, &plan.FieldError{Field: "stratification", Msg: fmt.Sprintf("found %.40q, want %s", stratification, strings.Join(names, " or "))}
	}
	if stratification == Whole {
		return []plan.Stratum{{Name: Whole, Size: space.Size().String()}}, nil
	}
	for _, s := range space.(interface{ Strata() []sampler.Stratum }).Strata() {
		list = append(list, plan.Stratum{Name: s.Name, Size: s.Size.String()})
	}
	return list, nil
}

// keyOfRisk names the key of strata by which their risk to have no game differs: each pawn on the board makes a draw
// without a game 1.7 times as frequent in the first record, from none in 81 109 games where 11 or more have
// promoted to 1 in 200 with 7 pawns or more.
const keyOfRisk = "pawns"

// risksOf returns the covariate of each stratum on which the risk to have no game depends, nil if the strata do not
// tell. A range of the key is replaced by a value near its lower end, where most elements are.
func risksOf(space sampler.Set, stratification string) (list []float64) {
	set, ok := space.(interface{ Strata() []sampler.Stratum })
	if stratification != Finest || !ok {
		return nil
	}
	for h, s := range set.Strata() {
		for _, k := range s.Keys {
			if k.Name == keyOfRisk {
				list = append(list, float64(k.Lo)+float64(min(k.Hi-k.Lo, 4))/3)
			}
		}
		if len(list) != h+1 {
			return nil
		}
	}
	return list
}

// newSource returns the draws of a plan. The error says in what the strata of the
// plan are not those of the space.
func newSource(space sampler.Set, p *plan.Plan) (loop.Source, error) {
	wrong := func(field, format string, args ...any) error {
		return &plan.FieldError{Field: field, Msg: fmt.Sprintf(format, args...)}
	}
	if p.Space != space.Name() {
		return nil, wrong("space", "found %.40q, want %s", p.Space, space.Name())
	}
	if size := space.Size(); size.Cmp(p.N()) != 0 {
		return nil, wrong("size", "found %s, want %v, the size of %s", p.Size, size, p.Space)
	}
	strata, err := strataOf(space, p.Stratification)
	if err != nil {
		return nil, err
	}
	if len(strata) != len(p.Strata) {
		return nil, wrong("strata", "found %d, want %d, those of the stratification %s", len(p.Strata), len(strata), p.Stratification)
	}
	for h := range strata {
		if got, want := &p.Strata[h], &strata[h]; got.Name != want.Name || got.N().Cmp(want.N()) != 0 {
			return nil, wrong(fmt.Sprintf("strata[%d]", h), "found %.60q of size %s, want %q of size %s", got.Name, got.Size, want.Name, want.Size)
		}
	}
	if p.Redraw && !redraws(space, p.Stratification) {
		return nil, wrong("recast", "found true, want false for %s in the stratification %s", p.Space, p.Stratification)
	}
	switch set := space.(type) {
	case sampler.Divided:
		if p.Redraw {
			return loop.Kings(set, p.Seed), nil
		}
		return loop.Plain(set, p.Seed), nil
	case sampler.Stratified:
		if p.Redraw {
			source, _ := loop.Conditional(set, p.Seed)
			return source, nil
		}
		if p.Stratification == Finest {
			return loop.Strata(set, p.Seed), nil
		}
		return loop.Whole(set, p.Seed), nil
	case sampler.Space:
		return loop.Whole(set, p.Seed), nil
	}
	return nil, wrong("space", "found %.40q, from which nothing can be drawn", p.Space)
}

// size is the size of a plan as a float.
func size(n *big.Int) float64 {
	f, _ := new(big.Float).SetInt(n).Float64()
	return f
}
