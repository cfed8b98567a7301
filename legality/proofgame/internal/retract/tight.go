package retract

import (
	"chesscensus/chess"
	"chesscensus/legality/retro"
)

const (
	quietDepth = 6    // quiet moves in a row that a setup must allow to take back
	quietSteps = 4000 // quiet moves taken back in one call of Tight
)

// Tight reports whether a side is in check, or runs out of quiet moves to take back from a setup: a king and
// rook with the right to castle may not move, and a bishop in the corner gives check along a line on which nothing can have
// stood but a man that was taken there. It takes back at most 4000 moves; then the answer is no.
func (x *Retractor) Tight(s *chess.Setup) bool {
	if *s == chess.InitialSetup() {
		return false
	}
	p, err := s.Position()
	if err != nil || p.InCheck() || s.EP != chess.NoSquare {
		return true
	}
	x.steps = quietSteps
	return !x.canTakeBack(s, quietDepth)
}

// canTakeBack reports whether depth quiet moves in a row can be taken back, or the steps are spent.
func (x *Retractor) canTakeBack(s *chess.Setup, depth int) bool {
	if depth == 0 {
		return true
	}
	list := retro.Unmoves(x.chains[depth][:0], *s, retro.Options{})
	x.chains[depth] = list
	for _, u := range list {
		if u.Irreversible() || u.Castles() || u.Castling() != s.Castling {
			continue
		}
		if x.steps--; x.steps < 0 {
			return true
		}
		before := retro.Undo(*s, u)
		if p, err := before.Position(); err == nil && !p.InCheck() && x.canTakeBack(&before, depth-1) {
			return true
		}
	}
	return false
}
