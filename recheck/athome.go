package recheck

import (
	"cmp"

	"chesscensus/recheck/internal/board"
)

// # TakenAtHome
//
// Go back from S by the changes of theorem TrappedMan, men that have never moved being held, with some pawns and an officer x that may stand, in S, where S
// has an officer of some side and role, and at any time on a square where a pawn of S of the other side may have captured it: from which that pawn can have
// come to where it is in S. If x never comes to a square where an officer of this side and role begins, the one that began there was
// taken, and by none of these pawns. S is illegal if, less those officers, fewer men of the side are missing than captures are needed to bring the pawns of the other
// side from their homes (theorem PawnCaptures).
//
// Proof. If the officer is in S, or stood where one of the pawns then took it, the game read backwards from there brings it to where it began;
// a rook that castled passed the king alone.
// The pawns of S took different men, none of those officers.
//
//	illegal  rnbqkbnr/ppppp1pp/6p1/8/8/P7/1PPPPPPP/1NBQKBNR b Kkq -
//	legal    rnbqkbnr/ppppp1pp/6p1/8/P7/8/1PPPPPPP/1NBQKBNR b Kkq -
//	game     1. a4 Nc6 2. Ra3 Nb8 3. Rg3 Nc6 4. Rg6 Nb8 5. Nc3 fxg6 6. Nb1

// takenAtHome confirms that pawns have taken more men than they ever let out.
func takenAtHome(q *question) error {
	s, held := &q.setup, still(&q.setup)
	for _, black := range sides {
		least, _ := changes(s, !black)
		others := newArmy(s, black).missing() // those that pawns may have taken
		reach := captured(s, !black)
		for _, sq := range board.Squares(board.RowSet(board.HomeRow(black))) {
			role := board.Role(board.Start.Men[sq])
			region := board.Flood(role, 1<<sq, board.Pawns(s)|held)
			if role == 'K' || least == 0 || region&reach != 0 {
				continue
			}
			r := newRetraction(q, role, region, mostPawns)
			r.held, r.inside = held, ^reach
			if !r.reaches(append(board.Squares(s.Of(board.Man(role, black))), elsewhere), 1<<sq, board.None) {
				others--
			}
		}
		if least > others {
			return nil
		}
	}
	return cmp.Or(q.meter.err, wrong("men enough were let out"))
}

// captured returns the squares on which pawns of S can have captured: those from which each can have come, but for its pawn row.
func captured(s *board.Setup, black bool) (reach set) {
	for sq := range int8(64) {
		for _, pawn := range board.Squares(board.PawnsOf(s, black)) {
			rows, files := board.Risen(pawn, black)-board.Risen(sq, black), max(board.File(sq)-board.File(pawn), board.File(pawn)-board.File(sq))
			if board.Risen(sq, black) > 0 && files <= rows {
				reach |= 1 << sq
			}
		}
	}
	return reach
}
