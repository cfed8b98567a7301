package search

import (
	"chesscensus/chess"
	"chesscensus/legality/proofkernel/search/internal/csp"
)

// A rows is the system of constraints of the extended kernel, kept in step with a prefix of the path: it has one level for each
// move. Variables are rows of pawns, 0 to 7 for 1 to 8. Values outside 1 to 6 mean that the pawn has promoted meanwhile.
type rows struct {
	*problem
	sys          csp.System
	boards       []board // before the first move, after each
	effects      []pawnEffect
	advances     []advance
	startSquares []chess.Square // where the pawns started, by number
	stepAside    bool           // Options.StepAside
}

// A columnPawn is a pawn in its column: its number and its newest variable.
type columnPawn struct {
	id   int8
	last csp.Var
}

// A board holds the pawns of all columns, n of them on each file.
type board struct {
	cols [8][maxColumn]columnPawn
	n    [8]int8
}

// An advance is a pawn that goes to the row of a variable.
type advance struct {
	id  int8
	row csp.Var
}

// A pawnEffect says what one move does to the pawns.
type pawnEffect struct {
	advancesEnd int     // end of its advances in rows.advances
	capturer    int8    // number of the capturing pawn
	victim      int8    // number of the pawn victim, promoted or not
	to          csp.Var // row of the capture, where a pawn captures without promoting
}

// noPawn is no number of a pawn.
const noPawn = -1

// remove takes the pawn at index i out of the column of a file; insert puts a pawn at index i.
func (b *board) remove(file, i int) columnPawn {
	col := &b.cols[file]
	out := col[i]
	copy(col[i:], col[i+1:b.n[file]])
	b.n[file]--
	return out
}

func (b *board) insert(file, i int, in columnPawn) {
	col := &b.cols[file]
	copy(col[i+1:], col[i:b.n[file]])
	col[i] = in
	b.n[file]++
}

// reset removes all moves and gives every pawn of the start its fixed row.
func (r *rows) reset(p *problem) {
	r.problem = p
	r.sys.Reset()
	r.boards = append(r.boards[:0], board{})
	r.effects, r.advances, r.startSquares = r.effects[:0], r.advances[:0], r.startSquares[:0]
	b := &r.boards[0]
	for file := range 8 {
		for sq := range (p.start.Board.Of(chess.Pawn) & chess.FileBB(file)).All() {
			id := int8(len(r.startSquares))
			r.startSquares = append(r.startSquares, sq)
			b.insert(file, int(b.n[file]), columnPawn{id, r.sys.NewVar(sq.Row(), sq.Row())})
		}
	}
}

// len returns the number of moves in the system.
func (r *rows) len() int { return len(r.effects) }

// clear takes back all moves.
func (r *rows) clear() { r.pop(0) }

// pop takes back all moves but the first n.
func (r *rows) pop(n int) {
	for len(r.effects) > n {
		r.sys.Pop()
		r.effects = r.effects[:len(r.effects)-1]
		r.boards = r.boards[:len(r.boards)-1]
	}
	r.advances = r.advances[:r.advancesBefore(len(r.effects))]
}

// advancesBefore returns the number of advances before move i.
func (r *rows) advancesBefore(i int) int {
	if i == 0 {
		return 0
	}
	return r.effects[i-1].advancesEnd
}

// push adds a move in a level of its own and reports whether there are rows that fit. If enPassant is true, the move is the en
// passant capture of the start.
func (r *rows) push(m Move, enPassant bool) bool {
	r.sys.Push()
	r.boards = append(r.boards, r.boards[len(r.boards)-1])
	b := &r.boards[len(r.boards)-1]
	effect := pawnEffect{capturer: noPawn, victim: noPawn}
	if m.Victim == Promoted { // this constrains no row: the pawn stands before all others
		f, them := int(m.VictimFile), m.Color.Other()
		i := 0
		if them == chess.White {
			i = int(b.n[f]) - 1
		}
		effect.victim = b.remove(f, i).id
	}
	switch {
	case m.Pawn:
		r.addCapture(b, m, &effect, enPassant)
	case m.Victim == Pawn:
		v := b.remove(int(m.ToFile), int(m.ToIndex))
		r.sys.AtLeast(v.last, 1)
		r.sys.AtMost(v.last, 6)
		effect.victim = v.id
	}
	effect.advancesEnd = len(r.advances)
	r.effects = append(r.effects, effect)
	return r.sys.Propagate()
}

