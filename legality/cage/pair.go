package cage

import (
	"chesscensus/chess"
	"chesscensus/legality/proofkernel"
)

// maxPairStates is the number of states that one [pairSearch] visits.
const maxPairStates = 50_000

// outOfRegion is the place of a man that is out of its region.
const outOfRegion = chess.NoSquare

// A pairSearch takes moves of pawns and of one man or two back, until the men are out of their regions (Lemma 17).
type pairSearch struct {
	model
	men       []chess.Square
	roles     [2]chess.Role
	regions   [2]chess.Bitboard
	sureHomes chess.Bitboard // homes of sure bishops

	seen  map[pairState]bool
	stack []pairState
}

// A pairState is a configuration of the pawns with the squares of the men. The place of an absent second man is outOfRegion.
type pairState struct {
	config
	menSquares [2]chess.Square
}

// menNeverLetIn returns one man of a valid setup, or two, that pawns never let in one after the other. Such a setup is illegal,
// by Lemma 17. It returns no men if there are none.
func (f *Finder) menNeverLetIn(s *chess.Setup) chess.Bitboard {
	b := &s.Board
	unmoved := immobileMen(b)
	walls := b.Of(chess.Pawn) | unmoved
	var squares []chess.Square // men without an origin in their region
	var regions []chess.Bitboard
	for bb := b.Occupied() &^ walls; bb != 0; bb &= bb - 1 {
		sq := bb.First()
		man := b.At(sq)
		if region := chess.Flood(man.Role(), sq.BB(), walls); region&possibleOrigins(s, region, man) == 0 {
			squares, regions = append(squares, sq), append(regions, region)
		}
	}
	if len(squares) == 0 {
		return 0
	}
	homes := sureBishopHomes(s)
	neverLetIn := func(men ...int) bool { // one or two indices of squares
		search := pairSearch{sureHomes: homes}
		for k, i := range men {
			search.men, search.roles[k], search.regions[k] = append(search.men, squares[i]), b.RoleAt(squares[i]), regions[i]
		}
		search.build(s)
		search.unmoved = unmoved
		never := search.excludes()
		f.spent += int64(len(search.seen))
		return never
	}
	for i, sq := range squares {
		if neverLetIn(i) {
			return sq.BB()
		}
		for j := range i { // pairs whose regions touch
			if near := chess.Steps(chess.King, regions[i]) | regions[i]; near&regions[j] != 0 && neverLetIn(i, j) {
				return sq.BB() | squares[j].BB()
			}
		}
	}
	return 0
}

// possibleOrigins returns the origins of a man in a region, without squares of the last row where captures exclude that it was
// promoted. For this it counts the captures that the pawns need with one more pawn on that square.
func possibleOrigins(s *chess.Setup, region chess.Bitboard, man chess.Piece) chess.Bitboard {
	c := man.Color()
	set := region & origins(c, man.Role())
	last := set & chess.RowBB(c.LastRow())
	if s.Board.Pieces(c, chess.Pawn).Count() == 8 {
		return set &^ last
	}
	for ; last != 0; last &= last - 1 {
		withPawn := *s
		withPawn.Board.Put(last.First(), chess.NewPiece(c, chess.Pawn))
		if n, ok := proofkernel.LeastCaptures(&withPawn, c); !ok || n > 16-s.Board.Colored(c.Other()).Count() {
			set &^= last.First().BB()
		}
	}
	return set
}

// sureBishopHomes returns the homes of sure bishops: those that were not taken before a pawn beside them moved (Lemma 17).
func sureBishopHomes(s *chess.Setup) (sure chess.Bitboard) {
	b := &s.Board
	for c := chess.White; c <= chess.Black; c++ {
		captures, ok := proofkernel.LeastCaptures(s, c.Other())
		byPawns := ok && captures == 16-b.Colored(c).Count() // all men of c that are missing were taken by pawns
		for bb := homes(c, chess.Bishop); bb != 0; bb &= bb - 1 {
			sq := bb.First()
			if byPawns || b.Pieces(c, chess.Pawn).Count() == 8 && b.Pieces(c, chess.Bishop)&sameColorSquares(sq) != 0 {
				sure |= sq.BB()
			}
		}
	}
	return sure
}

// keptAtHome returns the homes of sure bishops that are still at home, because the pawns beside them have not moved.
func (p *pairSearch) keptAtHome(c *config) (set chess.Bitboard) {
	var pawns [2]chess.Bitboard
	for i, sq := range c.squares[:p.n] {
		pawns[p.colors[i]] |= chess.Square(sq).BB()
	}
	for bb := p.sureHomes; bb != 0; bb &= bb - 1 {
		sq := bb.First()
		color := initial.At(sq).Color()
		if chess.PawnAttacks(color, sq)&^pawns[color] == 0 {
			set |= sq.BB()
		}
	}
	return set
}

// build makes the model: the pawns around the regions, and the pawns that can have started beside a bishop whose home is in a
// region, up to maxModelPawns.
func (p *pairSearch) build(s *chess.Setup) {
	b := &s.Board
	pawns := b.Of(chess.Pawn)
	p.model = newModel(b)
	var near chess.Bitboard
	for i := range p.men {
		near |= chess.Steps(p.roles[i], p.regions[i]) & pawns
	}
	for bb := p.sureHomes & (p.regions[0] | p.regions[1]); bb != 0; bb &= bb - 1 {
		file := bb.First().File()
		near |= (chess.FileBB(file-1) | chess.FileBB(file+1)) & pawns
	}
	p.addPawns(b, near)
}

// excludes reports whether the men never get out of their regions. False means that they may, or that there are more than
// maxPairStates states.
//
// Invariant: each state from which the model can have come is in seen, or follows from an entry of the stack.
func (p *pairSearch) excludes() bool {
	p.seen, p.stack = map[pairState]bool{}, nil
	first := pairState{config: p.first, menSquares: [2]chess.Square{outOfRegion, outOfRegion}}
	copy(first.menSquares[:], p.men)
	p.add(first)
	for len(p.stack) > 0 {
		st := p.stack[len(p.stack)-1]
		p.stack = p.stack[:len(p.stack)-1]
		if st.menSquares == [2]chess.Square{outOfRegion, outOfRegion} || len(p.seen) > maxPairStates {
			return false
		}
		walls := p.walls(&st.config)
		for i, sq := range st.menSquares {
			if sq == outOfRegion {
				continue
			}
			next := st
			for to := chess.Steps(p.roles[i], sq.BB()) &^ walls; to != 0; to &= to - 1 {
				if next.menSquares[i] = to.First(); !p.regions[i].Has(next.menSquares[i]) {
					next.menSquares[i] = outOfRegion
				}
				p.add(next)
			}
		}
		p.eachUnmove(&st.config, walls, func(c config, _ chess.Square) { p.add(pairState{c, st.menSquares}) })
	}
	return true
}

// add adds a state unless it is known or impossible: two men on one square, or a man on the square of a pawn or of a bishop that
// is still at home.
func (p *pairSearch) add(st pairState) {
	walls := p.walls(&st.config) | p.keptAtHome(&st.config)
	for _, sq := range st.menSquares {
		if sq != outOfRegion && walls.Has(sq) {
			return
		}
	}
	if st.menSquares[0] == st.menSquares[1] && st.menSquares[0] != outOfRegion || p.seen[st] {
		return
	}
	p.seen[st] = true
	p.stack = append(p.stack, st)
}
