package endgame

import "chesscensus/chess"

// MaxMen is the largest number of men that a table can have.
const MaxMen = 5

// maxOtherMen is the largest number of men besides the kings.
const maxOtherMen = MaxMen - 2

// A placement holds the squares of the men of a material: the kings by color, then the other
// men group by group, with the men of one group on ascending squares.
type placement struct {
	king [2]chess.Square
	sq   [maxOtherMen]chess.Square
}

// A group is a set of n equal men: first to first+n-1 of a placement.
type group struct {
	color    chess.Color
	role     chess.Role
	first, n int
	stride   int // factor of the group's number in the placement's
}

// kingPairs is the number of placements of two kings that are not adjacent.
const kingPairs = 3612

// kingIndex holds the numbers of the placements of the white and the black king, -1 if they are adjacent.
var kingIndex = func() (t [64][64]int16) {
	n := int16(0)
	for w := range t {
		for b := range t[w] {
			t[w][b] = -1
			near := chess.KingAttacks(chess.Square(w)) | chess.Square(w).BB()
			if !near.Has(chess.Square(b)) {
				t[w][b] = n
				n++
			}
		}
	}
	return t
}()

// An index numbers the placements of a material. The kings have one of 3612 numbers. Each
// group of n equal men on ascending squares s_1, ..., s_n has one of C(64, n) numbers: the sum
// of C(s_i, i). The number of the placement is the mixed-radix number of these digits.
type index struct {
	material Material
	groups   []group
	groupOf  [maxOtherMen]int // of each man
	otherMen int              // men besides the kings
	size     int              // numbers for a side to move

	canCastle, canEnPassant bool // whether castling rights and en passant squares are possible
}

// newIndex returns the index of a material of at most MaxMen men.
func newIndex(m Material) index {
	x := index{
		material: m, size: 1,
		canCastle:    m.number(chess.White, chess.Rook)+m.number(chess.Black, chess.Rook) > 0,
		canEnPassant: m.number(chess.White, chess.Pawn) > 0 && m.number(chess.Black, chess.Pawn) > 0,
	}
	for c := range chess.Color(2) {
		for _, r := range roleOrder {
			if n := m.number(c, r); n > 0 {
				for i := range n {
					x.groupOf[x.otherMen+i] = len(x.groups)
				}
				x.groups = append(x.groups, group{color: c, role: r, first: x.otherMen, n: n, stride: x.size})
				x.otherMen += n
				x.size *= choose(64, n)
			}
		}
	}
	x.size *= kingPairs
	return x
}

// number returns the number of a placement, or -1 if the kings are adjacent.
func (ix *index) number(p *placement) int {
	k := kingIndex[p.king[0]][p.king[1]]
	if k < 0 {
		return -1
	}
	i := int(k) * (ix.size / kingPairs)
	for gi := range ix.groups {
		g := &ix.groups[gi]
		s := p.sq[g.first:]
		switch g.n {
		case 1:
			i += g.stride * int(s[0])
		case 2:
			i += g.stride * (pairs(int(s[1])) + int(s[0]))
		default:
			i += g.stride * (triples(int(s[2])) + pairs(int(s[1])) + int(s[0]))
		}
	}
	return i
}

// move returns the placement with man i on another square and its group in order.
func (ix *index) move(p placement, i int, to chess.Square) placement {
	g := &ix.groups[ix.groupOf[i]]
	p.sq[i] = to
	for ; i > g.first && p.sq[i] < p.sq[i-1]; i-- {
		p.sq[i], p.sq[i-1] = p.sq[i-1], p.sq[i]
	}
	for ; i < g.first+g.n-1 && p.sq[i] > p.sq[i+1]; i++ {
		p.sq[i], p.sq[i+1] = p.sq[i+1], p.sq[i]
	}
	return p
}

// placement returns the placement of a board of the material.
func (ix *index) placement(b *chess.Board) (p placement) {
	p.king = [2]chess.Square{b.King(chess.White), b.King(chess.Black)}
	for _, g := range ix.groups {
		i := g.first
		for sq := range b.Pieces(g.color, g.role).All() {
			p.sq[i] = sq
			i++
		}
	}
	return p
}

// setup returns a placement as a setup without rights.
func (ix *index) setup(p *placement, turn chess.Color) chess.Setup {
	s := chess.EmptySetup()
	s.Turn = turn
	s.Board.Place(p.king[0], chess.NewPiece(chess.White, chess.King))
	s.Board.Place(p.king[1], chess.NewPiece(chess.Black, chess.King))
	for _, g := range ix.groups {
		for i := range g.n {
			s.Board.Place(p.sq[g.first+i], chess.NewPiece(g.color, g.role))
		}
	}
	return s
}

// eachPlacement calls yield with every placement whose kings are not adjacent and its occupied squares, until yield
// returns false. The order is fixed, by the squares of the white king, the black king, and then the other men.
func (ix *index) eachPlacement(yield func(p *placement, occ chess.Bitboard) bool) {
	var p placement
	var place func(i int, occ chess.Bitboard) bool
	place = func(i int, occ chess.Bitboard) bool {
		if i == ix.otherMen {
			return yield(&p, occ)
		}
		g := &ix.groups[ix.groupOf[i]]
		from := chess.Square(0)
		if i > g.first {
			from = p.sq[i-1] + 1
		}
		for sq := from; sq < 64; sq++ {
			if !occ.Has(sq) {
				p.sq[i] = sq
				if !place(i+1, occ|sq.BB()) {
					return false
				}
			}
		}
		return true
	}
	for w := range chess.Square(64) {
		for b := range chess.Square(64) {
			if kingIndex[w][b] >= 0 {
				p.king = [2]chess.Square{w, b}
				if !place(0, w.BB()|b.BB()) {
					return
				}
			}
		}
	}
}

// Placements returns the number of placements of a material of up to [MaxMen] men on
// distinct squares; 0 for more men.
func (m Material) Placements() int {
	if m.Men() > MaxMen {
		return 0
	}
	return m.placementsWithKings(64 * 63)
}

// placementsWithKings returns the number of placements if the two kings have n of them.
func (m Material) placementsWithKings(n int) int {
	free := 62
	for c := range chess.Color(2) {
		for _, r := range roleOrder {
			k := m.number(c, r)
			n *= choose(free, k)
			free -= k
		}
	}
	return n
}

func pairs(n int) int   { return n * (n - 1) / 2 }           // C(n, 2)
func triples(n int) int { return n * (n - 1) * (n - 2) / 6 } // C(n, 3)

// choose returns the binomial coefficient C(n, k).
func choose(n, k int) int {
	c := 1
	for i := range k {
		c = c * (n - i) / (i + 1)
	}
	return c
}
