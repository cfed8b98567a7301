package recheck

import (
	"cmp"

	"chesscensus/recheck/internal/board"
)

// # TakenAtHome
//
// Take a square where an officer of a side begins. Go back from S by the changes of theorem TrappedMan, with some pawns and one officer;
// unmoved men stay. The officer may begin in S on any square where S has an officer of this side and role. It may also begin at any time on
// a square where a pawn of S of the other side can have captured it: from which the pawn can have come to where it is in S. Suppose that it
// never comes to the square. Then the officer that began there was taken, and by none of these pawns: it was taken at home.
//
// S is illegal if fewer men of the side are missing, without those taken at home, than the captures needed to bring the pawns of the other
// side from their homes (theorem PawnCaptures).
//
// Proof. If the officer is in S, or if one of the pawns took it, the game read backwards from there brings it to where it began. A rook
// that castled passed only the king. The pawns of S took different men, none of those taken at home.
//
//	illegal  rnbqkbnr/ppppp1pp/6p1/8/8/P7/1PPPPPPP/1NBQKBNR b Kkq -
//	legal    rnbqkbnr/ppppp1pp/6p1/8/P7/8/1PPPPPPP/1NBQKBNR b Kkq -
//	game     1. a4 Nc6 2. Ra3 Nb8 3. Rg3 Nc6 4. Rg6 Nb8 5. Nc3 fxg6 6. Nb1

// takenAtHome confirms that the pawns of a side made more captures than there are men that they can have captured.
func takenAtHome(q *question) error {
	s, unmoved := &q.setup, unmovedMen(&q.setup)
	for _, black := range sides {
		captures := leastCaptures(s, !black)
		takeable := newArmy(s, black).missing() // missing men, without those taken at home
		capturable := captureSquares(s, !black)
		for _, sq := range board.Squares(board.RowSet(board.HomeRow(black))) {
			role := board.Role(board.Start.Men[sq])
			region := board.Flood(role, 1<<sq, board.Pawns(s)|unmoved)
			if role == 'K' || captures == 0 || region&capturable != 0 {
				continue
			}
			r := newRetraction(q, role, region, mostPawns)
			r.unmoved, r.inside = unmoved, ^capturable
			if !r.reaches(append(board.Squares(s.SquaresWith(board.Man(role, black))), elsewhere), 1<<sq, board.None) {
				takeable--
			}
		}
		if captures > takeable {
			return nil
		}
	}
	return cmp.Or(q.meter.err, wrong("men enough were let out"))
}

// captureSquares returns the squares on which pawns of S of a side can have captured: those beyond the pawn row from which one of them can
// have come to where it is.
func captureSquares(s *board.Setup, black bool) (squares set) {
	for sq := range int8(64) {
		for _, pawn := range board.Squares(board.PawnsOf(s, black)) {
			rows := board.RowsRisen(pawn, black) - board.RowsRisen(sq, black)
			files := max(board.File(sq)-board.File(pawn), board.File(pawn)-board.File(sq))
			if board.RowsRisen(sq, black) > 0 && files <= rows {
				squares |= 1 << sq
			}
		}
	}
	return squares
}
