package loop

import (
	"math/rand/v2"

	"github.com/holiman/uint256"

	"chesscensus/legality/rules"
	"chesscensus/sampler"
)

// A Source makes the draws of a survey: draw i of stratum h depends on the source, h and i alone. Its methods
// may be called from several goroutines at once.
type Source interface {
	// Draw sets d to draw i of stratum h, uniform over the stratum.
	Draw(d *sampler.Draw, h int, i uint64)
	// Redraw sets d to draw i as it is to be judged, and reports whether there is something to judge; if not,
	// the draw contributes nothing and d is not to be used. It may be the same as Draw.
	Redraw(d *sampler.Draw, h int, i uint64) bool
	// Levels is the number by which Redraw multiplies multiplicities in stratum h, 1 if it is the same as Draw.
	Levels(h int) int
}

// Whole returns the source of a space in one piece: one stratum, plain draws.
func Whole(space sampler.Space, seed uint64) Source {
	return whole{sampler.NewStream(space, seed)}
}

type whole struct{ stream *sampler.Stream }

func (w whole) Draw(d *sampler.Draw, _ int, i uint64)        { w.stream.Draw(d, i) }
func (w whole) Redraw(d *sampler.Draw, _ int, i uint64) bool { w.stream.Draw(d, i); return true }
func (w whole) Levels(int) int                               { return 1 }

// Strata returns the source of plain draws from the strata of a space.
func Strata(space sampler.Stratified, seed uint64) Source {
	return strata{sampler.NewStratifiedStream(space, seed)}
}

// Plain returns the source of plain draws from the strata of a set.
func Plain(set sampler.Divided, seed uint64) Source {
	return plain{sampler.NewDividedStream(set, seed)}
}

type plain struct{ *sampler.DividedStream }

func (p plain) Redraw(d *sampler.Draw, h int, i uint64) bool { p.Draw(d, h, i); return true }
func (p plain) Levels(int) int                               { return 1 }

type strata struct{ *sampler.StratifiedStream }

func (s strata) Redraw(d *sampler.Draw, h int, i uint64) bool { s.Draw(d, h, i); return true }
func (s strata) Levels(int) int                               { return 1 }

// Conditional returns the source of draws from the strata of a space with conditional redraws. The space must be
// a [sampler.Redrawer]; if it is not, ok is false.
func Conditional(space sampler.Stratified, seed uint64) (s Source, ok bool) {
	r, ok := space.(sampler.Redrawer)
	if !ok {
		return nil, false
	}
	var d sampler.Draw
	space.Unrank(&d, new(uint256.Int))
	_, levels := r.Redraw(&d, rand.NewPCG(0, 0))
	return conditional{sampler.NewStratifiedStream(space, seed), levels}, true
}

type conditional struct {
	*sampler.StratifiedStream
	levels int
}

func (c conditional) Redraw(d *sampler.Draw, h int, i uint64) bool {
	return c.StratifiedStream.Redraw(d, h, i, viable)
}
func (c conditional) Levels(int) int { return c.levels }

// viable refutes by the counts of men and pawn pairs, which do not change when the kings are placed
// elsewhere.
func viable(d *sampler.Draw) bool {
	st := rules.Stats(&d.Setup)
	return st.Slack >= 0
}
