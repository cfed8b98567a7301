package kernelspace

import (
	"math/bits"

	"chesscensus/chess"
	"chesscensus/sampler"
	"chesscensus/sampler/internal/arith"
)

// A men value holds the squares of the men by color and role.
type men [2][chess.King + 1]chess.Bitboard

// menOf returns the men of a board.
func menOf(b *chess.Board) (m men) {
	for c := range 2 {
		for r := chess.Pawn; r <= chess.King; r++ {
			m[c][r] = b.Pieces(chess.Color(c), r)
		}
	}
	return m
}

// pawns returns the squares of all pawns.
func (m *men) pawns() chess.Bitboard { return m[white][chess.Pawn] | m[black][chess.Pawn] }

// image returns the men under a symmetry.
func (m *men) image(s symmetry) (image men) {
	image = *m
	if s&flipped != 0 {
		image[white], image[black] = m[black], m[white]
	}
	for c := range 2 {
		for r := range image[c] {
			x := uint64(image[c][r])
			if s&flipped != 0 {
				x = bits.ReverseBytes64(x)
			}
			if s&mirrored != 0 {
				x = bits.ReverseBytes64(bits.Reverse64(x))
			}
			image[c][r] = chess.Bitboard(x)
		}
	}
	return image
}

// fillDraw sets d to the image, under a symmetry, of the setup with these men and this side to move. It
// changes m to the men of the image.
func (m *men) fillDraw(d *sampler.Draw, s symmetry, turn chess.Color) {
	if s != identity {
		*m = m.image(s)
		if s&flipped != 0 {
			turn = turn.Other()
		}
	}
	*d = sampler.Draw{Setup: chess.EmptySetup(), Equivalents: 1, Multiplicity: 1, Weight: 1}
	d.Setup.Turn = turn
	for c := range m {
		for r, set := range m[c] {
			for p := chess.NewPiece(chess.Color(c), chess.Role(r)); set != 0; set &= set - 1 {
				d.Setup.Board.Place(set.First(), p)
			}
		}
	}
}

// placeOfficers puts king, knights, rooks and queens of a color on all squares of a set. The code, below
// officers.orders, chooses their split first, then the squares of king, knights and rooks in this order.
func (m *men) placeOfficers(c int, set chess.Bitboard, officers *officers, code uint64) {
	kinds, code := officers.splitAt(code)
	free := set.Count()
	for _, kind := range [...]struct {
		role chess.Role
		n    int
	}{{chess.King, 1}, {chess.Knight, kinds.knights}, {chess.Rook, kinds.rooks}} {
		ways := arith.Binomials[kind.n][free]
		m[c][kind.role] = arith.UnrankSet(code%ways, kind.n, set)
		code /= ways
		set &^= m[c][kind.role]
		free -= kind.n
	}
	m[c][chess.Queen] = set
}

// officersCode returns the code for which placeOfficers places the officers of a color as they stand.
func (m *men) officersCode(c int, officers *officers) (code uint64) {
	set := m[c][chess.King] | m[c][chess.Knight] | m[c][chess.Rook] | m[c][chess.Queen]
	knights, rooks := m[c][chess.Knight].Count(), m[c][chess.Rook].Count()
	for _, s := range splits[officers.others-1][officers.promoted] {
		if s.knights == knights && s.rooks == rooks {
			break
		}
		code += s.orders
	}
	factor := uint64(1)
	for _, r := range [...]chess.Role{chess.King, chess.Knight, chess.Rook} {
		code += factor * arith.RankSet(m[c][r], set)
		factor *= arith.Binomials[m[c][r].Count()][set.Count()]
		set &^= m[c][r]
	}
	return code
}
