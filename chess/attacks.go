package chess

// Attack tables, by square. Sliding attacks are looked up by magic multiplication, with the multipliers of magics.go.
var (
	pawnAttacks   [2][64]Bitboard // by a pawn of the color on the square
	knightAttacks [64]Bitboard
	kingAttacks   [64]Bitboard
	rookRays      [64]Bitboard     // rook attacks on the empty board
	bishopRays    [64]Bitboard     // bishop attacks on the empty board
	between       [64][64]Bitboard // strictly between, if on one line
	lines         [64][64]Bitboard // the whole line through both squares
	rookMagic     [64]magic
	bishopMagic   [64]magic
	sliderTable   [rookTableSize + bishopTableSize]Bitboard
)

const (
	rookTableSize   = 102400 // sum of 2^(relevant squares) over the board
	bishopTableSize = 5248
)

// A magic finds the attacks of one slider on one square: the relevant occupied squares times the multiplier, shifted, index the
// square's part of sliderTable.
type magic struct {
	mask   Bitboard // the relevant squares: those whose men can end an attack before the edge of the board
	mul    uint64
	offset uint32 // where the square's part of sliderTable starts
	shift  uint8  // 64 minus the number of relevant squares
}

// attacks returns the attacks of the slider when the squares of occ are occupied.
func (m *magic) attacks(occ Bitboard) Bitboard {
	return sliderTable[m.offset+uint32(uint64(occ&m.mask)*m.mul>>(m.shift&63))]
}

// RookAttacks returns the squares that a rook on sq attacks when the squares of occ are occupied: along each line up to and
// including the first of them. The square must be valid.
func RookAttacks(sq Square, occ Bitboard) Bitboard { return rookMagic[sq&63].attacks(occ) }

// BishopAttacks is like [RookAttacks] for a bishop.
func BishopAttacks(sq Square, occ Bitboard) Bitboard { return bishopMagic[sq&63].attacks(occ) }

// QueenAttacks is like [RookAttacks] for a queen.
func QueenAttacks(sq Square, occ Bitboard) Bitboard {
	return RookAttacks(sq, occ) | BishopAttacks(sq, occ)
}

// KnightAttacks returns the squares a knight's move away from sq.
func KnightAttacks(sq Square) Bitboard { return knightAttacks[sq&63] }

// KingAttacks returns the neighbors of sq.
func KingAttacks(sq Square) Bitboard { return kingAttacks[sq&63] }

// PawnAttacks returns the one or two squares that a pawn of color c on sq attacks.
func PawnAttacks(c Color, sq Square) Bitboard { return pawnAttacks[c&1][sq&63] }

// Attacks returns the squares that a man on sq attacks, given the occupied squares. It is empty for [NoPiece].
func Attacks(p Piece, sq Square, occ Bitboard) Bitboard {
	switch p.Role() {
	case Pawn:
		return PawnAttacks(p.Color(), sq)
	case Knight:
		return KnightAttacks(sq)
	case Bishop:
		return BishopAttacks(sq, occ)
	case Rook:
		return RookAttacks(sq, occ)
	case Queen:
		return QueenAttacks(sq, occ)
	case King:
		return KingAttacks(sq)
	}
	return 0
}

// Between returns the squares strictly between a and b if they share a row, file or diagonal, and the empty set otherwise.
func Between(a, b Square) Bitboard { return between[a&63][b&63] }

// Line returns all squares of the row, file or diagonal through a and b, and the empty set if there is none or a equals b.
func Line(a, b Square) Bitboard { return lines[a&63][b&63] }

// Attackers returns the men of color by, kings included, that attack sq when the squares of occ are taken as the occupied ones. The
// square must be valid.
func (b *Board) Attackers(sq Square, by Color, occ Bitboard) Bitboard {
	q := b.bb[Queen+1]
	return b.bb[by&1] & (pawnAttacks[by&1^1][sq&63]&b.bb[Pawn+1] |
		knightAttacks[sq&63]&b.bb[Knight+1] |
		kingAttacks[sq&63]&b.bb[King+1] |
		BishopAttacks(sq, occ)&(b.bb[Bishop+1]|q) |
		RookAttacks(sq, occ)&(b.bb[Rook+1]|q))
}

// slide walks from sq in the given direction until the edge or the first occupied square, which is included.
func slide(sq Square, df, dr int, occ Bitboard) (bb Bitboard) {
	f, r := sq.File()+df, sq.Row()+dr
	for uint(f) < 8 && uint(r) < 8 {
		to := NewSquare(f, r)
		bb |= to.BB()
		if occ.Has(to) {
			break
		}
		f, r = f+df, r+dr
	}
	return bb
}

