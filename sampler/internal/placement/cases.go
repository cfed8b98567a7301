package placement

import (
	"fmt"

	"chesscensus/chess"
	"chesscensus/sampler"
)

// cases returns the cases of a space: both sides to move, and the 3612 ordered pairs of squares for
// kings that do not touch. If the elements are positions there are besides all sets of castling rights with
// their king at home, and all en passant squares, once for each pawn that may be singled out to capture.
func cases(positions bool) (list []Case) {
	for turn := chess.White; turn <= chess.Black; turn++ {
		for white := chess.A1; white <= chess.H8; white++ {
			for black := chess.A1; black <= chess.H8; black++ {
				if white == black || chess.KingAttacks(white).Has(black) {
					continue
				}
				c := Case{Turn: turn, Kings: [2]chess.Square{white, black}, EP: chess.NoSquare, From: chess.NoSquare}
				if !positions {
					list = append(list, c)
					continue
				}
				home := homeRights(white, black)
				for c.Rights = 0; c.Rights <= chess.AllCastling; c.Rights++ {
					if c.Rights&^home == 0 {
						list = appendEP(append(list, c), c)
					}
				}
			}
		}
	}
	return list
}

// homeRights returns the castling rights that the squares of the kings allow.
func homeRights(white, black chess.Square) (r chess.Castling) {
	if white == chess.E1 {
		r |= chess.WhiteKingside | chess.WhiteQueenside
	}
	if black == chess.E8 {
		r |= chess.BlackKingside | chess.BlackQueenside
	}
	return r
}

// appendEP appends a case with each en passant square and each pawn beside the one that passed it.
func appendEP(list []Case, c Case) []Case {
	row := 5
	if c.Turn == chess.Black {
		row = 2
	}
	for file := range 8 {
		c.EP = chess.NewSquare(file, row)
		pawn, _ := epSquares(c.Turn, c.EP)
		if file > 0 {
			c.From = pawn - 1
			list = append(list, c)
		}
		if file < 7 {
			c.From = pawn + 1
			list = append(list, c)
		}
	}
	return list
}

// capturers returns the pawns beside the one that has just passed over the en
// passant square, which must be on the right row; they need not be able to capture.
func capturers(s *chess.Setup) chess.Bitboard {
	pawn, _ := epSquares(s.Turn, s.EP)
	bb := pawn.BB()
	return ((bb&^chess.FileA)>>1 | (bb&^chess.FileH)<<1) & s.Board.Pieces(s.Turn, chess.Pawn)
}

// CaseOf returns the case of a setup. If there is an en passant square, n is the number of pawns that could
// capture, and the one with the given index, counted from the a-file, is singled out; an index out of range counts
// as 0. An error names what the setup lacks: one king a side, kings that do not touch, rooks for the rights, or a
// double step for the en passant square.
func CaseOf(s *chess.Setup, index int) (c Case, n int, err error) {
	for color := chess.White; color <= chess.Black; color++ {
		if k := s.Board.Pieces(color, chess.King).Count(); k != 1 {
			return c, 0, fmt.Errorf("%v has %d kings, want 1", color, k)
		}
	}
	kings := [2]chess.Square{s.Board.King(chess.White), s.Board.King(chess.Black)}
	c = Case{Turn: s.Turn & 1, Kings: kings, Rights: s.Castling, EP: s.EP, From: chess.NoSquare}
	switch v := s.Violations(); {
	case chess.KingAttacks(c.Kings[0]).Has(c.Kings[1]):
		return c, 0, fmt.Errorf("the kings touch")
	case v&chess.BadCastling != 0:
		return c, 0, fmt.Errorf("%v", v&chess.BadCastling)
	case v&chess.BadEnPassant != 0:
		return c, 0, fmt.Errorf("%v", v&chess.BadEnPassant)
	}
	if s.EP == chess.NoSquare {
		return c, 1, nil
	}
	from := capturers(s)
	if from == 0 {
		return c, 0, fmt.Errorf("no pawn stands beside the one that has just passed over the en passant square")
	}
	c.From = from.First()
	if index == 1 && from.Many() {
		c.From = from.Last()
	}
	return c, from.Count(), nil
}

// Fill sets d to the element of a setup in a space of positions, with the given pawn singled out to capture en
// passant: weight 1, and multiplicity 2 if there are two pawns that might capture.
func Fill(d *sampler.Draw, setup *chess.Setup, from chess.Square) {
	*d = sampler.Draw{Setup: *setup, Equivalents: 1, Multiplicity: 1, Weight: 1}
	if setup.EP != chess.NoSquare {
		capturers := capturers(setup)
		d.Index = (capturers & (from.BB() - 1)).Count()
		d.Equivalents = capturers.Count()
		d.Multiplicity = d.Equivalents
	}
}

// CaseOfDraw returns the case of the element that d describes, see [CaseOf]. It uses d's
// Index only if d's Equivalents is the number of elements with this setup.
func CaseOfDraw(d *sampler.Draw) (Case, error) {
	c, n, err := CaseOf(&d.Setup, d.Index)
	if err == nil && d.Equivalents != n {
		c, _, err = CaseOf(&d.Setup, 0)
	}
	return c, err
}
