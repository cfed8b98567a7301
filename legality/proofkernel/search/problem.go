package search

import (
	"errors"
	"math/bits"

	"chesscensus/chess"
)

// errSetup is the error for a start or goal that has no state: a pawn on the first or
// last row, or more than 16 men of a color.
var errSetup = errors.New("search: pawn on first or last row, or more than 16 men of a color")

// A problem is a start and a goal with everything that is constant during a search.
type problem struct {
	start, goal chess.Setup
	blocked     chess.Bitboard
	first       state
	impossible  bool // no kernel, for a reason seen without search
	locked

	cols  [8]column         // of the goal
	men   [2][officers]int8 // of the goal, by man - Queen
	pawns [2]int8           // of the goal
	files [8]*columnTable   // what can become of the columns
	fixed [2][8]bool        // there is an immovable home pawn
	rooks [2]int8           // needed for castling rights, never captured
	ends
}

// locked are the bishops that cannot move and must be captured at once.
type locked struct {
	dead   []chess.Square
	forced []Move // their captures
}

// ends says which promotions there may or must be, by color and file.
type ends struct {
	caps  [2][8]bishopCap   // bishop promotions on the file
	must  [2][officers]int8 // required promotions, bishops only
	ahead [2][8]bool        // promotion straight ahead is possible
	aside [2][8][2]bool     // promotion by capture to the left, to the right
	heavy [2][8]bool        // promotion by capture to queen or rook is possible
}

// A bishopCap says how many bishops may appear on a promotion square.
type bishopCap uint8

const (
	anyBishops bishopCap = iota
	noBishop             // none could leave
	oneBishop            // exactly one, and the goal needs it
)

// reset prepares a search.
func (p *problem) reset(start, goal *chess.Setup) error {
	*p = problem{start: *start, goal: *goal, locked: locked{dead: p.dead[:0], forced: p.forced[:0]}}
	ends := chess.RowBB(0) | chess.RowBB(7)
	for _, s := range []*chess.Setup{start, goal} {
		if s.Board.Of(chess.Pawn)&ends != 0 || s.Board.Colored(chess.White).Count() > 16 ||
			s.Board.Colored(chess.Black).Count() > 16 {
			return errSetup
		}
	}
	var left [2]int
	for c := chess.White; c <= chess.Black; c++ {
		left[c] = men(start, c.Other()) - men(goal, c.Other())
		if p.impossible = p.impossible || left[c] < 0; p.impossible {
			return nil
		}
	}
	var ok bool
	if p.blocked, ok = blockedSquares(start, goal, left); !ok {
		p.impossible = true
		return nil
	}
	p.material(left)
	p.lockedBishops()
	for c := chess.White; c <= chess.Black; c++ {
		p.bishopPromotions(c)
		p.directions(c)
		p.rooks[c] = int8(bits.OnesCount8(uint8(goal.Castling.Of(c))))
		home := p.blocked & p.start.Board.Pieces(c, chess.Pawn) & chess.RowBB(c.PawnRow())
		for sq := range home.All() {
			p.fixed[c][sq.File()] = true
		}
	}
	for x := range p.files {
		p.files[x] = tableOf(p.cols[x], p.ahead[chess.White][x], p.ahead[chess.Black][x])
	}
	p.force()
	return nil
}

// men counts the men of a color, king excluded.
func men(s *chess.Setup, c chess.Color) int {
	return (s.Board.Colored(c) &^ s.Board.Of(chess.King)).Count()
}

// material fills in the first state, and columns and counts of the goal.
func (p *problem) material(left [2]int) {
	for x := range 8 {
		p.first.setColumn(x, columnOf(&p.start.Board, x))
		p.cols[x] = columnOf(&p.goal.Board, x)
	}
	for c := chess.White; c <= chess.Black; c++ {
		for sq := range (p.start.Board.Colored(c) &^ p.start.Board.Of(chess.Pawn) &^ p.start.Board.Of(chess.King)).All() {
			p.first.add(c, manOn(p.start.Board.RoleAt(sq), sq))
		}
		for sq := range (p.goal.Board.Colored(c) &^ p.goal.Board.Of(chess.Pawn) &^ p.goal.Board.Of(chess.King)).All() {
			p.men[c][manOn(p.goal.Board.RoleAt(sq), sq)-Queen]++
		}
		p.pawns[c] = int8(p.goal.Board.Pieces(c, chess.Pawn).Count())
		p.first.rest += uint64(left[c]) << (leftShift + 4*c)
	}
}