// addCapture adds the constraints of a capture by a pawn.
func (r *rows) addCapture(b *board, m Move, effect *pawnEffect, enPassant bool) {
	file, i, c := int(m.File), int(m.Index), m.Color
	col := &b.cols[file]
	from := r.renew(col[i], c, 1, 6)
	r.sys.Prefer(from, csp.Order{Start: int8(3 + c), Step: int8(-c.Forward())})
	if r.stepAside {
		r.letOthersAdvance(b, file, i)
	}
	effect.capturer, col[i].last = col[i].id, from
	r.orderPawns(b, file)
	b.remove(file, i)
	if m.Promotion != NoMan {
		r.sys.Fix(from, nextToLast(c))
		return
	}
	if enPassant {
		r.sys.Fix(from, r.startSquares[effect.capturer].Row())
	}
	to := r.sys.NewVar(1, 6)
	r.sys.Eq(to, from, c.Forward())
	effect.to = to
	r.addArrival(b, m, effect, enPassant)
}

// renew gives the pawn a new variable, whose row is not behind that of the old one.
func (r *rows) renew(s columnPawn, c chess.Color, lo, hi int) csp.Var {
	v := r.sys.NewVar(lo, hi)
	if c == chess.White {
		r.sys.Le(s.last, v, 0)
	} else {
		r.sys.Le(v, s.last, 0)
		r.sys.Prefer(v, csp.Descending)
	}
	r.advances = append(r.advances, advance{s.id, v})
	return v
}

// addArrival adds the constraints of the column to which the pawn comes.
func (r *rows) addArrival(b *board, m Move, effect *pawnEffect, enPassant bool) {
	file, i := int(m.ToFile), int(m.ToIndex)
	col := &b.cols[file]
	stays := noPawn
	if enPassant {
		stays = i // the victim stands one row short of the square of the capture
	}
	r.letOthersAdvance(b, file, stays)
	in := columnPawn{effect.capturer, effect.to}
	if m.Victim == Pawn {
		if effect.victim = col[i].id; !enPassant {
			r.sys.Eq(col[i].last, effect.to, 0)
		}
		col[i] = in
	} else {
		b.insert(file, i, in)
		switch m.Victim {
		case DarkBishop:
			r.sys.Parity(effect.to, file)
		case LightBishop:
			r.sys.Parity(effect.to, file+1)
		}
	}
	r.orderPawns(b, file)
}

// orderPawns demands that the rows of the pawns of a file ascend strictly.
func (r *rows) orderPawns(b *board, file int) {
	for j := 1; j < int(b.n[file]); j++ {
		r.sys.Le(b.cols[file][j-1].last, b.cols[file][j].last, -1)
	}
}

// letOthersAdvance gives all pawns of a file but the one at index i new rows.
func (r *rows) letOthersAdvance(b *board, file, i int) {
	for j := range int(b.n[file]) {
		if j != i {
			s := &b.cols[file][j]
			s.last = r.renew(*s, r.color(s.id), -6, 13)
		}
	}
}

// color returns the color of a pawn by its number.
func (r *rows) color(id int8) chess.Color { return r.start.Board.At(r.startSquares[id]).Color() }

// finish adds the constraints of the goal, in a level of its own, after the last move. In a complete column the pawns of the goal
// come after the black ones, from row 1 up, that promote.
func (r *rows) finish(end *state) bool {
	r.sys.Push()
	b := &r.boards[len(r.boards)-1]
	for file := range 8 {
		i := end.column(file).foremostRun(chess.Black) - r.goalColumns[file].foremostRun(chess.Black)
		for sq := range (r.goal.Board.Of(chess.Pawn) & chess.FileBB(file)).All() {
			if last := b.cols[file][i].last; r.goal.Board.At(sq).Color() == chess.White {
				r.sys.AtMost(last, sq.Row())
			} else {
				r.sys.AtLeast(last, sq.Row())
			}
			i++
		}
	}
	return r.sys.Propagate()
}
