package shards

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"chesscensus/sampler"
	"chesscensus/survey/internal/loop"
	"chesscensus/survey/plan"
)

// Stratifications that a plan may name.
const (
	// Whole is a space in one piece.
	Whole = "whole"
	// Finest are the strata of a divided space, see sampler.Divided.
	Finest = "finest"
)

// Stratifications lists the stratifications of a space, the finest first.
func Stratifications(space sampler.Set) []string {
	switch _, divided := space.(sampler.Divided); {
	case ByKings(space):
		return []string{Finest}
	case divided:
		return []string{Finest, Whole}
	}
	return []string{Whole}
}

// Redraws reports whether parts of draws from a set can be drawn again.
func Redraws(space sampler.Set, stratification string) bool {
	_, divided := space.(sampler.Divided)
	return stratification == Finest && divided
}

// ByKings reports whether package kings redraws the draws of a set: a divided set without a method to redraw.
func ByKings(space sampler.Set) bool {
	_, divided := space.(sampler.Divided)
	_, redrawer := space.(loop.Redrawer)
	return divided && !redrawer
}

// StrataOf returns the strata of a space under a stratification.
func StrataOf(space sampler.Set, stratification string) (list []plan.Stratum, err error) {
	names := Stratifications(space)
	if !slices.Contains(names, stratification) {
		return nil, &plan.FieldError{Field: "stratification",
			Msg: fmt.Sprintf("found %.40q, want %s", stratification, strings.Join(names, " or "))}
	}
	if stratification == Whole {
		return []plan.Stratum{{Name: Whole, Size: space.Size().String()}}, nil
	}
	for _, s := range space.(sampler.Divided).Strata() {
		list = append(list, plan.Stratum{Name: s.Name, Size: s.Size.String()})
	}
	return list, nil
}

// NewSource returns the source of the draws of a plan. It is an error if the plan does not fit the space, or if this program does not
// know its classes.
func NewSource(space sampler.Set, p *plan.Plan) (loop.Source, error) {
	fieldError := func(field, format string, args ...any) error {
		return &plan.FieldError{Field: field, Msg: fmt.Sprintf(format, args...)}
	}
	if p.Space != space.Name() {
		return nil, fieldError("space", "found %.40q, want %s", p.Space, space.Name())
	}
	if size := space.Size(); size.Cmp(p.N()) != 0 {
		hint := ""
		if p.Gap() != nil {
			hint = "; the plan draws from the set as it was until 2026-11-26, which lacked members: what is done stays, and a new plan draws from the mended set"
		}
		return nil, fieldError("size", "found %s, want %v, the size of %s%s", p.Size, size, p.Space, hint)
	}
	strata, err := StrataOf(space, p.Stratification)
	if err != nil {
		return nil, err
	}
	if len(strata) != len(p.Strata) {
		return nil, fieldError("strata", "found %d, want %d, those of the stratification %s", len(p.Strata), len(strata), p.Stratification)
	}
	for h := range strata {
		if got, want := &p.Strata[h], &strata[h]; got.Name != want.Name || got.N().Cmp(want.N()) != 0 {
			return nil, fieldError(fmt.Sprintf("strata[%d]", h), "found %.60q of size %s, want %q of size %s", got.Name, got.Size, want.Name,
				want.Size)
		}
	}
	if err := checkClasses(p); err != nil {
		return nil, err
	}
	if p.Redraw && !Redraws(space, p.Stratification) {
		return nil, fieldError("recast", "found true, want false for %s in the stratification %s", p.Space, p.Stratification)
	}
	if p.Stratification == Finest {
		set := space.(sampler.Divided)
		redrawer, ok := space.(loop.Redrawer)
		switch {
		case !p.Redraw:
			return loop.Plain(set, p.Seed), nil
		case ok:
			return loop.Conditional(redrawer, p.Seed), nil
		}
		return loop.Kings(set, p.Seed), nil
	}
	if whole, ok := space.(sampler.Space); ok {
		return loop.Whole(whole, p.Seed), nil
	}
	return nil, fieldError("space", "found %.40q, from which nothing can be drawn", p.Space)
}

// FloatOf returns n as the nearest float.
func FloatOf(n *big.Int) float64 {
	f, _ := new(big.Float).SetInt(n).Float64()
	return f
}
