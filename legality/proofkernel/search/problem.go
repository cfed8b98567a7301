package search

import (
	"errors"
	"math/bits"

	"chesscensus/chess"
)

// errSetup is the error for a start or goal that has no state: a pawn on the first or last row, or more than 16 men of a color.
var errSetup = errors.New("search: pawn on first or last row, or more than 16 men of a color")

// A problem is a start and a goal, with everything that is constant during a search.
type problem struct {
	start, goal chess.Setup
	blocked     chess.Bitboard
	first       state
	impossible  bool // there is no kernel, as is clear without a search
	deadBishops

	goalColumns   [8]column
	goalMen       [2][officers]int8 // by man - Queen
	goalPawns     [2]int8
	columnTables  [8]*columnTable // what can become of the columns
	fixed         [2][8]bool      // there is an immovable home pawn
	castlingRooks [2]int8         // needed for castling rights, never captured
	promotionRules
}

// A deadBishops holds the squares of the bishops that cannot move and are taken at home, with their captures.
type deadBishops struct {
	dead   []chess.Square
	forced []Move
}

// A promotionRules says which promotions there may or must be, by color and file.
type promotionRules struct {
	bishopCaps  [2][8]bishopCap   // bishop promotions on the file
	mustPromote [2][officers]int8 // required promotions, bishops only
	ahead       [2][8]bool        // promotion straight ahead is possible
	aside       [2][8][2]bool     // promotion by capture to the left, to the right
	heavyAside  [2][8]bool        // promotion by capture to queen or rook is possible
}

// A bishopCap limits the bishops that promote on a square.
type bishopCap uint8

const (
	anyBishops bishopCap = iota
	noBishop             // none, since it could not leave
	oneBishop            // exactly one, which the goal shows there
)

// reset prepares a search. It sets impossible if there is no kernel for a plain reason.
func (p *problem) reset(start, goal *chess.Setup) error {
	*p = problem{start: *start, goal: *goal, deadBishops: deadBishops{dead: p.dead[:0], forced: p.forced[:0]}}
	ends := chess.RowBB(0) | chess.RowBB(7)
	for _, s := range []*chess.Setup{start, goal} {
		if s.Board.Of(chess.Pawn)&ends != 0 || s.Board.Colored(chess.White).Count() > 16 ||
			s.Board.Colored(chess.Black).Count() > 16 {
			return errSetup
		}
	}
	var captures [2]int // by color, those that it makes
	for c := chess.White; c <= chess.Black; c++ {
		captures[c] = countMen(start, c.Other()) - countMen(goal, c.Other())
		if captures[c] < 0 {
			p.impossible = true
			return nil
		}
	}
	var ok bool
	if p.blocked, ok = blockedSquares(start, goal, captures); !ok {
		p.impossible = true
		return nil
	}
	p.readMaterial(captures)
	p.findDeadBishops()
	for c := chess.White; c <= chess.Black; c++ {
		p.limitBishopPromotions(c)
		p.findDirections(c)
		p.castlingRooks[c] = int8(bits.OnesCount8(uint8(goal.Castling.Of(c))))
		home := p.blocked & p.start.Board.Pieces(c, chess.Pawn) & chess.RowBB(c.PawnRow())
		for sq := range home.All() {
			p.fixed[c][sq.File()] = true
		}
	}
	for file := range p.columnTables {
		p.columnTables[file] = tableOf(p.goalColumns[file], p.ahead[chess.White][file], p.ahead[chess.Black][file])
	}
	p.captureDeadBishops()
	return nil
}

// countMen returns the number of men of a color without the king.
func countMen(s *chess.Setup, c chess.Color) int {
	return (s.Board.Colored(c) &^ s.Board.Of(chess.King)).Count()
}

