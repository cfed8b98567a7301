package loop

import (
	"math/rand/v2"
	"sync"

	"chesscensus/chess"
	"chesscensus/legality/rules"
	"chesscensus/sampler"
	"chesscensus/sampler/kings"
)

// Kings returns the source of draws from the strata of a set, with the kings and the side to move drawn again
// among the placements that the rules on checks allow (package kings). In a draw of the set without castling rights and en
// passant, kings and side to move must be uniform given all other men. Draws with rights or en passant are not redrawn and
// have level [kings.Levels], the full weight.
//
// Draws that the counts of men and pawn pairs refute are not redrawn, and contribute nothing. A placement with one or two
// checkers is tested by the rules on checks alone; the other rules follow in the first phase.
func Kings(set sampler.Divided, seed uint64) Source {
	s := &kingSource{DividedStream: sampler.NewDividedStream(set, seed)}
	s.pool.New = func() any {
		r := new(redrawer)
		r.allows, r.redraw = r.mayBeLegal, r.draw
		return r
	}
	return s
}

// A kingSource is the source of [Kings].
type kingSource struct {
	*sampler.DividedStream
	pool sync.Pool // of *redrawer
}

func (s *kingSource) Levels(int) int { return kings.Levels }

func (s *kingSource) Redraw(d *sampler.Draw, h int, i uint64) bool {
	r := s.pool.Get().(*redrawer)
	defer s.pool.Put(r)
	return s.DrawThen(d, h, i, r.redraw)
}

// A redrawer holds the scratch space of a redraw. It stores its methods as function values once, since each use of a method
// as a value would allocate.
type redrawer struct {
	counter kings.Counter
	facts   rules.Facts
	allows  func(*chess.Setup) bool
	redraw  func(*sampler.Draw, rand.Source) bool
}

// draw redraws a draw, and multiplies its weight by level and its multiplicity by levels. It reports whether level is positive.
func (r *redrawer) draw(d *sampler.Draw, src rand.Source) bool {
	if !viable(d) {
		return false
	}
	level := kings.Levels
	if d.Setup.Castling == 0 && d.Setup.EP == chess.NoSquare {
		level = r.counter.Redraw(&d.Setup, src, r.allows)
	}
	d.Weight *= level
	d.Multiplicity *= kings.Levels
	return level > 0
}

// mayBeLegal reports whether the rules on checks leave open that a setup with one or two checkers is legal.
func (r *redrawer) mayBeLegal(s *chess.Setup) bool {
	r.facts.Reset(s)
	rule := &rules.OneChecker
	if r.facts.Checkers().Many() {
		rule = &rules.TwoCheckers
	}
	reason, _ := rule.Refute(&r.facts)
	return reason == 0
}
