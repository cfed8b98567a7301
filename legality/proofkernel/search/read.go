package search

import (
	"slices"

	"chesscensus/chess"
)

// A reader turns moves and solved rows into the steps of an extended kernel.
type reader struct {
	*rows
	values []int8
	at     []chess.Square              // where each pawn stands, or has promoted
	gone   chess.Bitboard              // squares of the start whose officers have been captured
	queens [2][officers][]chess.Square // promoted officers by type, latest last
	steps  []Step
	order  []advance
}

// read returns the steps that belong to the moves, all of which are in the system, the
// goal's constraints included. Rows are chosen by preference: captures in the middle of
// the board, other pawns as little advanced as possible.
func (r *rows) read(moves []Move, enPassant bool) []Step {
	values, _ := r.sys.Solve(nil)
	rd := reader{rows: r, values: values, at: slices.Clone(r.first)}
	for i, m := range moves {
		rd.move(i, m, enPassant && i == len(r.forced))
	}
	return rd.steps
}

func (rd *reader) add(st Step) { rd.steps = append(rd.steps, st) }

// move adds the steps of one move: pawns that make room, then the victim if it is an
// officer, then the capture.
func (rd *reader) move(i int, m Move, enPassant bool) {
	e := &rd.log[i]
	them := m.Color.Other()
	if m.Victim == Promoted {
		rd.advance(e.victim, them.LastRow(), chess.Knight)
	}
	rd.advances(rd.moved[rd.movedBefore(i):e.moved])
	capture := Step{Color: m.Color, Capture: true, From: chess.NoSquare}
	switch {
	case i < len(rd.forced):
		capture.To = rd.dead[i]
		rd.gone |= capture.To.BB()
	case !m.Pawn && m.Victim == Pawn:
		capture.To = rd.at[e.victim]
	case !m.Pawn:
		capture.To = rd.officer(them, m.Victim)
	default:
		row := m.Color.LastRow()
		if m.Promotion == NoMan {
			row = int(rd.values[e.to])
		}
		capture.Role, capture.From = chess.Pawn, rd.at[e.capturer]
		capture.To = chess.NewSquare(int(m.ToFile), row)
		capture.Promotion = m.Promotion.role()
		rd.transfer(m, e, capture.To)
		rd.at[e.capturer] = capture.To
		if m.Promotion != NoMan {
			list := &rd.queens[m.Color][m.Promotion-Queen]
			*list = append(*list, capture.To)
		}
	}
	rd.add(capture)
}

// transfer brings an officer to the square of its capture by a pawn.
func (rd *reader) transfer(m Move, e *passage, to chess.Square) {
	if m.Victim == Pawn {
		return
	}
	from := chess.NoSquare
	if m.Victim == Promoted {
		from = rd.at[e.victim]
	} else {
		from = rd.officer(m.Color.Other(), m.Victim)
	}
	if from != to {
		rd.add(Step{Color: m.Color.Other(), Role: m.Victim.role(), From: from, To: to})
	}
}

// officer takes an officer from the board: the latest promoted one, else the one on the
// lowest square of the start, but one that never moves only if there is no other.
func (rd *reader) officer(c chess.Color, m Man) chess.Square {
	if list := &rd.queens[c][m-Queen]; len(*list) > 0 {
		sq := (*list)[len(*list)-1]
		*list = (*list)[:len(*list)-1]
		return sq
	}
	men := rd.start.Board.Pieces(c, m.role()) &^ rd.gone
	switch m {
	case DarkBishop:
		men &= chess.DarkSquares
	case LightBishop:
		men &^= chess.DarkSquares
	}
	if free := men &^ rd.blocked; free != 0 {
		men = free
	}
	rd.gone |= men.First().BB()
	return men.First()
}

// advances adds the moves of pawns to their new rows: the foremost first, so that none is in
// the way of another of its color.
func (rd *reader) advances(list []advance) {
	rd.order = append(rd.order[:0], list...)
	slices.SortStableFunc(rd.order, func(a, b advance) int {
		c := rd.color(a.id)
		if d := rd.color(b.id); c != d {
			return int(c) - int(d)
		}
		return (rd.at[b.id].Row() - rd.at[a.id].Row()) * c.Forward()
	})
	for _, a := range rd.order {
		rd.advance(a.id, int(rd.values[a.row]), chess.NoRole)
	}
}

// advance moves a pawn to a row of its file if it is not there; a row beyond the board
// means promotion.
func (rd *reader) advance(id int8, row int, promotion chess.Role) {
	from := rd.at[id]
	row = min(max(row, 0), 7)
	if from.Row() == row {
		return
	}
	to := chess.NewSquare(from.File(), row)
	rd.at[id] = to
	rd.add(Step{Color: rd.color(id), Role: chess.Pawn, From: from, To: to, Promotion: promotion})
}
