package campaign

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/holiman/uint256"

	"chesscensus/legality/rules"
	"chesscensus/sampler"
	"chesscensus/survey/plan"
)

// A Source makes the draws of a survey: draw i of stratum h depends on (space,
// seed, h, i) alone. Its methods may be called from several goroutines at once.
type Source interface {
	// Draw sets d to draw i of stratum h, uniform over the stratum.
	Draw(d *sampler.Draw, h int, i uint64)
	// Recast sets d to draw i as it is to be judged, and reports whether there is
	// something to judge; see sampler.StratifiedStream. It may be the same as Draw.
	Recast(d *sampler.Draw, h int, i uint64) bool
	// Levels is the number by which Recast multiplies multiplicities, 1 if it is the
	// same as Draw.
	Levels() int
}

// Stratifications that a plan may name.
const (
	// Whole is a space in one piece.
	Whole = "whole"
	// Finest are the strata of a space that has some, see sampler.Stratified.
	Finest = "finest"
)

// whole is the source of a space in one piece.
type whole struct{ stream *sampler.Stream }

func (w whole) Draw(d *sampler.Draw, _ int, i uint64)        { w.stream.Draw(d, i) }
func (w whole) Recast(d *sampler.Draw, _ int, i uint64) bool { w.stream.Draw(d, i); return true }
func (w whole) Levels() int                                  { return 1 }

// plain is the source of plain draws from strata.
type plain struct{ *sampler.StratifiedStream }

func (p plain) Recast(d *sampler.Draw, h int, i uint64) bool { p.Draw(d, h, i); return true }
func (p plain) Levels() int                                  { return 1 }

// recast is the source of recast draws from strata.
type recast struct {
	*sampler.StratifiedStream
	levels int
}

func (r recast) Recast(d *sampler.Draw, h int, i uint64) bool {
	return r.StratifiedStream.Recast(d, h, i, viable)
}
func (r recast) Levels() int { return r.levels }

// viable refutes by the counts of men and pawn pairs, which do not change when the
// kings are placed elsewhere.
func viable(d *sampler.Draw) bool {
	st := rules.Stats(&d.Setup)
	return st.Slack >= 0
}

// stratifications lists the stratifications of a space, the finest first.
func stratifications(space sampler.Space) []string {
	if _, ok := space.(sampler.Stratified); ok {
		return []string{Finest, Whole}
	}
	return []string{Whole}
}

// strataOf returns the strata of a space under a stratification.
func strataOf(space sampler.Space, stratification string) (list []plan.Stratum, err error) {
	names := stratifications(space)
	if !slices.Contains(names, stratification) {
		return nil, &plan.FieldError{Field: "stratification", Msg: fmt.Sprintf("found %.40q, want %s", stratification, strings.Join(names, " or "))}
	}
	if stratification == Whole {
		return []plan.Stratum{{Name: Whole, Size: space.Size().String()}}, nil
	}
	for _, s := range space.(sampler.Stratified).Strata() {
		list = append(list, plan.Stratum{Name: s.Name, Size: s.Size.String()})
	}
	return list, nil
}

// newSource returns the draws of a plan. The error says in what the strata of the
// plan are not those of the space.
func newSource(space sampler.Space, p *plan.Plan) (Source, error) {
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
	if p.Recast {
		r, ok := space.(sampler.Recaster)
		if !ok || p.Stratification != Finest {
			return nil, wrong("recast", "found true, want false for %s in the stratification %s", p.Space, p.Stratification)
		}
		var d sampler.Draw
		space.Unrank(&d, new(uint256.Int))
		_, levels := r.Recast(&d, rand.NewPCG(0, 0))
		return recast{sampler.NewStratifiedStream(space.(sampler.Stratified), p.Seed), levels}, nil
	}
	if p.Stratification == Finest {
		return plain{sampler.NewStratifiedStream(space.(sampler.Stratified), p.Seed)}, nil
	}
	return whole{sampler.NewStream(space, p.Seed)}, nil
}

// size is the size of a plan as a float.
func size(n *big.Int) float64 {
	f, _ := new(big.Float).SetInt(n).Float64()
	return f
}
