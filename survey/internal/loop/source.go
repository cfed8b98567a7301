package loop

import (
	"math/rand/v2"

	"chesscensus/legality/rules"
	"chesscensus/sampler"
)

// A Source makes the draws of a survey: draw i of stratum h depends on the source, h and i alone. Its methods
// may be called from several goroutines at once.
type Source interface {
	// Draw sets d to draw i of stratum h, uniform over the stratum.
	Draw(d *sampler.Draw, h int, i uint64)
	// Redraw sets d to draw i as it is to be judged, and reports whether there is a draw to judge. If not,
	// the draw contributes nothing and d is not to be used. Redraw may be the same as Draw.
	Redraw(d *sampler.Draw, h int, i uint64) bool
	// Levels is the number by which Redraw multiplies multiplicities in stratum h, 1 if it is the same as Draw.
	Levels(h int) int
}

// Whole returns the source of plain draws from a space as one stratum.
func Whole(space sampler.Space, seed uint64) Source {
	return whole{sampler.NewStream(space, seed)}
}

// A whole is the source of [Whole].
type whole struct{ stream *sampler.Stream }

func (w whole) Draw(d *sampler.Draw, _ int, i uint64)        { w.stream.Draw(d, i) }
func (w whole) Redraw(d *sampler.Draw, _ int, i uint64) bool { w.stream.Draw(d, i); return true }
func (w whole) Levels(int) int                               { return 1 }

// Plain returns the source of plain draws from the strata of a set.
func Plain(set sampler.Divided, seed uint64) Source {
	return plain{sampler.NewDividedStream(set, seed)}
}

// A plain is the source of [Plain].
type plain struct{ *sampler.DividedStream }

func (p plain) Redraw(d *sampler.Draw, h int, i uint64) bool { p.Draw(d, h, i); return true }
func (p plain) Levels(int) int                               { return 1 }

// A Redrawer is a divided set that can replace a draw by another one that shares a part of its setup and is more often legal.
type Redrawer interface {
	sampler.Divided

	// Redraw changes a uniform draw and returns its share level/levels of a draw, in [0,1]; levels is the same for all
	// draws. See [ranked.Space.Redraw] for the condition that makes estimates unbiased.
	Redraw(d *sampler.Draw, src rand.Source) (level, levels int)
}

// Conditional returns the source of draws from the strata of a set, each redrawn by the set with the next words of the draw's
// own generator. It multiplies the Weight of a draw by level and its Multiplicity by levels: so a legal draw contributes
// Weight/Multiplicity, as always. Draws that the counts of men and pawn pairs refute are not redrawn, and contribute nothing.
func Conditional(set Redrawer, seed uint64) Source {
	c := &conditional{DividedStream: sampler.NewDividedStream(set, seed)}
	var d sampler.Draw
	c.Draw(&d, 0, 0)
	_, c.levels = set.Redraw(&d, rand.NewPCG(0, 0))
	c.redraw = func(d *sampler.Draw, src rand.Source) bool {
		if !viable(d) {
			return false
		}
		level, levels := set.Redraw(d, src)
		d.Weight *= level
		d.Multiplicity *= levels
		return level > 0
	}
	return c
}

// A conditional is the source of [Conditional].
type conditional struct {
	*sampler.DividedStream
	levels int
	redraw func(*sampler.Draw, rand.Source) bool
}

func (c *conditional) Redraw(d *sampler.Draw, h int, i uint64) bool {
	return c.DrawThen(d, h, i, c.redraw)
}
func (c *conditional) Levels(int) int { return c.levels }

// viable reports whether the counts of men and pawn pairs leave open that a draw is legal. They do not change when the
// kings are placed elsewhere.
func viable(d *sampler.Draw) bool {
	st := rules.Stats(&d.Setup)
	return st.Slack >= 0
}
