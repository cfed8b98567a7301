package proof

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"chesscensus/chess"
	"chesscensus/chess/notation"
)

// A Theorem states of a material that every initially legal position is legal or at most Depth times derivedly illegal. It assumes
// games to the fixed positions, in which all men stand on their targets.
//
// It is proven by one claim, closer. A position that has Depth successive predecessors, and is not a fixed one, has 4 or 6 successive
// predecessors of which the last has a smaller measure and again Depth successive predecessors. So some way back from it ends in a
// fixed position, and played forward this way leads from the fixed position to it by legal moves.
type Theorem struct {
	Material string // White's men, then Black's; a bishop is followed by d or l for dark or light squares
	Depth    int
	longer   int // see claim
	men      []*man
}

// A man is a piece and its term of the measure. The measure of a position is the sum of the terms of its men. It is 0 if and only if
// all men are on their targets.
type man struct {
	chess.Piece
	target chess.Square
	weight int // of the number of moves to the target on an empty board; unused for kings
	// term is by square: 2 Chebyshev + Manhattan distance to the target for a king, the weighted moves for other men. It is unreachable
	// where the man cannot reach its target.
	term [64]int
}

const unreachable = -1 // the term of a man on a square from which it cannot reach its target

// theorems holds the theorems with a known measure. The article has that of KRK. Those for 4 men were found by trial; that every
// position has a closer one before it is decided by trying all, see [search].
var theorems = []Theorem{
	{"KRK", 1, 0, parseMen("Ke5 Rh1*1 kc5")},
	{"KRKN", 1, 2, parseMen("Kd4 Rb1*1 kf5 nd3*4")},
	{"KQK", 0, 0, parseMen("Ke5 Qh1*1 kc5")},
	{"KBdNK", 3, 2, parseMen("Kd3 Be5*1 Nc4*2 ke6")},
	{"KBdBlK", 3, 0, parseMen("Ke5 Ba5*2 Bg6*1 kc4")},
	{"KBdBdK", 2, 0, parseMen("Kd4 Bh4*2 Ba5*2 ke6")},
}

// parseMen returns the men of words such as "Rh1*1": the piece as in FEN, its target, and its weight.
func parseMen(words string) (men []*man) {
	for _, word := range strings.Fields(words) {
		color, upper := chess.White, strings.ToUpper(word[:1])
		if upper != word[:1] {
			color = chess.Black
		}
		piece := chess.NewPiece(color, chess.Role(strings.Index("-PNBRQK", upper)))
		m := &man{Piece: piece, target: chess.NewSquare(int(word[1]-'a'), int(word[2]-'1')), weight: int(word[len(word)-1] - '0')}
		m.setTerm()
		men = append(men, m)
	}
	return men
}

// setTerm sets term, by breadth-first search from the target.
func (m *man) setTerm() {
	for sq := range m.term {
		m.term[sq] = unreachable
	}
	reached := m.target.BB()
	for moves, last := 0, reached; last != 0; moves++ {
		next := chess.Bitboard(0)
		for sq := range last.All() {
			m.term[sq] = m.weight * moves
			if m.Role() == chess.King {
				dx, dy := sq.File()-m.target.File(), sq.Row()-m.target.Row()
				m.term[sq] = 2*moves + max(dx, -dx) + max(dy, -dy)
			}
			next |= chess.Attacks(m.Piece, sq, 0)
		}
		last = next &^ reached
		reached |= next
	}
}

// Materials returns the sorted names of the materials that have a theorem.
func Materials() (names []string) {
	for _, t := range theorems {
		names = append(names, t.Material)
	}
	slices.Sort(names)
	return names
}

// NewTheorem returns the theorem for a material, with its measure. Letters d and l may be left out; KBBK has bishops of both colors.
// The theorem is not proven yet: see [Prove]. The error lists the materials for which a measure is known.
func NewTheorem(name string) (*Theorem, error) {
	for _, t := range theorems {
		spellings := strings.NewReplacer("d", "d?", "l", "l?").Replace(t.Material)
		if regexp.MustCompile("^" + spellings + "$").MatchString(name) {
			return &t, nil
		}
	}
	return nil, fmt.Errorf("proof: no measure is known for %.20s, only for %s", name, strings.Join(Materials(), ", "))
}

