package retract

import (
	"chesscensus/chess"
	"chesscensus/legality/retro"
)

const (
	quietDepth = 6    // quiet moves in a row that it must be possible to take back
	quietSteps = 4000 // quiet moves taken back in one call of IsTight
)

// IsTight reports whether a side is in check, or runs out of quiet moves to take back from a setup. That happens where a king and rook
// with the right to castle may not move, or a bishop in the corner gives check along a line on which nothing can have stood but a
// captured man. IsTight takes back at most quietSteps moves; then the result is false.
func (x *Retractor) IsTight(s *chess.Setup) bool {
	if *s == chess.InitialSetup() {
		return false
	}
	p, err := s.Position()
	if err != nil || p.InCheck() || s.EP != chess.NoSquare {
		return true
	}
	x.quietStepsLeft = quietSteps
	return !x.canTakeBack(s, quietDepth)
}

// canTakeBack reports whether depth quiet moves in a row can be taken back, or quietStepsLeft is used up.
func (x *Retractor) canTakeBack(s *chess.Setup, depth int) bool {
	if depth == 0 {
		return true
	}
	unmoves := retro.Unmoves(x.unmoveBuffers[depth][:0], *s, retro.Options{})
	x.unmoveBuffers[depth] = unmoves
	for _, u := range unmoves {
		if u.Irreversible() || u.Castles() || u.Castling() != s.Castling {
			continue
		}
		if x.quietStepsLeft--; x.quietStepsLeft < 0 {
			return true
		}
		before := retro.Undo(*s, u)
		if p, err := before.Position(); err == nil && !p.InCheck() && x.canTakeBack(&before, depth-1) {
			return true
		}
	}
	return false
}
