package planner

import (
	"errors"

	"chesscensus/chess"
)

var (
	errColumns    = errors.New("planner: pawns do not fit the goal")
	errCaged      = errors.New("planner: pawns of the path shut in a square of the goal")
	errPromotions = errors.New("planner: promotions do not fit the goal")
)

// columns finds out where each pawn that is left at the end of the list has to go. Without
// captures the order in a file is fixed, so that the lowest surplus pawns must be
// black and promote, the highest must be white, and those between make the goal's
// pattern: there is no choice.
func (r *run) columns() error {
	for u := range r.end {
		r.end[u] = chess.NoSquare
	}
	for file := range 8 {
		var list, want [8]int8 // pawns from row 1 upwards; squares of the goal's
		var n, g int
		var surplus [2]int
		for row := 1; row < 7; row++ {
			sq := chess.NewSquare(file, row)
			if u := r.column[sq]; u != nobody {
				list[n] = u
				n++
				surplus[r.men[u].color]++
			}
			if p := r.goal.Board.At(sq); p.Role() == chess.Pawn {
				want[g] = int8(sq)
				g++
				surplus[p.Color()]--
			}
		}
		low := surplus[chess.Black]
		if low < 0 || surplus[chess.White] < 0 {
			return errColumns
		}
		for i, u := range list[:n] {
			c := r.men[u].color
			switch {
			case i < low:
				if c != chess.Black {
					return errColumns
				}
				r.end[u] = chess.NewSquare(file, 0)
			case i >= low+g:
				if c != chess.White {
					return errColumns
				}
				r.end[u] = chess.NewSquare(file, 7)
			default:
				sq := chess.Square(want[i-low])
				if r.goal.Board.At(sq).Color() != c || (sq.Row()-r.rowOf(u))*forward(c) < 0 {
					return errColumns
				}
				r.end[u] = sq
			}
		}
	}
	return nil
}

// rowOf returns the row of a pawn at the end of the list.
func (r *run) rowOf(u int8) int {
	for sq, v := range r.column {
		if v == u {
			return sq >> 3
		}
	}
	return -1
}

// A promoter is a pawn that promotes on sq to a role still open.
type promoter struct {
	pawn int8
	sq   chess.Square
	any  bool // it is to be captured: any role will do
}

// promotions chooses at random what pawns promote to, such that the goal's officers come
// out: bishops first, since they need the right color.
func (r *run) promotions() error {
	for c := chess.White; c <= chess.Black; c++ {
		need, open := r.needs(c)
		r.shutIn = 0
		for _, p := range open {
			if p.any {
				r.becomes[p.pawn] = [...]chess.Role{chess.Queen, chess.Rook, chess.Knight}[r.dice.n(3)]
			}
		}
		tight := r.tight(c, chess.Bishop, open)
		for _, k := range [...]kind{darkBishop, lightBishop} {
			for ; need[k] > 0; need[k]-- {
				p := r.promoterOf(open, k, tight)
				if p == nil && tight != 0 {
					p = r.promoterOf(open, k, 0)
				}
				if p == nil {
					return errPromotions
				}
				r.becomes[p.pawn], p.pawn = k.role(), nobody
			}
		}
		if !r.promoteKnights(c, &need, open) {
			return errPromotions
		}
		for i := range open {
			p := &open[i]
			if p.any || p.pawn == nobody {
				continue
			}
			total := need[queen] + need[rook] + need[knight]
			if total <= 0 {
				return errPromotions
			}
			pick := r.dice.n(total)
			for _, k := range [...]kind{queen, rook, knight} {
				if pick -= need[k]; pick < 0 {
					r.becomes[p.pawn] = k.role()
					need[k]--
					break
				}
			}
		}
		for _, n := range need {
			if n != 0 {
				return errPromotions
			}
		}
	}
	return nil
}

// promoteKnights chooses the pawns that become knights, where some squares do not let them go.
func (r *run) promoteKnights(c chess.Color, need *[kinds]int, open []promoter) bool {
	barred := r.barred.Knights[c]
	tight := r.tight(c, chess.Knight, open)
	if barred|tight == 0 {
		return true
	}
	for ; need[knight] > 0; need[knight]-- {
		best := r.knightOf(open, barred|tight)
		if best == nil && tight != 0 {
			best = r.knightOf(open, barred)
		}
		if best == nil {
			return false
		}
		r.becomes[best.pawn], best.pawn = chess.Knight, nobody
	}
	return true
}

