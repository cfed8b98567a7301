package cage

import (
	"chesscensus/chess"
	"chesscensus/legality/proofkernel"
)

// A question is one whose answer may be that a promotion square of a color is barred for some roles.
type question struct {
	color      chess.Color
	promotion  chess.Square
	role       chess.Role     // [chess.NoRole] means all roles; a queen stands for rooks as well
	candidates chess.Bitboard // those of the role that may have been promoted
	excluded   func(*projector, *chess.Setup, *question) bool
}

// consequence returns what follows if the answer is yes.
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

// barredSquares returns promotion squares where no path in a projection lets pawns become by a step
// what is still on the board: since they could not leave, Lemma 8(b), since the man that is
// there now would have had to come before, Lemma 8(c), or since a bishop stayed at home, Lemma 9.
//
// No more is asked, and nothing returned, once pointless says that it would not matter if all squares were barred that are or may still
// be found to be; nil says so never. Mostly it does so before the first question, and saves more than nine tenths of the time.
func (g *projector) barredSquares(s *chess.Setup, pointless func(proofkernel.Barred) bool) (barred proofkernel.Barred) {
	questions := g.questions(s)
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
		if questions = questions[1:]; q.excluded(g, s, &q) {
			barred = barred.Union(q.consequence())
		}
	}
}

// questions returns the questions about promotion squares, those last that take longest.
func (g *projector) questions(s *chess.Setup) (list []question) {
	b := &s.Board
	var last []question
	for c := chess.White; c <= chess.Black; c++ {
		if !g.needsPromotions(s, c) {
			continue
		}
		for bb := chess.RowBB(c.LastRow()) &^ b.Pieces(c.Other(), chess.King); bb != 0; bb &= bb - 1 {
			sq := bb.First()
			if b.At(sq) != chess.NoPiece {
				list = append(list, question{c, sq, chess.NoRole, 0, (*projector).neverFree})
			}
			if homes(c.Other(), chess.Bishop).Has(sq) {
				last = append(last, question{c, sq, chess.NoRole, 0, (*projector).bishopNeverAway})
			}
			for _, q := range [...]struct {
				role chess.Role
				men  chess.Bitboard
				more int // men that need not be promoted
			}{
				{chess.Knight, b.Pieces(c, chess.Knight), 2},
				{chess.Bishop, b.Pieces(c, chess.Bishop) & colorOf(sq), 0},
				{chess.Queen, b.Pieces(c, chess.Rook) | b.Pieces(c, chess.Queen), 0},
			} {
				if q.men.Count() <= q.more {
					continue
				}
				list = append(list, question{c, sq, q.role, q.men, (*projector).neverGotOut})
				if b.At(sq) != chess.NoPiece {
					list = append(list, question{c, sq, q.role, q.men, (*projector).neverFree})
				}
			}
		}
	}
	return append(list, last...)
}
