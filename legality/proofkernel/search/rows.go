package search

import (
	"chesscensus/chess"
	"chesscensus/legality/proofkernel/search/internal/csp"
)

// rows is the system of constraints of the extended kernel, kept in step with a prefix of
// the path: one level of the system for each move. Variables are rows of pawns, 0 to 7
// for 1 to 8; values outside 1 to 6 mean that the pawn has promoted meanwhile.
type rows struct {
	*problem
	sys       csp.System
	boards    []board // before the first move, after each
	log       []passage
	moved     []advance
	first     []chess.Square // where the pawns started, by number
	stepAside bool           // Options.StepAside
}

// A slot is a pawn in its column: its number and its newest variable.
type slot struct {
	id   int8
	last csp.Var
}

// A board holds the columns as slots.
type board struct {
	cols [8][maxColumn]slot
	n    [8]int8
}

// An advance is a pawn that goes to the row of a variable.
type advance struct {
	id  int8
	row csp.Var
}

// A passage is what one move means for the pawns.
type passage struct {
	moved    int     // end of its advances in rows.moved
	capturer int8    // number of the capturing pawn
	victim   int8    // number of the pawn victim, promoted or not
	to       csp.Var // row of the capture, where a pawn captures without promoting
}

const nobody = -1

func (b *board) remove(file, i int) slot {
	col := &b.cols[file]
	out := col[i]
	copy(col[i:], col[i+1:b.n[file]])
	b.n[file]--
	return out
}

func (b *board) insert(file, i int, in slot) {
	col := &b.cols[file]
	copy(col[i+1:], col[i:b.n[file]])
	col[i] = in
	b.n[file]++
}

// reset gives every pawn of the start its fixed row.
func (r *rows) reset(p *problem) {
	r.problem = p
	r.sys.Reset()
	r.boards = append(r.boards[:0], board{})
	r.log, r.moved, r.first = r.log[:0], r.moved[:0], r.first[:0]
	b := &r.boards[0]
	for x := range 8 {
		for sq := range (p.start.Board.Of(chess.Pawn) & chess.FileBB(x)).All() {
			id := int8(len(r.first))
			r.first = append(r.first, sq)
			b.insert(x, int(b.n[x]), slot{id, r.sys.NewVar(sq.Row(), sq.Row())})
		}
	}
}

// len returns the number of moves in the system.
func (r *rows) len() int { return len(r.log) }

// pop takes back all moves but the first n.
func (r *rows) pop(n int) {
	for len(r.log) > n {
		r.sys.Pop()
		r.log = r.log[:len(r.log)-1]
		r.boards = r.boards[:len(r.boards)-1]
	}
	r.moved = r.moved[:r.movedBefore(len(r.log))]
}

func (r *rows) movedBefore(i int) int {
	if i == 0 {
		return 0
	}
	return r.log[i-1].moved
}

// push adds a move in a level of its own and reports whether there are rows that fit. If
// the move is the en passant capture of the start it may be taken as such.
func (r *rows) push(m Move, enPassant bool) bool {
	r.sys.Push()
	r.boards = append(r.boards, r.boards[len(r.boards)-1])
	b := &r.boards[len(r.boards)-1]
	e := passage{capturer: nobody, victim: nobody}
	if m.Victim == Promoted { // no condition: it leaves ahead of all others
		f, them := int(m.VictimFile), m.Color.Other()
		i := 0
		if them == chess.White {
			i = int(b.n[f]) - 1
		}
		e.victim = b.remove(f, i).id
	}
	switch {
	case m.Pawn:
		r.capture(b, m, &e, enPassant)
	case m.Victim == Pawn:
		v := b.remove(int(m.ToFile), int(m.ToIndex))
		r.sys.AtLeast(v.last, 1)
		r.sys.AtMost(v.last, 6)
		e.victim = v.id
	}
	e.moved = len(r.moved)
	r.log = append(r.log, e)
	return r.sys.Propagate()
}

// capture adds the constraints of a capture by a pawn.
func (r *rows) capture(b *board, m Move, e *passage, enPassant bool) {
	x, i, c := int(m.File), int(m.Index), m.Color
	col := &b.cols[x]
	from := r.renew(col[i], c, 1, 6)
	r.sys.Prefer(from, csp.Order{Start: int8(3 + c), Step: int8(-c.Forward())})
	if r.stepAside {
		r.makeRoom(b, x, i)
	}
	e.capturer, col[i].last = col[i].id, from
	r.order(b, x)
	b.remove(x, i)
	if m.Promotion != NoMan {
		r.sys.Fix(from, nextToLast(c))
		return
	}
	if enPassant {
		r.sys.Fix(from, r.first[e.capturer].Row())
	}
	to := r.sys.NewVar(1, 6)
	r.sys.Eq(to, from, c.Forward())
	e.to = to
	r.arrive(b, m, e, enPassant)
}

// renew gives the pawn a new variable, which is not behind the old one.
func (r *rows) renew(s slot, c chess.Color, lo, hi int) csp.Var {
	v := r.sys.NewVar(lo, hi)
	if c == chess.White {
		r.sys.Le(s.last, v, 0)
	} else {
		r.sys.Le(v, s.last, 0)
		r.sys.Prefer(v, csp.Descending)
	}
	r.moved = append(r.moved, advance{s.id, v})
	return v
}

// arrive makes room in the column to which the pawn comes.
func (r *rows) arrive(b *board, m Move, e *passage, enPassant bool) {
	y, i := int(m.ToFile), int(m.ToIndex)
	col := &b.cols[y]
	stays := nobody
	if enPassant {
		stays = i // one row short
	}
	r.makeRoom(b, y, stays)
	in := slot{e.capturer, e.to}
	if m.Victim == Pawn {
		if e.victim = col[i].id; !enPassant {
			r.sys.Eq(col[i].last, e.to, 0)
		}
		col[i] = in
	} else {
		b.insert(y, i, in)
		switch m.Victim {
		case DarkBishop:
			r.sys.Parity(e.to, y)
		case LightBishop:
			r.sys.Parity(e.to, y+1)
		}
	}
	r.order(b, y)
}

// order puts the pawns of a file one above the other.
func (r *rows) order(b *board, file int) {
	for j := 1; j < int(b.n[file]); j++ {
		r.sys.Le(b.cols[file][j-1].last, b.cols[file][j].last, -1)
	}
}

// makeRoom lets all pawns of a file but the one at index i advance.
func (r *rows) makeRoom(b *board, file, i int) {
	for j := range int(b.n[file]) {
		if j != i {
			s := &b.cols[file][j]
			s.last = r.renew(*s, r.color(s.id), -6, 13)
		}
	}
}

// color returns the color of a pawn by its number.
func (r *rows) color(id int8) chess.Color { return r.start.Board.At(r.first[id]).Color() }

// finish adds the constraints of the goal, in a level of its own, after the last move. The
// pawns of a complete column that do not promote follow the black ones below that do.
func (r *rows) finish(end *state) bool {
	r.sys.Push()
	b := &r.boards[len(r.boards)-1]
	for x := range 8 {
		i := end.column(x).run(chess.Black) - r.cols[x].run(chess.Black)
		for sq := range (r.goal.Board.Of(chess.Pawn) & chess.FileBB(x)).All() {
			if last := b.cols[x][i].last; r.goal.Board.At(sq).Color() == chess.White {
				r.sys.AtMost(last, sq.Row())
			} else {
				r.sys.AtLeast(last, sq.Row())
			}
			i++
		}
	}
	return r.sys.Propagate()
}
