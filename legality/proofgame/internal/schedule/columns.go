package schedule

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// columns finds out where each pawn that is left at the end of the list has to go: see
// [base.Ends].
func (r *Schedule) columns() error {
	for u := range r.End {
		r.End[u] = chess.NoSquare
	}
	for file := range 8 {
		var men [6]int8
		var pawns [6]base.Pawn
		var ends [6]chess.Square
		n := 0
		for row := 1; row < 7; row++ {
			sq := chess.NewSquare(file, row)
			if u := r.column[sq]; u != base.Nobody {
				men[n], pawns[n] = u, base.Pawn{Sq: sq, Color: r.Men[u].Color}
				n++
			}
		}
		if !base.Ends(file, pawns[:n], &r.Goal.Board, &ends) {
			return errColumns
		}
		for i, u := range men[:n] {
			r.End[u] = ends[i]
		}
	}
	return nil
}

// Interim returns where a pawn stops before the officers are placed.
func (r *Schedule) Interim(u int8) chess.Square {
	return chess.Square(int(r.End[u]) - 8*int(r.Hold[u])*r.Men[u].Color.Forward())
}

// willBeCrossed reports whether a pawn has yet to pass a square after the path.
func (r *Schedule) willBeCrossed(sq chess.Square) bool {
	for u := range int8(r.Size) {
		end := r.End[u]
		if end != chess.NoSquare && end.File() == sq.File() && base.FilePath(chess.NewSquare(end.File(), r.row(u)), end).Has(sq) {
			return true
		}
	}
	return false
}

// heldWalls returns the pawns of the goal, those held back where they stop.
func (r *Schedule) heldWalls() chess.Bitboard {
	set := r.Solid
	for u := range int8(r.Size) {
		if r.End[u] != chess.NoSquare && r.Becomes[u] == chess.NoRole {
			set |= r.Interim(u).BB()
		}
	}
	return set
}

// holdThoseBehind holds back pawns behind those held back, so that all have a square.
func (r *Schedule) holdThoseBehind() {
	for u := range int8(r.Size) {
		if r.Hold[u] == 0 {
			continue
		}
		c := r.Men[u].Color
		front := r.Interim(u)
		for next := front.Ahead(c.Other()); ; {
			v := r.behindOn(u, front)
			if v == base.Nobody {
				break
			}
			r.Hold[v] = int8(base.Abs(r.End[v].Row() - next.Row()))
			u, front = v, next
			next = front.Ahead(c.Other())
		}
	}
}

// behindOn returns the pawn of the color of u behind it whose stop is not behind sq.
func (r *Schedule) behindOn(u int8, sq chess.Square) int8 {
	c := r.Men[u].Color
	for v := range int8(r.Size) {
		if v == u || r.End[v] == chess.NoSquare || r.Men[v].Color != c || r.Becomes[v] != chess.NoRole || r.End[v].File() != sq.File() {
			continue
		}
		if (r.End[u].Row()-r.End[v].Row())*c.Forward() > 0 && (r.Interim(v).Row()-sq.Row())*c.Forward() >= 0 {
			return v
		}
	}
	return base.Nobody
}
