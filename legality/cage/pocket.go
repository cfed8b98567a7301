package cage

import "chesscensus/chess"

// A pocket is a few squares that pawns close off for the man that stands on one of them, a
// promotion square, with the men that stand there now. Where it is full, nobody may have
// promoted there after they came, nor before.

const (
	pocketSquares = 4
	pocketMen     = 3
	outside       = uint8(chess.NoSquare)
)

// A pocketState is a configuration of pawns and where the men of the pocket are, the last of
// them the man that was promoted. Outside the pocket they do not matter.
type pocketState struct {
	config config
	at     [pocketMen + 1]uint8
}

// A pocketSearch enumerates what a pocket can have come from. The zero value is ready.
type pocketSearch struct {
	model
	roles  [pocketMen + 1]chess.Role
	gone   [pocketMen + 1]chess.Bitboard // squares where a man can have come from nowhere near
	men    int                           // the promoted one included
	inside chess.Bitboard
	seen   map[pocketState]struct{}
	stack  []pocketState
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
			if f.full(s, c, chess.Bishop, sq, inside) {
				bishops[c] |= bit
			}
			if f.full(s, c, chess.Knight, sq, inside) {
				knights[c] |= bit
			}
			if f.full(s, c, chess.Rook, sq, inside) && f.full(s, c, chess.Queen, sq, inside) {
				others[c] |= bit
			}
		}
	}
	return bishops, knights, others
}

// full reports whether no man of the role was promoted on sq by a step.
func (f *Finder) full(s *chess.Setup, c chess.Color, role chess.Role, sq chess.Square, inside chess.Bitboard) bool {
	z := &f.pocket
	b := &s.Board
	var x searcher
	x.build(s, inside, b.At(sq).Role())
	z.model, z.inside, z.men = x.model, inside, 0
	start := pocketState{config: z.first}
	for bb := inside & b.Occupied(); bb != 0; bb &= bb - 1 {
		man := bb.First()
		if b.At(man) == chess.NewPiece(c, role) {
			return false // this may be the man
		}
		p := b.At(man)
		z.roles[z.men], start.at[z.men] = p.Role(), uint8(man)
		z.gone[z.men] = chess.RowBB(p.Color().LastRow()) // promoted
		if p.Role() == chess.Rook {
			z.gone[z.men] |= chess.RowBB(p.Color().BackRow()) // castled
		}
		z.men++
	}
	z.roles[z.men], start.at[z.men], z.gone[z.men] = role, outside, 0
	z.men++
	clear := sq - 8
	if c == chess.Black {
		clear = sq + 8
	}
	ok := z.excludes(start, sq, clear)
	f.spent += int64(len(z.seen))
	return ok
}

// excludes reports whether the promoted man can never have stood on sq while no pawn of the
// model stood on clear.
func (z *pocketSearch) excludes(start pocketState, sq, clear chess.Square) bool {
	z.seen, z.stack = map[pocketState]struct{}{start: {}}, append(z.stack[:0], start)
	var x searcher
	x.model = z.model
	for len(z.stack) > 0 {
		st := z.stack[len(z.stack)-1]
		z.stack = z.stack[:len(z.stack)-1]
		walls := x.walls(&st.config)
		if st.at[z.men-1] == uint8(sq) && !walls.Has(clear) {
			return false
		}
		if len(z.seen) > most {
			return false
		}
		z.moveMen(&st, walls)
		z.movePawns(&st, walls)
	}
	return true
}

func (z *pocketSearch) enter(st pocketState) {
	if _, old := z.seen[st]; !old {
		z.seen[st] = struct{}{}
		z.stack = append(z.stack, st)
	}
}

// held returns the squares of the pocket with men on them.
func (z *pocketSearch) held(st *pocketState) (set chess.Bitboard) {
	for _, sq := range st.at[:z.men] {
		set |= chess.Square(sq).BB()
	}
	return set
}

// moveMen enters the states one step of a man away.
func (z *pocketSearch) moveMen(st *pocketState, walls chess.Bitboard) {
	held := z.held(st)
	for i := range z.men {
		next := *st
		if st.at[i] == outside {
			for bb := z.inside &^ held &^ walls; bb != 0; bb &= bb - 1 {
				if sq := bb.First(); chess.Steps(z.roles[i], sq.BB())&^z.inside&^walls != 0 {
					next.at[i] = uint8(sq)
					z.enter(next)
				}
			}
			continue
		}
		to := chess.Steps(z.roles[i], chess.Square(st.at[i]).BB()) &^ walls &^ held
		if to&^z.inside != 0 || z.gone[i].Has(chess.Square(st.at[i])) {
			next.at[i] = outside
			z.enter(next)
		}
		for bb := to & z.inside; bb != 0; bb &= bb - 1 {
			next.at[i] = uint8(bb.First())
			z.enter(next)
		}
	}
}

// movePawns enters the states one unmove of a pawn away.
func (z *pocketSearch) movePawns(st *pocketState, walls chess.Bitboard) {
	blocked := walls | z.held(st)
	for p := range z.n {
		color, sq := z.colors[p], chess.Square(st.config.squares[p])
		for to := pawnSources(color, sq); to != 0; to &= to - 1 {
			from := to.First()
			capture := uint8(0)
			if from.File() != sq.File() {
				capture = 1
			}
			if blocked.Has(from) || st.config.used[color]+capture > z.left[color] {
				continue
			}
			next := *st
			next.config.squares[p] = uint8(from)
			next.config.used[color] += capture
			z.enter(next)
		}
	}
}
