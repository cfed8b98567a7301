package rules

import (
	"chesscensus/chess"
	"chesscensus/legality/verdict"
)

// ThreeCheckers: at most two men give check.
//
// Proof: before the last move there was no check. A move puts one man on a new square and vacates one square, two
// if it is en passant or castling. Each vacated square is on at most one line to the king. En passant: if the pawn
// gives check from one row away, the captured pawn was two rows away on the next file, on no line to the king.
// Castling: behind the vacated squares there is the edge of the board or the rook that castles.
var ThreeCheckers = Rule{
	Name:     "ThreeCheckers",
	Reasons:  verdict.TripleCheck,
	Theorem:  "At most two men give check.",
	Refuted:  "r3k3/8/8/8/3b4/1n6/8/K7 w - - 0 1",
	Accepted: "r3k3/8/8/8/8/1n6/8/K7 w - - 0 1",
	Refute: func(f *Facts) (verdict.Reason, verdict.Evidence) {
		if c := f.Checkers(); c.Count() > 2 {
			return verdict.TripleCheck, verdict.Men("checkers", c)
		}
		return accept()
	},
}

// TwoCheckers: some last move can have given a double check.
//
// One of the two checkers has moved, and the other is a line piece whose line it has left; or a promotion did so;
// or an en passant capture did so, or opened two lines at once. The man must have come from a square that is now
// empty, by a capture only if the side to move has lost a man. In the position before, with the man back and the
// captured one still there, no man may attack the king.
//
// Proof: the last move was legal, so before it the king of the side that was not to move
// was not attacked. All last moves are tried, see retractor.
var TwoCheckers = Rule{
	Name:     "TwoCheckers",
	Reasons:  verdict.DoubleCheck,
	Theorem:  "Some last move can have given the double check.",
	Refuted:  "4k3/8/8/8/r1K5/8/2r5/8 w - - 0 1",
	Accepted: "2r1k3/8/8/8/b7/8/2K5/8 w - - 0 1",
	Refute: func(f *Facts) (verdict.Reason, verdict.Evidence) {
		return f.refuteChecks(2, verdict.DoubleCheck)
	},
}

// OneChecker: some last move can have given the check.
//
// As [TwoCheckers] with one checker: it has moved, or been promoted, or castled, or a
// man has left its line, or a pawn was captured en passant on its line.
var OneChecker = Rule{
	Name:     "OneChecker",
	Reasons:  verdict.SingleCheck,
	Theorem:  "Some last move can have given the check.",
	Refuted:  "k6b/8/8/8/8/8/8/K7 w - - 0 1",
	Accepted: "7b/7k/8/8/8/8/8/K7 w - - 0 1",
	Refute: func(f *Facts) (verdict.Reason, verdict.Evidence) {
		return f.refuteChecks(1, verdict.SingleCheck)
	},
}

// refuteChecks returns the reason and the checkers if there are n of them, the king not among
// them, and no last move explains the checks.
func (f *Facts) refuteChecks(n int, reason verdict.Reason) (verdict.Reason, verdict.Evidence) {
	checkers := f.Checkers()
	if checkers.Count() != n || checkers&f.Setup.Board.Of(chess.King) != 0 {
		return accept()
	}
	if r := newRetractor(f); !r.explains(checkers) {
		return reason, verdict.Men("checkers", checkers)
	}
	return accept()
}

// doubleStepRule: the double step behind an en passant square can have been the last move.
//
// With the pawn put back on its second row, no man may attack the king that is now to move. If the other king is then
// in check, [ThreeCheckers], [TwoCheckers] and [OneChecker] must accept the check.
//
// Proof: an en passant square determines the last move, so that the position before it is
// known except for its own en passant square. That position was legal, and the rules hold for
// every legal position with any en passant square.
var doubleStepRule = Rule{
	Name:     "DoubleStep",
	Reasons:  verdict.EnPassantOrigin,
	Theorem:  "The double step behind an en passant square can have been the last move.",
	Refuted:  "4k3/8/8/3pP3/8/8/8/r3K3 w - d6 0 1",
	Accepted: "4k3/8/8/3pP3/8/8/8/3K4 w - d6 0 1",
	Refute:   refuteDoubleStep,
}

// refuteDoubleStep is Refute of doubleStepRule.
func refuteDoubleStep(f *Facts) (verdict.Reason, verdict.Evidence) {
	if f.Setup.EP == chess.NoSquare || !f.OneKing ||
		f.Setup.Violations()&(chess.BadEnPassant|chess.OppositeCheck) != 0 {
		return accept() // left to other rules
	}
	to, from := f.Setup.EP^8, f.Setup.EP^24 // row 4, 3, 2 or 5, 6, 7
	before := f.Setup
	before.Turn, before.EP = f.Them, chess.NoSquare
	before.Board.Put(to, chess.NoPiece)
	before.Board.Put(from, chess.NewPiece(f.Them, chess.Pawn))
	var g Facts
	g.Reset(&before)
	if attackers := g.Attacked[f.Us]; attackers != 0 {
		return verdict.EnPassantOrigin, verdict.Men("men that gave check before the double step", attackers)
	}
	checkers := g.Checkers()
	if checkers == 0 {
		return accept()
	}
	if r := newRetractor(&g); checkers.Count() > 2 || !r.explains(checkers) {
		return verdict.EnPassantOrigin, verdict.Men("checkers before the double step", checkers)
	}
	return accept()
}
