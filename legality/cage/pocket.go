package cage

import "chesscensus/chess"

// A pocket is the squares that the man on a promotion square reaches among the pawns of the setup, if
// they are few, with the men on them (Lemma 4).

const (
	pocketSquares = 4
	pocketMen     = 3
	outside       = uint8(chess.NoSquare)
)

// A pocketState is a configuration of pawns and where the men of the pocket are, the last of
// them the man that was promoted. Outside the pocket they do not matter.
type pocketState struct {
	config     config
	manSquares [pocketMen + 1]uint8
}

// A pocketSearch enumerates what a pocket can have come from. The zero value is ready.
type pocketSearch struct {
	model
	roles   [pocketMen + 1]chess.Role
	exits   [pocketMen + 1]chess.Bitboard // squares where a man can have come from nowhere near
	count   int                           // the promoted one included
	pocket  chess.Bitboard
	visited map[pocketState]struct{}
	stack   []pocketState
}

// fullPockets returns by color the files on whose promotion square no pawn that steps there can
// have become what is still on the board: bishops, knights, and others, which stands for
// rooks and queens both. It is Lemma 4.
func (f *Finder) fullPockets(s *chess.Setup) (bishops, knights, others [2]uint8) {
	b := &s.Board
	pawns := b.Of(chess.Pawn)
	for c := chess.White; c <= chess.Black; c++ {
		row := chess.RowBB(c.LastRow()) & b.Occupied() &^ b.Of(chess.King)
		for ; row != 0; row &= row - 1 {
			sq := row.First()
			inside := chess.Flood(b.At(sq).Role(), sq.BB(), pawns)
			if inside.Count() > pocketSquares || (inside&b.Occupied()).Count() > pocketMen || inside&b.Of(chess.King) != 0 {
				continue
			}
			bit := uint8(1) << sq.File()
			if f.neverPromotedOn(s, c, chess.Bishop, sq, inside) {
				bishops[c] |= bit
			}
			if f.neverPromotedOn(s, c, chess.Knight, sq, inside) {
				knights[c] |= bit
			}
			if f.neverPromotedOn(s, c, chess.Rook, sq, inside) && f.neverPromotedOn(s, c, chess.Queen, sq, inside) {
				others[c] |= bit
			}
		}
	}
	return bishops, knights, others
}

// neverPromotedOn reports whether no man of the role was promoted on sq by a step.
func (f *Finder) neverPromotedOn(s *chess.Setup, c chess.Color, role chess.Role, sq chess.Square, inside chess.Bitboard) bool {
	z := &f.pocket
	b := &s.Board
	var x retractionSearch
	x.build(s, inside, b.At(sq).Role())
	z.model, z.pocket, z.count = x.model, inside, 0
	start := pocketState{config: z.first}
	for bb := inside & b.Occupied(); bb != 0; bb &= bb - 1 {
		man := bb.First()
		if b.At(man) == chess.NewPiece(c, role) {
			return false // this may be the man
		}
		p := b.At(man)
		z.roles[z.count], start.manSquares[z.count] = p.Role(), uint8(man)
		z.exits[z.count] = chess.RowBB(p.Color().LastRow()) // promoted
		if p.Role() == chess.Rook {
			z.exits[z.count] |= chess.RowBB(p.Color().BackRow()) // castled
		}
		z.count++
	}
	z.roles[z.count], start.manSquares[z.count], z.exits[z.count] = role, outside, 0
	z.count++
	clear := sq - 8
	if c == chess.Black {
		clear = sq + 8
	}
	ok := z.excludes(start, sq, clear)
	f.spent += int64(len(z.visited))
	return ok
}

// excludes reports whether the promoted man can never have stood on sq while no pawn of the
// model stood on clear.
func (z *pocketSearch) excludes(start pocketState, sq, clear chess.Square) bool {
	z.visited, z.stack = map[pocketState]struct{}{start: {}}, append(z.stack[:0], start)
	var x retractionSearch
	x.model = z.model
	for len(z.stack) > 0 {
		st := z.stack[len(z.stack)-1]
		z.stack = z.stack[:len(z.stack)-1]
		walls := x.walls(&st.config)
		if st.manSquares[z.count-1] == uint8(sq) && !walls.Has(clear) {
			return false
		}
		if len(z.visited) > maxConfigs {
			return false
		}
		z.moveMen(&st, walls)
		z.unmoves(&st.config, walls|z.occupied(&st), func(before config, _ chess.Square) {
			next := st
			next.config = before
			z.visit(next)
		})
	}
	return true
}

func (z *pocketSearch) visit(st pocketState) {
	if _, old := z.visited[st]; !old {
		z.visited[st] = struct{}{}
		z.stack = append(z.stack, st)
	}
}

// occupied returns the squares of the pocket with men on them.
func (z *pocketSearch) occupied(st *pocketState) (set chess.Bitboard) {
	for _, sq := range st.manSquares[:z.count] {
		set |= chess.Square(sq).BB()
	}
	return set
}

// moveMen enters the states one step of a man away.
func (z *pocketSearch) moveMen(st *pocketState, walls chess.Bitboard) {
	held := z.occupied(st)
	for i := range z.count {
		next := *st
		if st.manSquares[i] == outside {
			for bb := z.pocket &^ held &^ walls; bb != 0; bb &= bb - 1 {
				if sq := bb.First(); chess.Steps(z.roles[i], sq.BB())&^z.pocket&^walls != 0 {
					next.manSquares[i] = uint8(sq)
					z.visit(next)
				}
			}
			continue
		}
		to := chess.Steps(z.roles[i], chess.Square(st.manSquares[i]).BB()) &^ walls &^ held
		if to&^z.pocket != 0 || z.exits[i].Has(chess.Square(st.manSquares[i])) {
			next.manSquares[i] = outside
			z.visit(next)
		}
		for bb := to & z.pocket; bb != 0; bb &= bb - 1 {
			next.manSquares[i] = uint8(bb.First())
			z.visit(next)
		}
	}
}
