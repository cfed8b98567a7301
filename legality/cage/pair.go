package cage

import (
	"chesscensus/chess"
	"chesscensus/legality/proofkernel"
)

// maxPairStates is the number of states that one search of [pairSearch] looks at.
const maxPairStates = 50_000

// gone is the place of a man that is out of its region.
const gone = chess.NoSquare

// A pairSearch plays pawns and one man or two backwards, until the men are out of their regions: Lemma 17.
type pairSearch struct {
	model
	men    []chess.Square
	roles  [2]chess.Role
	region [2]chess.Bitboard
	homes  chess.Bitboard // of sure bishops

	seen  map[pairState]bool
	stack []pairState
}

// A pairState is a configuration of the pawns, and where the men are.
type pairState struct {
	config
	at [2]chess.Square
}

// neverIn returns one man or two of a valid setup that pawns never let in, one after the other, so that it is illegal by
// Lemma 17, or none.
func (f *Finder) neverIn(s *chess.Setup) chess.Bitboard {
	b := &s.Board
	unmoved := immobile(b)
	walls := b.Of(chess.Pawn) | unmoved
	var squares []chess.Square
	var regions []chess.Bitboard
	for bb := b.Occupied() &^ walls; bb != 0; bb &= bb - 1 {
		sq := bb.First()
		man := b.At(sq)
		if region := chess.Flood(man.Role(), sq.BB(), walls); region&originsIn(s, region, man) == 0 {
			squares, regions = append(squares, sq), append(regions, region)
		}
	}
	if len(squares) == 0 {
		return 0
	}
	homes := sureBishops(s)
	ask := func(list ...int) bool {
		x := pairSearch{homes: homes}
		for k, i := range list {
			x.men, x.roles[k], x.region[k] = append(x.men, squares[i]), b.RoleAt(squares[i]), regions[i]
		}
		x.build(s)
		x.unmoved = unmoved
		never := x.excludes()
		f.spent += int64(len(x.seen))
		return never
	}
	for i, sq := range squares {
		if ask(i) {
			return sq.BB()
		}
		for j := range i {
			if near := chess.Steps(chess.King, regions[i]) | regions[i]; near&regions[j] != 0 && ask(i, j) {
				return sq.BB() | squares[j].BB()
			}
		}
	}
	return 0
}

// originsIn returns the origins of a man of a valid setup in a region, without squares of the last row where it was not promoted, as captures say.
func originsIn(s *chess.Setup, region chess.Bitboard, man chess.Piece) chess.Bitboard {
	c := man.Color()
	set := region & origins(c, man.Role())
	last := set & chess.RowBB(c.LastRow()) // nobody starts there
	if s.Board.Pieces(c, chess.Pawn).Count() == 8 {
		return set &^ last
	}
	for ; last != 0; last &= last - 1 {
		with := *s
		with.Board.Put(last.First(), chess.NewPiece(c, chess.Pawn))
		if n, ok := proofkernel.LeastCaptures(&with, c); !ok || n > 16-s.Board.Colored(c.Other()).Count() {
			set &^= last.First().BB()
		}
	}
	return set
}

// sureBishops returns the homes of bishops that were not taken before a pawn beside them moved.
func sureBishops(s *chess.Setup) (sure chess.Bitboard) {
	b := &s.Board
	for c := chess.White; c <= chess.Black; c++ {
		n, ok := proofkernel.LeastCaptures(s, c.Other())
		byPawns := ok && n == 16-b.Colored(c).Count()
		for bb := homes(c, chess.Bishop); bb != 0; bb &= bb - 1 {
			sq := bb.First()
			if byPawns || b.Pieces(c, chess.Pawn).Count() == 8 && b.Pieces(c, chess.Bishop)&colorOf(sq) != 0 {
				sure |= sq.BB()
			}
		}
	}
	return sure
}

// keptAtHome returns the homes of sure bishops beside which two pawns stand that have not moved.
func (x *pairSearch) keptAtHome(c *config) (set chess.Bitboard) {
	var pawns [2]chess.Bitboard
	for i, sq := range c.squares[:x.n] {
		pawns[x.colors[i]] |= chess.Square(sq).BB()
	}
	for bb := x.homes; bb != 0; bb &= bb - 1 {
		sq := bb.First()
		color := initial.At(sq).Color()
		if chess.PawnAttacks(color, sq)&^pawns[color] == 0 {
			set |= sq.BB()
		}
	}
	return set
}

// build makes the model: the pawns around the regions, and those that can have been beside a bishop whose home is in one, as many as there is room for.
func (x *pairSearch) build(s *chess.Setup) {
	b := &s.Board
	pawns := b.Of(chess.Pawn)
	x.model = model{}
	for c := chess.White; c <= chess.Black; c++ {
		x.capturesLeft[c] = uint8(16 - b.Colored(c.Other()).Count())
	}
	var near chess.Bitboard
	for i := range x.men {
		near |= chess.Steps(x.roles[i], x.region[i]) & pawns
	}
	for bb := x.homes & (x.region[0] | x.region[1]); bb != 0; bb &= bb - 1 {
		file := bb.First().File()
		near |= (chess.FileBB(file-1) | chess.FileBB(file+1)) & pawns
	}
	for ; near != 0 && x.n < maxModelPawns; near &= near - 1 {
		sq := near.First()
		x.colors[x.n], x.first.squares[x.n] = b.At(sq).Color(), uint8(sq)
		x.n++
	}
}

// excludes reports whether the men never get out. False means that they may, or that there are more than maxPairStates states.
//
// Invariant: each state from which the model can have come is in seen, and what comes before it is too, or it is on the stack.
func (x *pairSearch) excludes() bool {
	x.seen, x.stack = map[pairState]bool{}, nil
	first := pairState{config: x.first, at: [2]chess.Square{gone, gone}}
	copy(first.at[:], x.men)
	x.add(first)
	for len(x.stack) > 0 {
		st := x.stack[len(x.stack)-1]
		x.stack = x.stack[:len(x.stack)-1]
		if st.at == [2]chess.Square{gone, gone} || len(x.seen) > maxPairStates {
			return false
		}
		walls := x.walls(&st.config)
		for i, sq := range st.at {
			if sq == gone {
				continue
			}
			next := st
			for to := chess.Steps(x.roles[i], sq.BB()) &^ walls; to != 0; to &= to - 1 {
				if next.at[i] = to.First(); !x.region[i].Has(next.at[i]) {
					next.at[i] = gone
				}
				x.add(next)
			}
		}
		x.unmoves(&st.config, walls, func(c config, _ chess.Square) { x.add(pairState{c, st.at}) })
	}
	return true
}

// add adds a state that is new, unless two men would be on one square, or one in the way of a pawn or of a bishop that is at home.
func (x *pairSearch) add(st pairState) {
	walls := x.walls(&st.config) | x.keptAtHome(&st.config)
	for _, sq := range st.at {
		if sq != gone && walls.Has(sq) {
			return
		}
	}
	if st.at[0] == st.at[1] && st.at[0] != gone || x.seen[st] {
		return
	}
	x.seen[st] = true
	x.stack = append(x.stack, st)
}
