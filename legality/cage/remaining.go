package cage

import "chesscensus/chess"

// This file bounds what the pawns of a window still need to become those of the setup.

// mayReachGoal reports whether the pawns of the window may still become those of the setup, as far as rows tell, with the
// captures that each color may still make.
//
// Pawns do not go back. So of the pawns of a color, as many must stand on its first rows as the setup shows there, except those
// that a capture can still bring in from another file. Without captures left this holds for each file.
func (p *projection) mayReachGoal(st *configuration, capturesLeft [2]int8) bool {
	for c := range 2 {
		spare := int(capturesLeft[c]) // pawns that captures can still bring in
		if spare < 0 {
			return false
		}
		var behind chess.Bitboard // the rows up to colorRow, as seen from the color
		for row := 1; row < 7; row++ {
			colorRow := row
			if c == int(chess.Black) {
				colorRow = 7 - row
			}
			behind |= chess.RowBB(colorRow)
			if (p.goal[c] & behind).Count() > (st.pawns[c]&behind).Count()+spare {
				return false
			}
			if spare > 0 {
				continue
			}
			for f := p.lo; f <= p.hi; f++ {
				if rear := behind & chess.FileBB(f); (p.goal[c] & rear).Count() > (st.pawns[c] & rear).Count() {
					return false
				}
			}
		}
	}
	return true
}

// leastCaptures returns a lower bound of the captures that bring the pawns of all files to those of the setup. A file needs a
// capture unless its pawns come there by steps and promotions. One capture touches two neighboring files at most (Lemma 7).
func (p *projection) leastCaptures(st *configuration) (n int) {
	for f := p.lo; f <= p.hi; f++ {
		if !p.completesBySteps(st, chess.FileBB(f)) {
			n++
			f++
		}
	}
	return n
}

// completesBySteps reports whether the pawns of a file become those of the setup by steps and promotions alone. From row 1 up,
// the file must show black pawns that promote, then pawns of the setup, then white pawns that promote. In between, a white pawn
// stands no higher than its goal and a black pawn no lower.
func (p *projection) completesBySteps(st *configuration, file chess.Bitboard) bool {
	var now, goal [2]chess.Bitboard
	var extra [2]int
	for c := range 2 {
		now[c], goal[c] = st.pawns[c]&file, p.goal[c]&file
		if extra[c] = now[c].Count() - goal[c].Count(); extra[c] < 0 {
			return false
		}
	}
	pawns, goalPawns := now[0]|now[1], goal[0]|goal[1]
	for range extra[1] {
		if now[0].Has(pawns.First()) {
			return false
		}
		pawns &= pawns - 1
	}
	for ; goalPawns != 0; goalPawns, pawns = goalPawns&(goalPawns-1), pawns&(pawns-1) {
		pawn, goalPawn := pawns.First(), goalPawns.First()
		white := now[0].Has(pawn)
		isPast := white && pawn > goalPawn || !white && pawn < goalPawn
		if white != goal[0].Has(goalPawn) || isPast {
			return false
		}
	}
	return pawns&now[1] == 0
}