// ByExhaustion reports whether the theorem is proven by trying all positions alone, without a formula. This is so with 4 men, for which
// refuting the formula would take minutes.
func ByExhaustion(t *Theorem) bool { return len(t.men) > maxMenOfFormula }

// fixed returns the position in which all men stand on their targets.
func (t *Theorem) fixed() (p position) {
	for i, m := range t.men {
		p = p.with(i, m.target)
	}
	return p
}

// setup returns a position as a setup. If two men share a square, it has the last of them.
func (t *Theorem) setup(p position, turn chess.Color) chess.Setup {
	s := chess.EmptySetup()
	s.Turn = turn
	for i, m := range t.men {
		s.Board.Put(p.square(i), m.Piece)
	}
	return s
}

// Statement returns a theorem as text: its assertion, its measure, and the fixed positions as boards.
func Statement(t *Theorem) string {
	var terms []string
	for _, m := range t.men {
		term := fmt.Sprintf("%d moves(%v, %v)", m.weight, m.Piece, m.target)
		if m.Role() == chess.King {
			term = fmt.Sprintf("2 Chebyshev(%v, %v) + Manhattan(%v, %v)", m.Piece, m.target, m.Piece, m.target)
		}
		terms = append(terms, strings.TrimPrefix(term, "1 "))
	}
	fixed := []chess.Setup{t.setup(t.fixed(), chess.White), t.setup(t.fixed(), chess.Black)}
	return fmt.Sprintf("%s: every initially legal position is legal, or derivedly illegal within the material, at most %d times\n\n"+
		"measure: M = %s\nPFix, the positions of measure 0\n\n%s",
		t.Material, t.Depth, strings.Join(terms, " + "), notation.Plate(fixed, nil))
}

// A claim is a statement about all positions of a material with one side to move:
//
//	every initially legal P that has so many successive initially legal predecessors (before), and if after an
//	initially legal successor, has initially legal Q1, ..., Q(plies+tail), each the predecessor of the one before
//	and Q1 that of P, if closer with measure(Qplies) < measure(P), or the same with plies+longer for plies.
//
// If closer, P is not the fixed position, whose measure is 0, unless atTarget. If allowIllegal, the Qi need not be initially legal, but
// no two men share a square.
type claim struct {
	name                           string
	before                         int
	after                          bool
	plies, longer, tail            int // longer is 0 with 3 men
	closer, atTarget, allowIllegal bool
	holds                          bool // whether the claim is expected to hold, from earlier proofs
	needed                         bool // whether the theorem rests on it
}

// claims returns the claims to decide: closer, then that Depth is right, and for KRK the article's own assertions (1) and (2).
func (t *Theorem) claims() []claim {
	d := t.Depth
	list := []claim{
		{name: fmt.Sprintf("closer: 4 plies before there is a position nearer to PFix, with %d more before it", d),
			before: d, plies: 4, longer: t.longer, tail: d, closer: true, holds: true, needed: true},
		{name: fmt.Sprintf("depth: no position is more than %d times derivedly illegal", d), before: d, plies: d + 1, holds: true},
	}
	if d > 0 {
		list = append(list, claim{name: fmt.Sprintf("sharp: no position is %d times derivedly illegal", d), before: d - 1, plies: d})
	}
	if t.Material != "KRK" {
		return list
	}
	return append(list,
		claim{name: "article (1): P4 is closer to PFix", before: 1, plies: 4, closer: true, holds: true},
		claim{name: "article (1) of PFix itself", before: 1, plies: 4, closer: true, atTarget: true},
		claim{name: "article (2): each previous position of a legal position has an initially legal previous position", after: true, plies: 1},
		claim{name: "article (2), if P2 need not be initially legal", after: true, plies: 1, allowIllegal: true, holds: true},
	)
}
