package endgame

import (
	"fmt"
	"strings"

	"chesscensus/chess"
)

// A Material holds the numbers of men of each color and role on the board. It has one king a
// side and at least one other man. Materials may be compared with ==. The zero value is not
// valid; [ParseMaterial] and [All] return valid ones.
type Material struct {
	count [2][chess.King + 1]uint8
}

// roleOrder is the order of men in names and in the index of a table.
var roleOrder = [...]chess.Role{chess.Queen, chess.Rook, chess.Bishop, chess.Knight, chess.Pawn}

// ParseMaterial reads a name such as "KRK" or "KBNKP": White's king and men, then from
// the second K on those of Black. A "v" may stand before the men of Black, as in "KRvKN" or "KRvNK".
// Without it the men of each side begin with the king. With it only those of White do.
// The other men of a side may come in any order; small letters are read as capital ones.
//
// There are errors for unknown letters, a number of kings other than one a side, bare kings, more than 16 men a
// side, and more than 8 pawns and promoted men a side (queens beyond one, other officers beyond two).
func ParseMaterial(name string) (Material, error) {
	var m Material
	fail := func(format string, args ...any) (Material, error) {
		return Material{}, fmt.Errorf("material %.40q: %s", shorten(name), fmt.Sprintf(format, args...))
	}
	const letters = " PNBRQK" // by chess.Role; the blank is no role
	kings, side, split := 0, chess.White, false
	for i, c := range strings.ToUpper(name) {
		switch r := strings.IndexRune(letters, c); {
		case c == 'V' && !split && i > 0:
			if kings != 1 {
				return fail("%d white kings before the v, want one", kings)
			}
			side, split = chess.Black, true
		case r <= 0:
			return fail("unknown letter %q, want K, Q, R, B, N and P", c)
		default:
			role := chess.Role(r)
			if role == chess.King {
				if kings++; kings == 2 && !split {
					side = chess.Black
				}
			}
			if i == 0 && role != chess.King {
				return fail("want the white king first")
			}
			if m.count[side][role]++; m.count[side][role] > 64 { // before a uint8 overflows; problem has the true limits
				return fail("more men than squares")
			}
		}
	}
	if msg := m.problem(kings); msg != "" {
		return fail("%s", msg)
	}
	return m, nil
}

// problem describes what is wrong with the men, given the number of kings in the name, or returns "".
func (m Material) problem(kings int) string {
	switch {
	case kings == 0:
		return "no king, want the men of White and then of Black, each with a king, such as KRK"
	case kings == 1:
		return "one king, want two: those of Black begin with the second K, such as KRK"
	case kings > 2:
		return fmt.Sprintf("%d kings, want one a side (the second K begins the men of Black)", kings)
	}
	for c := range chess.Color(2) {
		if n := m.numberOfSide(c); n > 16 {
			return fmt.Sprintf("%d men of %v, a side has at most 16", n, c)
		}
		pawns, promoted := int(m.count[c][chess.Pawn]), m.promoted(c)
		switch {
		case pawns > 8:
			return fmt.Sprintf("%d pawns of %v, a side has at most 8", pawns, c)
		case pawns+promoted > 8:
			return fmt.Sprintf("%d pawns and at least %d promoted men of %v, together at most 8 are possible", pawns, promoted, c)
		}
	}
	if m.Men() == 2 {
		return "bare kings: there is nothing to classify, every initially legal position has a last move"
	}
	return ""
}

// promoted returns the least number of officers of a side that are promoted pawns.
func (m Material) promoted(c chess.Color) int {
	n := func(r chess.Role) int { return int(m.count[c][r]) }
	return chess.LeastPromoted(n(chess.Queen), n(chess.Rook), n(chess.Bishop), n(chess.Knight))
}

// numberOfSide returns the number of men of a side.
func (m Material) numberOfSide(c chess.Color) (n int) {
	for _, k := range m.count[c] {
		n += int(k)
	}
	return n
}

// materialOf returns the material of a board with one king a side. Any other board has
// none that [ParseMaterial] would accept.
func materialOf(b *chess.Board) (m Material) {
	for c := range chess.Color(2) {
		for r := chess.Pawn; r <= chess.King; r++ {
			m.count[c][r] = uint8(b.Pieces(c, r).Count())
		}
	}
	return m
}

// Men returns the number of men of both sides, kings included.
func (m Material) Men() int { return m.numberOfSide(chess.White) + m.numberOfSide(chess.Black) }

// number returns the number of men of a color and role; 0 for [chess.NoRole].
func (m Material) number(c chess.Color, r chess.Role) int { return int(m.count[c][r]) }

// String returns the name, such as "KBNKP": kings, queens, rooks, bishops, knights,
// pawns of White and then of Black.
func (m Material) String() string {
	var b strings.Builder
	for c := range m.count {
		b.WriteString(strings.Repeat("K", int(m.count[c][chess.King])))
		for _, r := range roleOrder {
			b.WriteString(strings.Repeat(string(r.Letter()), int(m.count[c][r])))
		}
	}
	return b.String()
}

// shorten returns at most 40 bytes of a name, for messages.
func shorten(s string) string {
	if len(s) > 40 {
		return s[:37] + "..."
	}
	return s
}

// Pieces returns the men one by one, in the order of [Material.String].
func (m Material) Pieces() (men []chess.Piece) {
	for c := range chess.Color(2) {
		for range m.count[c][chess.King] {
			men = append(men, chess.NewPiece(c, chess.King))
		}
		for _, r := range roleOrder {
			for range m.count[c][r] {
				men = append(men, chess.NewPiece(c, r))
			}
		}
	}
	return men
}

// All returns every material of the given number of men, 3 or more, up to the exchange of
// colors: White has more men than Black, or as many and the stronger ones. Materials are
// ordered by their men, with queens before rooks and so on.
func All(men int) (list []Material) {
	// sides returns all sets of n white officers and pawns, each with a white king.
	sides := func(n int) (out []Material) {
		var extend func(m Material, from, remaining int)
		extend = func(m Material, from, remaining int) {
			if remaining == 0 {
				if m.promoted(chess.White)+m.number(chess.White, chess.Pawn) <= 8 {
					out = append(out, m)
				}
				return
			}
			for i := from; i < len(roleOrder); i++ {
				next := m
				next.count[chess.White][roleOrder[i]]++
				extend(next, i, remaining-1)
			}
		}
		var king Material
		king.count[chess.White][chess.King] = 1
		extend(king, 0, n)
		return out
	}
	for black := 0; 2*black <= men-2; black++ {
		white := men - 2 - black
		blackSides := sides(black)
		for i, w := range sides(white) {
			for j, b := range blackSides {
				if white > black || i <= j {
					w.count[chess.Black] = b.count[chess.White]
					list = append(list, w)
				}
			}
		}
	}
	return list
}