// knightOf chooses a promoter to a knight that is on none of the barred files.
func (r *run) knightOf(open []promoter, barred uint8) (best *promoter) {
	count := 0
	for i := range open {
		p := &open[i]
		if p.any || p.pawn == nobody || barred>>p.sq.File()&1 != 0 {
			continue
		}
		if count++; r.dice.n(count) == 0 {
			best = p
		}
	}
	return best
}

// tight returns the files on whose last square a man of a role that is promoted there would
// be shut in by the pawns of the goal, and is not wanted: looked at in most restarts of a bold
// planner only, since some pawn may come later.
func (r *run) tight(c chess.Color, role chess.Role, open []promoter) (files uint8) {
	if !r.bold || r.chance(20) {
		return 0
	}
	pawns := r.goal.Board.Of(chess.Pawn)
	for i := range open {
		sq := open[i].sq
		if reach := region(role, sq, pawns); small(role, reach) && reach&r.goal.Board.Pieces(c, role) == 0 {
			files |= 1 << sq.File()
		}
	}
	return files
}

// promoterOf chooses a promoter for a bishop: on a square where the goal shows one behind
// pawns that never move if there is such a square, else at random, but on none of the tight
// files.
func (r *run) promoterOf(open []promoter, k kind, tight uint8) *promoter {
	var best *promoter
	count := 0
	for i := range open {
		p := &open[i]
		if p.pawn == nobody || p.any || !k.squares().Has(p.sq) {
			continue
		}
		if (r.barred.Bishops[r.men[p.pawn].color]|tight)>>p.sq.File()&1 != 0 {
			continue
		}
		if region(chess.Bishop, p.sq, r.fixedPawns) == p.sq.BB() {
			// Shut in for good: one that the goal shows, the last to come, and no other.
			c := r.men[p.pawn].color
			if r.goal.Board.Pieces(c, chess.Bishop).Has(p.sq) && !r.shutIn.Has(p.sq) {
				r.shutIn |= p.sq.BB()
				return r.lastOf(open[i:], p.sq)
			}
			continue
		}
		if count++; r.dice.n(count) == 0 {
			best = p
		}
	}
	return best
}

// lastOf returns the last of the pawns that promote on a square: the list has those of
// the path first, then the others from row 1 upwards.
func (r *run) lastOf(open []promoter, sq chess.Square) *promoter {
	var last *promoter
	for i := range open {
		p := &open[i]
		if p.sq != sq || p.pawn == nobody || p.any {
			continue
		}
		free := r.end[p.pawn] != chess.NoSquare
		if last == nil || !free || (r.rowOf(p.pawn)-r.rowOf(last.pawn))*forward(r.men[p.pawn].color) < 0 {
			last = p
		}
	}
	return last
}

// needs returns how many promotions to each kind are still to be chosen, and for which
// pawns.
func (r *run) needs(c chess.Color) (need [kinds]int, open []promoter) {
	for k := range kinds {
		need[k] = (r.goal.Board.Pieces(c, k.role()) & k.squares()).Count()
		need[k] -= (r.board.Pieces(c, k.role()) & k.squares()).Count()
	}
	open = r.promoters[:0]
	captured := uint32(0)
	for i := range r.tasks {
		t := &r.tasks[i]
		if t.capture && t.color != c {
			if t.kind != noKind {
				need[t.kind]++
			} else if u := t.victim; r.men[u].role == chess.Pawn {
				captured |= 1 << u
			} else { // a bishop locked in at home
				need[kindOf(r.men[u].role, r.men[u].sq)]++
			}
		}
	}
	for i := range r.tasks {
		t := &r.tasks[i]
		if t.color != c || t.pawn == nobody || t.to.Row() != lastRow(c) {
			continue
		}
		r.born[t.pawn] = t.to
		if captured>>t.pawn&1 != 0 {
			r.born[t.pawn] = chess.NoSquare
		}
		if t.capture && t.promotion != chess.NoRole {
			r.becomes[t.pawn] = t.promotion
			if captured>>t.pawn&1 == 0 {
				need[kindOf(t.promotion, t.to)]--
			}
			continue
		}
		open = append(open, promoter{t.pawn, t.to, captured>>t.pawn&1 != 0})
	}
	for u := range int8(r.size) {
		if r.men[u].color == c && r.end[u] != chess.NoSquare && r.end[u].Row() == lastRow(c) {
			r.born[u] = r.end[u]
			open = append(open, promoter{u, r.end[u], false})
		}
	}
	r.promoters = open
	return need, open
}
