package proof

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"chesscensus/chess"
)

// A Theorem states of a material that every initially legal position is legal or at most Depth times
// derivedly illegal. It assumes games to the fixed positions, in which all men stand on their targets.
//
// It is proven by one assertion, Closer. A position that has Depth successive predecessors, and is not
// a fixed one, has Plies successive predecessors of which the last has a smaller measure and again Depth
// successive predecessors. So some way back from it ends in a fixed position, and played forward this
// way leads from the fixed position to it by legal moves.
type Theorem struct {
	Material *Material
	Depth    int
	Plies    int
	Longer   int // see claim.Longer
	Measure  measure
}

// An assertion is a claim with its name and expected truth.
type assertion struct {
	Name  string
	Claim claim
	// Holds is whether the claim is expected to hold, from earlier proofs.
	Holds bool
	// Needed is whether the theorem rests on the claim.
	Needed bool
}

// assertions returns the assertions to decide: Closer, on which the theorem rests, then that
// Depth is right, and for KRK the article's own assertions (1) and (2).
func (t *Theorem) assertions() []assertion {
	list := []assertion{{
		Name:   fmt.Sprintf("closer: %d plies before there is a position nearer to PFix, with %d more before it", t.Plies, t.Depth),
		Claim:  claim{Material: t.Material, Given: t.Depth, Plies: t.Plies, Longer: t.Longer, Tail: t.Depth, Measure: t.Measure},
		Holds:  true,
		Needed: true,
	}, {
		Name:  fmt.Sprintf("depth: no position is more than %d times derivedly illegal", t.Depth),
		Claim: claim{Material: t.Material, Given: t.Depth, Plies: t.Depth + 1},
		Holds: true,
	}}
	if t.Depth > 0 {
		list = append(list, assertion{
			Name:  fmt.Sprintf("sharp: no position is %d times derivedly illegal", t.Depth),
			Claim: claim{Material: t.Material, Given: t.Depth - 1, Plies: t.Depth},
		})
	}
	if t.Material.String() != "KRK" {
		return list
	}
	return append(list, []assertion{{
		Name:  "article (1): P4 is closer to PFix",
		Claim: claim{Material: t.Material, Given: 1, Plies: 4, Measure: t.Measure},
		Holds: true,
	}, {
		Name:  "article (1) of PFix itself",
		Claim: claim{Material: t.Material, Given: 1, Plies: 4, Measure: t.Measure, AtTarget: true},
	}, {
		Name:  "article (2): each previous position of a legal position has an initially legal previous position",
		Claim: claim{Material: t.Material, Given: 1, From: 1, Plies: 1},
	}, {
		Name:  "article (2), if P2 need not be initially legal",
		Claim: claim{Material: t.Material, Given: 1, From: 1, Plies: 1, AllowIllegal: true},
		Holds: true,
	}}...)
}

// fixed returns the two fixed positions, White to move and Black to move.
func (t *Theorem) fixed() (list [2]placement) {
	for turn := range list {
		list[turn].Turn = chess.Color(turn)
		for i, term := range t.Measure {
			list[turn].At[i] = term.Target
		}
	}
	return list
}

// knownTheorems holds the theorems with a known measure, by material. The measures for 4 men were found
// by trial; that every position has a closer one before it is decided by trying all, see [search].
var knownTheorems = map[string]struct {
	depth, plies, longer int
	terms                string
}{
	// The article's own measure and fixed positions.
	"KRK":    {1, 4, 0, "e5:210 h1:001 c5:210"},
	"KRKN":   {1, 4, 2, "d4:210 b1:001 f5:210 d3:004"},
	"KQK":    {0, 4, 0, "e5:210 h1:001 c5:210"},
	"KBdNK":  {3, 4, 2, "d3:210 e5:001 c4:002 e6:210"},
	"KBdBlK": {3, 4, 0, "e5:210 a5:002 g6:001 c4:210"},
	"KBdBdK": {2, 4, 0, "d4:210 h4:002 a5:002 e6:210"},
}

// Materials returns the sorted names of the materials that have a theorem.
func Materials() []string { return slices.Sorted(maps.Keys(knownTheorems)) }

// NewTheorem returns the theorem for a material, with its measure. The theorem is not proven yet: see [Prove].
// The error lists the materials for which a measure is known.
func NewTheorem(name string) (*Theorem, error) {
	m, ok := parseMaterial(name)
	if ok {
		_, ok = knownTheorems[m.String()]
	}
	if !ok {
		return nil, fmt.Errorf("proof: no measure is known for %.20s, only for %s", name, strings.Join(Materials(), ", "))
	}
	k := knownTheorems[m.String()]
	t := &Theorem{Material: m, Depth: k.depth, Plies: k.plies, Longer: k.longer}
	for _, word := range strings.Fields(k.terms) {
		square, weights, _ := strings.Cut(word, ":")
		sq, err := chess.ParseSquare(square)
		if err != nil {
			return nil, err
		}
		t.Measure = append(t.Measure, term{sq, int(weights[0] - '0'), int(weights[1] - '0'), int(weights[2] - '0')})
	}
	return t, nil
}
