package cage

import (
	"chesscensus/chess"
	"chesscensus/legality/proofkernel"
)

// A question asks whether a promotion square of a color is barred for a role, or for all roles.
type question struct {
	color      chess.Color
	promotion  chess.Square
	role       chess.Role     // [chess.NoRole] means all roles; a queen stands for rooks as well
	candidates chess.Bitboard // men of the role that may have been promoted
	isProven   func(*projector, *chess.Setup, *question) bool
}

// consequence returns the squares that are barred if the answer is yes.
func (q *question) consequence() (b proofkernel.Barred) {
	bit := uint8(1) << q.promotion.File()
	if q.role == chess.NoRole || q.role == chess.Bishop {
		b.Bishops[q.color] = bit
	}
	if q.role == chess.NoRole || q.role == chess.Knight {
		b.Knights[q.color] = bit
	}
	if q.role == chess.NoRole || q.role == chess.Queen {
		b.Others[q.color] = bit
	}
	return b
}

// barredSquares returns promotion squares that projections bar. There are three reasons: a man promoted there could not leave
// (Lemma 8(b)), the man that is there now would have had to come before (Lemma 8(c)), or the bishop that starts there stayed at
// home (Lemma 9).
//
// The function pointless reports that it would not matter if all squares of its argument were barred; nil means that it always
// matters. Before each question it is called with all squares that are barred or may still be found to be. If it returns true,
// barredSquares stops and returns nothing. Mostly it returns true before the first question, which saves more than nine tenths of
// the time.
func (p *projector) barredSquares(s *chess.Setup, pointless func(proofkernel.Barred) bool) (barred proofkernel.Barred) {
	questions := p.questions(s)
	for {
		possible, unanswered := barred, 0
		for _, q := range questions {
			if b := q.consequence(); barred.Union(b) != barred {
				possible = possible.Union(b)
				questions[unanswered] = q
				unanswered++
			}
		}
		if questions = questions[:unanswered]; unanswered == 0 {
			return barred
		}
		if pointless != nil && pointless(possible) {
			return proofkernel.Barred{}
		}
		q := questions[0]
		if questions = questions[1:]; q.isProven(p, s, &q) {
			barred = barred.Union(q.consequence())
		}
	}
}

// questions returns the questions about promotion squares, in the order in which they are searched. Those that take longest come
// last.
func (p *projector) questions(s *chess.Setup) (list []question) {
	b := &s.Board
	var last []question
	for c := chess.White; c <= chess.Black; c++ {
		if !p.needsPromotions(s, c) {
			continue
		}
		for bb := chess.RowBB(c.LastRow()) &^ b.Pieces(c.Other(), chess.King); bb != 0; bb &= bb - 1 {
			sq := bb.First()
			if b.At(sq) != chess.NoPiece {
				list = append(list, question{color: c, promotion: sq, isProven: (*projector).neverFree})
			}
			if homes(c.Other(), chess.Bishop).Has(sq) {
				last = append(last, question{color: c, promotion: sq, isProven: (*projector).bishopNeverLeftInTime})
			}
			for _, q := range [...]struct {
				role chess.Role
				men  chess.Bitboard
				most int // no question is asked if there are at most so many men
			}{
				{chess.Knight, b.Pieces(c, chess.Knight), 2},
				{chess.Bishop, b.Pieces(c, chess.Bishop) & sameColorSquares(sq), 0},
				{chess.Queen, b.Pieces(c, chess.Rook) | b.Pieces(c, chess.Queen), 0},
			} {
				if q.men.Count() <= q.most {
					continue
				}
				forRole := question{color: c, promotion: sq, role: q.role, candidates: q.men, isProven: (*projector).neverGotOut}
				list = append(list, forRole)
				if b.At(sq) != chess.NoPiece {
					forRole.isProven = (*projector).neverFree
					list = append(list, forRole)
				}
			}
		}
	}
	return append(list, last...)
}
