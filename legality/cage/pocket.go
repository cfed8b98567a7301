package cage

import (
	"chesscensus/chess"
	"chesscensus/legality/proofkernel"
)

// A pocket is the squares that the man on a promotion square reaches among the pawns of the setup, with the men on them
// (Lemma 4).
const (
	pocketSquares = 4                     // squares of a pocket, at most
	pocketMen     = 3                     // men in a pocket, at most
	outside       = uint8(chess.NoSquare) // the place of a man that is not in the pocket
)

// A pocketState is a configuration of the pawns with the places of the men: those of the pocket, and last the man that was
// promoted.
type pocketState struct {
	config     config
	manSquares [pocketMen + 1]uint8
}

// A pocketSearch enumerates the states from which a pocket can have come. The zero value is ready.
type pocketSearch struct {
	model
	roles   [pocketMen + 1]chess.Role
	exits   [pocketMen + 1]chess.Bitboard // squares from which a man may go outside without a step
	count   int                           // men, with the promoted one
	pocket  chess.Bitboard
	visited map[pocketState]struct{}
	stack   []pocketState
}

// isPocket reports whether Lemma 4 applies to a set of squares: they are few, with few men on them, none of them a king.
func isPocket(b *chess.Board, inside chess.Bitboard) bool {
	return inside.Count() <= pocketSquares && (inside&b.Occupied()).Count() <= pocketMen && inside&b.Of(chess.King) == 0
}

// fullPockets returns the promotion squares that Lemma 4 bars. On such a square no pawn can have become, by a step, a man of a barred
// role that is still on the board.
func (f *Finder) fullPockets(s *chess.Setup) (barred proofkernel.Barred) {
	b := &s.Board
	pawns := b.Of(chess.Pawn)
	for c := chess.White; c <= chess.Black; c++ {
		row := chess.RowBB(c.LastRow()) & b.Occupied() &^ b.Of(chess.King)
		for ; row != 0; row &= row - 1 {
			sq := row.First()
			inside := chess.Flood(b.At(sq).Role(), sq.BB(), pawns)
			if !isPocket(b, inside) {
				continue
			}
			bit := uint8(1) << sq.File()
			if f.neverPromotedOn(s, c, chess.Bishop, sq, inside) {
				barred.Bishops[c] |= bit
			}
			if f.neverPromotedOn(s, c, chess.Knight, sq, inside) {
				barred.Knights[c] |= bit
			}
			if f.neverPromotedOn(s, c, chess.Rook, sq, inside) && f.neverPromotedOn(s, c, chess.Queen, sq, inside) {
				barred.Others[c] |= bit
			}
		}
	}
	return barred
}

// neverPromotedOn reports whether no man of the role was promoted on sq by a step, by Lemma 4 for the pocket inside.
func (f *Finder) neverPromotedOn(s *chess.Setup, c chess.Color, role chess.Role, sq chess.Square, inside chess.Bitboard) bool {
	search := &f.pocket
	b := &s.Board
	search.model, search.pocket, search.count = newModelAround(b, inside, b.RoleAt(sq)), inside, 0
	start := pocketState{config: search.first}
	for bb := inside & b.Occupied(); bb != 0; bb &= bb - 1 {
		manSquare := bb.First()
		if b.At(manSquare) == chess.NewPiece(c, role) {
			return false // this man may have been promoted on sq
		}
		man := b.At(manSquare)
		search.roles[search.count], start.manSquares[search.count] = man.Role(), uint8(manSquare)
		search.exits[search.count] = chess.RowBB(man.Color().LastRow()) // promoted
		if man.Role() == chess.Rook {
			search.exits[search.count] |= chess.RowBB(man.Color().BackRow()) // castled
		}
		search.count++
	}
	search.roles[search.count], start.manSquares[search.count], search.exits[search.count] = role, outside, 0
	search.count++
	never := search.excludes(start, sq, sq.Ahead(c.Other()))
	f.spent += int64(len(search.visited))
	return never
}

// excludes reports whether the promoted man can never have stood on sq while no pawn of the model stood on behind. False means
// that it may have, or that there are more than maxConfigurations states.
//
// Invariant: each state from which the model can have come is in visited, or follows from an entry of the stack.
func (p *pocketSearch) excludes(start pocketState, sq, behind chess.Square) bool {
	p.visited, p.stack = map[pocketState]struct{}{start: {}}, append(p.stack[:0], start)
	for len(p.stack) > 0 {
		st := p.stack[len(p.stack)-1]
		p.stack = p.stack[:len(p.stack)-1]
		walls := p.walls(&st.config)
		if st.manSquares[p.count-1] == uint8(sq) && !walls.Has(behind) {
			return false
		}
		if len(p.visited) > maxConfigurations {
			return false
		}
		p.moveMen(&st, walls)
		p.eachUnmove(&st.config, walls|p.occupied(&st), func(before config, _ chess.Square) {
			next := st
			next.config = before
			p.visit(next)
		})
	}
	return true
}

// visit adds a state if it is new.
func (p *pocketSearch) visit(st pocketState) {
	if _, old := p.visited[st]; !old {
		p.visited[st] = struct{}{}
		p.stack = append(p.stack, st)
	}
}

// occupied returns the squares of the pocket with men on them.
func (p *pocketSearch) occupied(st *pocketState) (set chess.Bitboard) {
	for _, sq := range st.manSquares[:p.count] {
		set |= chess.Square(sq).BB()
	}
	return set
}

// moveMen adds the states that differ by one step of one man, out of the pocket and into it included.
func (p *pocketSearch) moveMen(st *pocketState, walls chess.Bitboard) {
	occupied := p.occupied(st)
	for i := range p.count {
		next := *st
		if st.manSquares[i] == outside {
			for bb := p.pocket &^ occupied &^ walls; bb != 0; bb &= bb - 1 {
				if sq := bb.First(); chess.Steps(p.roles[i], sq.BB())&^p.pocket&^walls != 0 {
					next.manSquares[i] = uint8(sq)
					p.visit(next)
				}
			}
			continue
		}
		to := chess.Steps(p.roles[i], chess.Square(st.manSquares[i]).BB()) &^ walls &^ occupied
		if to&^p.pocket != 0 || p.exits[i].Has(chess.Square(st.manSquares[i])) {
			next.manSquares[i] = outside
			p.visit(next)
		}
		for bb := to & p.pocket; bb != 0; bb &= bb - 1 {
			next.manSquares[i] = uint8(bb.First())
			p.visit(next)
		}
	}
}
