package schedule

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// assignEnds fills in End for all pawns that are left after the tasks, file by file: see [base.Ends].
func (s *Schedule) assignEnds() error {
	for u := range s.End {
		s.End[u] = chess.NoSquare
	}
	for file := range 8 {
		var men [6]int8
		var pawns [6]base.Pawn
		var ends [6]chess.Square
		n := 0
		for row := 1; row < 7; row++ {
			sq := chess.NewSquare(file, row)
			if u := s.pawnsAfter[sq]; u != base.NoMan {
				men[n], pawns[n] = u, base.Pawn{Sq: sq, Color: s.Men[u].Color}
				n++
			}
		}
		if !base.Ends(file, pawns[:n], &s.Goal.Board, &ends) {
			return errColumns
		}
		for i, u := range men[:n] {
			s.End[u] = ends[i]
		}
	}
	return nil
}

// InterimSquare returns where pawn u stops until the officers are placed: RowsShort rows before its end.
func (s *Schedule) InterimSquare(u int8) chess.Square {
	return chess.Square(int(s.End[u]) - 8*int(s.RowsShort[u])*s.Men[u].Color.Forward())
}

// willBeCrossed reports whether sq is on the way of a pawn from its square after all tasks to its end.
func (s *Schedule) willBeCrossed(sq chess.Square) bool {
	for u := range int8(s.Size) {
		end := s.End[u]
		if end != chess.NoSquare && end.File() == sq.File() && base.FilePath(chess.NewSquare(end.File(), s.pawnRow(u)), end).Has(sq) {
			return true
		}
	}
	return false
}

// heldWalls returns the squares of pawns of the goal, as far as they go before the officers are placed, and of locked officers.
func (s *Schedule) heldWalls() chess.Bitboard {
	set := s.LockedOfficers
	for u := range int8(s.Size) {
		if s.End[u] != chess.NoSquare && s.PromotionRole[u] == chess.NoRole {
			set |= s.InterimSquare(u).BB()
		}
	}
	return set
}

// holdPawnsBehind holds back the pawns behind those that are held back, so that each has a square of its own.
func (s *Schedule) holdPawnsBehind() {
	for u := range int8(s.Size) {
		if s.RowsShort[u] == 0 {
			continue
		}
		front := s.InterimSquare(u)
		for v := s.pawnBehind(u, front); v != base.NoMan; v = s.pawnBehind(v, front) {
			front = front.Ahead(s.Men[v].Color.Other())
			s.RowsShort[v] = int8(base.Abs(s.End[v].Row() - front.Row()))
		}
	}
}

// pawnBehind returns a pawn of the same color behind pawn u that would stop on sq or beyond, or NoMan.
func (s *Schedule) pawnBehind(u int8, sq chess.Square) int8 {
	c := s.Men[u].Color
	for v := range int8(s.Size) {
		if v == u || s.End[v] == chess.NoSquare || s.Men[v].Color != c || s.PromotionRole[v] != chess.NoRole || s.End[v].File() != sq.File() {
			continue
		}
		if (s.End[u].Row()-s.End[v].Row())*c.Forward() > 0 && (s.InterimSquare(v).Row()-sq.Row())*c.Forward() >= 0 {
			return v
		}
	}
	return base.NoMan
}