// columnOf reads the pawns of a file. A file has six squares for them.
func columnOf(b *chess.Board, file int) column {
	c := column(1)
	for row := range 8 {
		if p := b.At(chess.NewSquare(file, row)); p.Role() == chess.Pawn {
			c = c.with(c.len(), p.Color())
		}
	}
	return c
}

// besides returns the squares of a row next to the file; those that do not exist count as
// blocked wherever this is used.
func besides(file, row int) (set chess.Bitboard) {
	if file > 0 {
		set |= chess.NewSquare(file-1, row).BB()
	}
	if file < 7 {
		set |= chess.NewSquare(file+1, row).BB()
	}
	return set
}

// lockedBishops finds home squares of bishops behind two blocked squares. A bishop can
// neither enter nor leave one; if the goal has it, it stands there for good, and if only
// the start has it, it is captured there. A pawn cannot do that: it would come from one of
// the blocked squares. Nor does the time matter, so it comes first.
func (p *problem) lockedBishops() {
	for c := chess.White; c <= chess.Black; c++ {
		bishops := p.start.Board.Pieces(c, chess.Bishop)
		for x := range 8 {
			sq := chess.NewSquare(x, c.BackRow())
			switch {
			case besides(x, c.PawnRow())&^p.blocked != 0:
			case p.goal.Board.Pieces(c, chess.Bishop).Has(sq):
				p.impossible = p.impossible || !bishops.Has(sq)
				p.blocked |= sq.BB()
			case bishops.Has(sq):
				p.dead = append(p.dead, sq)
			}
		}
	}
}

// bishopPromotions does the same for squares on which bishops promote.
func (p *problem) bishopPromotions(c chess.Color) {
	for x := range 8 {
		sq := chess.NewSquare(x, c.LastRow())
		if besides(x, nextToLast(c))&^p.blocked != 0 {
			continue
		}
		p.caps[c][x] = noBishop
		if p.goal.Board.Pieces(c, chess.Bishop).Has(sq) && !p.start.Board.Pieces(c, chess.Bishop).Has(sq) {
			p.caps[c][x] = oneBishop
			p.must[c][bishopOn(sq.Dark())-Queen]++
		}
	}
}

// directions finds out from where pawns can promote. A pawn next to the last row checks
// a king that stands beside the square ahead of it; if that king never moves the pawn
// would have to be captured, which might as well happen a row earlier. A queen or rook
// that appears beside such a king is no better off, unless the game ends there.
func (p *problem) directions(c chess.Color) {
	king := p.blocked & p.start.Board.Pieces(c.Other(), chess.King)
	for x := range 8 {
		to := chess.NewSquare(x, c.LastRow()).BB()
		beside := besides(x, c.LastRow())
		if p.blocked&chess.NewSquare(x, nextToLast(c)).BB() != 0 || king&beside != 0 {
			continue
		}
		p.ahead[c][x] = p.blocked&to == 0
		p.aside[c][x] = [2]bool{to>>1&beside&^p.blocked != 0, to<<1&beside&^p.blocked != 0}
		heavy := p.goal.Board.Pieces(c, chess.Rook) | p.goal.Board.Pieces(c, chess.Queen)
		p.heavy[c][x] = king&to == 0 || heavy&beside != 0
	}
}

// force makes the captures of dead bishops.
func (p *problem) force() {
	for _, sq := range p.dead {
		m := Move{Color: p.start.Board.At(sq).Color().Other(), Victim: bishopOn(sq.Dark())}
		if p.forced = append(p.forced, m); p.first.left(m.Color) == 0 {
			p.impossible = true
			return
		}
		p.first = p.first.apply(m)
	}
	p.first.rest &^= officersOnly
}
