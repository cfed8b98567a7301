package search

import (
	"slices"

	"chesscensus/chess"
)

// A reader makes the steps of an extended kernel from moves and solved rows.
type reader struct {
	*rows
	values           []int8                      // rows by variable
	squares          []chess.Square              // squares where the pawns stand or promoted, by number
	capturedOfficers chess.Bitboard              // squares of the start whose officers have been captured
	promoted         [2][officers][]chess.Square // squares of promoted officers by type, latest last
	steps            []Step
	order            []advance // memory of addAdvances
}

// extendedSteps returns the steps that belong to the moves. All moves are in the system, with the constraints of the goal. Rows
// are chosen by preference: captures in the middle of the board, other pawns as little advanced as possible.
func (r *rows) extendedSteps(moves []Move, enPassant bool) []Step {
	values, _ := r.sys.Solve(nil)
	rd := reader{rows: r, values: values, squares: slices.Clone(r.startSquares)}
	for i, m := range moves {
		rd.addMove(i, m, enPassant && i == len(r.forced))
	}
	return rd.steps
}

// addMove adds the steps of move i: pawns that make room, then the victim if it is an officer, then the capture.
func (rd *reader) addMove(i int, m Move, enPassant bool) {
	effect := &rd.effects[i]
	them := m.Color.Other()
	if m.Victim == Promoted {
		rd.addAdvance(effect.victim, them.LastRow(), chess.Knight)
	}
	rd.addAdvances(rd.advances[rd.advancesBefore(i):effect.advancesEnd])
	capture := Step{Color: m.Color, Capture: true, From: chess.NoSquare}
	switch {
	case i < len(rd.forced):
		capture.To = rd.dead[i]
		rd.capturedOfficers |= capture.To.BB()
	case !m.Pawn && m.Victim == Pawn:
		capture.To = rd.squares[effect.victim]
	case !m.Pawn:
		capture.To = rd.takeOfficer(them, m.Victim)
	default:
		row := m.Color.LastRow()
		if m.Promotion == NoMan {
			row = int(rd.values[effect.to])
		}
		capture.Role, capture.From = chess.Pawn, rd.squares[effect.capturer]
		capture.To = chess.NewSquare(int(m.ToFile), row)
		capture.Promotion = m.Promotion.role()
		rd.addTransfer(m, effect, capture.To)
		rd.squares[effect.capturer] = capture.To
		if m.Promotion != NoMan {
			list := &rd.promoted[m.Color][m.Promotion-Queen]
			*list = append(*list, capture.To)
		}
	}
	rd.steps = append(rd.steps, capture)
}

// addTransfer brings an officer to the square of its capture by a pawn.
func (rd *reader) addTransfer(m Move, effect *pawnEffect, to chess.Square) {
	if m.Victim == Pawn {
		return
	}
	from := chess.NoSquare
	if m.Victim == Promoted {
		from = rd.squares[effect.victim]
	} else {
		from = rd.takeOfficer(m.Color.Other(), m.Victim)
	}
	if from != to {
		rd.steps = append(rd.steps, Step{Color: m.Color.Other(), Role: m.Victim.role(), From: from, To: to})
	}
}

// takeOfficer takes an officer off the board and returns its square: the officer that was promoted last, else the one on the
// lowest square of the start, but one that never moves only if there is no other.
func (rd *reader) takeOfficer(c chess.Color, m Man) chess.Square {
	if list := &rd.promoted[c][m-Queen]; len(*list) > 0 {
		sq := (*list)[len(*list)-1]
		*list = (*list)[:len(*list)-1]
		return sq
	}
	men := rd.start.Board.Pieces(c, m.role()) &^ rd.capturedOfficers
	switch m {
	case DarkBishop:
		men &= chess.DarkSquares
	case LightBishop:
		men &^= chess.DarkSquares
	}
	if free := men &^ rd.blocked; free != 0 {
		men = free
	}
	rd.capturedOfficers |= men.First().BB()
	return men.First()
}

// addAdvances adds the moves of pawns to their new rows, the foremost first, so that no pawn is in the way of another of its
// color.
func (rd *reader) addAdvances(list []advance) {
	rd.order = append(rd.order[:0], list...)
	slices.SortStableFunc(rd.order, func(a, b advance) int {
		c := rd.color(a.id)
		if d := rd.color(b.id); c != d {
			return int(c) - int(d)
		}
		return (rd.squares[b.id].Row() - rd.squares[a.id].Row()) * c.Forward()
	})
	for _, a := range rd.order {
		rd.addAdvance(a.id, int(rd.values[a.row]), chess.NoRole)
	}
}

// addAdvance moves a pawn to a row of its file if it is not there. A row beyond the board means promotion.
func (rd *reader) addAdvance(id int8, row int, promotion chess.Role) {
	from := rd.squares[id]
	row = min(max(row, 0), 7)
	if from.Row() == row {
		return
	}
	to := chess.NewSquare(from.File(), row)
	rd.squares[id] = to
	rd.steps = append(rd.steps, Step{Color: rd.color(id), Role: chess.Pawn, From: from, To: to, Promotion: promotion})
}