// readMaterial reads the first state, and the columns and counts of the goal, given the captures of each color.
func (p *problem) readMaterial(captures [2]int) {
	for file := range 8 {
		p.first.setColumn(file, columnOf(&p.start.Board, file))
		p.goalColumns[file] = columnOf(&p.goal.Board, file)
	}
	for c := chess.White; c <= chess.Black; c++ {
		for sq := range (p.start.Board.Colored(c) &^ p.start.Board.Of(chess.Pawn) &^ p.start.Board.Of(chess.King)).All() {
			p.first.add(c, manOn(p.start.Board.RoleAt(sq), sq))
		}
		for sq := range (p.goal.Board.Colored(c) &^ p.goal.Board.Of(chess.Pawn) &^ p.goal.Board.Of(chess.King)).All() {
			p.goalMen[c][manOn(p.goal.Board.RoleAt(sq), sq)-Queen]++
		}
		p.goalPawns[c] = int8(p.goal.Board.Pieces(c, chess.Pawn).Count())
		p.first.rest += uint64(captures[c]) << (leftShift + 4*c)
	}
}

// columnOf returns the column of pawns of a file of a board.
func columnOf(b *chess.Board, file int) column {
	c := column(1)
	for row := range 8 {
		if p := b.At(chess.NewSquare(file, row)); p.Role() == chess.Pawn {
			c = c.with(c.len(), p.Color())
		}
	}
	return c
}

// squaresBeside returns the squares of a row next to a file. Squares beyond the edge count as blocked wherever this is used.
func squaresBeside(file, row int) (set chess.Bitboard) {
	if file > 0 {
		set |= chess.NewSquare(file-1, row).BB()
	}
	if file < 7 {
		set |= chess.NewSquare(file+1, row).BB()
	}
	return set
}

// findDeadBishops finds home squares of bishops behind two blocked squares. No bishop can enter or leave such a square. If the
// goal has one there, it stood there throughout. If only the start has one, it is captured there: not by a pawn, which would come
// from one of the blocked squares. When that happens does not matter, so these captures come first.
func (p *problem) findDeadBishops() {
	for c := chess.White; c <= chess.Black; c++ {
		bishops := p.start.Board.Pieces(c, chess.Bishop)
		for file := range 8 {
			sq := chess.NewSquare(file, c.BackRow())
			switch {
			case squaresBeside(file, c.PawnRow())&^p.blocked != 0:
			case p.goal.Board.Pieces(c, chess.Bishop).Has(sq):
				p.impossible = p.impossible || !bishops.Has(sq)
				p.blocked |= sq.BB()
			case bishops.Has(sq):
				p.dead = append(p.dead, sq)
			}
		}
	}
}

// limitBishopPromotions finds promotion squares of color c behind two blocked squares, which no bishop can leave.
func (p *problem) limitBishopPromotions(c chess.Color) {
	for file := range 8 {
		sq := chess.NewSquare(file, c.LastRow())
		if squaresBeside(file, nextToLast(c))&^p.blocked != 0 {
			continue
		}
		p.bishopCaps[c][file] = noBishop
		if p.goal.Board.Pieces(c, chess.Bishop).Has(sq) && !p.start.Board.Pieces(c, chess.Bishop).Has(sq) {
			p.bishopCaps[c][file] = oneBishop
			p.mustPromote[c][bishopOn(sq.Dark())-Queen]++
		}
	}
}

// findDirections finds the promotions that pawns of color c can make from each file. A pawn on the row before the last checks a
// king on a square diagonally ahead. If that king never moves, the pawn must be captured there, and might as well be captured a
// row earlier. The same holds of a queen or rook that is promoted beside such a king, unless the goal shows one there.
func (p *problem) findDirections(c chess.Color) {
	king := p.blocked & p.start.Board.Pieces(c.Other(), chess.King)
	for file := range 8 {
		to := chess.NewSquare(file, c.LastRow()).BB()
		beside := squaresBeside(file, c.LastRow())
		if p.blocked&chess.NewSquare(file, nextToLast(c)).BB() != 0 || king&beside != 0 {
			continue
		}
		p.ahead[c][file] = p.blocked&to == 0
		p.aside[c][file] = [2]bool{to>>1&beside&^p.blocked != 0, to<<1&beside&^p.blocked != 0}
		heavy := p.goal.Board.Pieces(c, chess.Rook) | p.goal.Board.Pieces(c, chess.Queen)
		p.heavyAside[c][file] = king&to == 0 || heavy&beside != 0
	}
}

// captureDeadBishops makes the captures of dead bishops.
func (p *problem) captureDeadBishops() {
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