var (
	rookDirs   = [4][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}
	bishopDirs = [4][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
)

// steps returns the squares reached from sq by single steps.
func steps(sq Square, deltas ...[2]int) (bb Bitboard) {
	for _, d := range deltas {
		f, r := sq.File()+d[0], sq.Row()+d[1]
		if uint(f) < 8 && uint(r) < 8 {
			bb |= NewSquare(f, r).BB()
		}
	}
	return bb
}

// A rays holds, by direction and square, the squares from there to the edge of the empty board, without the square itself.
type rays [4][64]Bitboard

// init fills all tables of this file.
func init() {
	var rook, bishop rays
	for i := range 4 {
		for sq := A1; sq <= H8; sq++ {
			rook[i][sq] = slide(sq, rookDirs[i][0], rookDirs[i][1], 0)
			bishop[i][sq] = slide(sq, bishopDirs[i][0], bishopDirs[i][1], 0)
		}
	}
	var offset uint32
	for sq := A1; sq <= H8; sq++ {
		pawnAttacks[White][sq] = AllPawnAttacks(White, sq.BB())
		pawnAttacks[Black][sq] = AllPawnAttacks(Black, sq.BB())
		knightAttacks[sq] = steps(sq, [][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}...)
		kingAttacks[sq] = steps(sq, append(rookDirs[:], bishopDirs[:]...)...)
		for i := range 4 {
			rookRays[sq] |= rook[i][sq]
			bishopRays[sq] |= bishop[i][sq]
		}
		offset = rookMagic[sq].fill(sq, &rook, rookDirs, rookMultipliers[sq], offset)
		offset = bishopMagic[sq].fill(sq, &bishop, bishopDirs, bishopMultipliers[sq], offset)
	}
	fillLines()
}

// fill sets the magic of one square and its part of sliderTable, which starts at offset, and returns the offset after it.
func (m *magic) fill(sq Square, empty *rays, dirs [4][2]int, mul uint64, offset uint32) uint32 {
	m.mask = 0
	for i, d := range dirs {
		m.mask |= empty[i][sq] &^ edge(d[0], d[1])
	}
	n := m.mask.Count()
	m.mul, m.offset, m.shift = mul, offset, uint8(64-n)
	for sub := Bitboard(0); ; { // all subsets of the mask, see the end of the loop
		var bb Bitboard
		for i, d := range dirs {
			ray := empty[i][sq]
			if men := ray & sub; men == 0 {
				bb |= ray
			} else if d[0]+8*d[1] > 0 { // upwards: the nearest man has the lowest number
				bb |= ray &^ empty[i][men.First()]
			} else {
				bb |= ray &^ empty[i][men.Last()]
			}
		}
		sliderTable[offset+uint32(uint64(sub)*mul>>m.shift)] = bb
		if sub = (sub - m.mask) & m.mask; sub == 0 {
			return offset + 1<<n
		}
	}
}

// edge returns the border squares where a ray in the given direction ends.
func edge(df, dr int) (bb Bitboard) {
	switch {
	case df > 0:
		bb |= FileH
	case df < 0:
		bb |= FileA
	}
	switch {
	case dr > 0:
		bb |= Row8
	case dr < 0:
		bb |= Row1
	}
	return bb
}

// fillLines fills the tables lines and between.
func fillLines() {
	for a := A1; a <= H8; a++ {
		for _, d := range append(rookDirs[:], bishopDirs[:]...) {
			ray := slide(a, d[0], d[1], 0)
			whole := ray | slide(a, -d[0], -d[1], 0) | a.BB()
			for b := range ray.All() {
				lines[a][b] = whole
				between[a][b] = slide(a, d[0], d[1], b.BB()) &^ b.BB()
			}
		}
	}
}

// Steps returns the squares that men of a role on any of the squares of bb reach by single steps on an empty board. A slider
// reaches the next square in each direction. For a queen or king the squares of bb themselves are left out. Pawns move like kings.
func Steps(r Role, bb Bitboard) Bitboard {
	const a, h = FileA, FileH
	switch r {
	case Knight:
		l1, l2 := bb&^a>>1, bb&^(a|a<<1)>>2
		r1, r2 := bb&^h<<1, bb&^(h|h>>1)<<2
		return (l1|r1)<<16 | (l1|r1)>>16 | (l2|r2)<<8 | (l2|r2)>>8
	case Bishop:
		return bb&^a<<7 | bb&^h<<9 | bb&^h>>7 | bb&^a>>9
	case Rook:
		return bb<<8 | bb>>8 | bb&^h<<1 | bb&^a>>1
	}
	row := bb | bb&^h<<1 | bb&^a>>1
	return (row | row<<8 | row>>8) &^ bb
}
