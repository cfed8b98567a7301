package ranked

import (
	"math/big"
	"sync"

	"github.com/holiman/uint256"

	"chesscensus/sampler"
	"chesscensus/sampler/internal/arith"
)

// A Space is the ranked set or the repaired one. It is safe for use by several goroutines and never changes once made.
type Space struct {
	version int
	limits  *limits // nil for none
	size    uint256.Int
	half    arith.U192        // elements with White to move, half of all without limits
	starts  [2][19]arith.U192 // by side: elements in the cases before each case, and in all
	cases   [2][18]*caseTable
}

// The versions of the set.
const (
	reference = 0
	repaired  = 1
)

var _ sampler.Space = (*Space)(nil)

// New returns the ranked set of ChessPositionRanking, bit-compatible with the reference: the same size, ranks,
// unranked lines and published multiplicities. Draw.Equivalents is the published multiplicity and Draw.Multiplicity
// the true one. Making it costs about 0.1 s and 9 MB, once; see [NewRepaired].
func New() *Space { return wholeReference() }

// NewRepaired returns the repaired set, which contains every legal position (see
// the package documentation for the proof). It costs as much as [New]; the two
// share what is equal in them, so both together cost about half as much again.
func NewRepaired() *Space { return wholeRepaired() }

// The spaces without limits are made once and shared, since a space never changes.
var (
	wholeReference = sync.OnceValue(func() *Space { return newSpace(reference, nil) })
	wholeRepaired  = sync.OnceValue(func() *Space { return newSpace(repaired, nil) })
)

// newSpace returns the space of a version within limits.
func newSpace(version int, limits *limits) *Space {
	makeTables()
	s := &Space{version: version, limits: limits}
	both := armies{&armyTables, &armyTables}
	if limits != nil {
		both = armiesWithin(limits)
	}
	for side := range 2 {
		for number := range 18 {
			// the number of a case is 6 whiteRooks + 2 blackRooks + enPassant
			whiteRooks, blackRooks, enPassant := number/6, number/2%3, number%2
			switch {
			case limits == nil && enPassant == 0:
				s.cases[side][number] = plainCases()[number/2]
			case limits != nil && enPassant == 0 && side == 1 && limits.sameForBothTurns():
				s.cases[side][number] = s.cases[0][number]
			default:
				within := limits.forCase(side, whiteRooks+blackRooks, enPassant)
				variant := variantOf(version, side, enPassant)
				s.cases[side][number] = newLimitedCase(whiteRooks, blackRooks, enPassant, variant, both, within)
			}
			s.starts[side][number+1] = arith.Add192(&s.starts[side][number], &s.cases[side][number].size)
		}
	}
	s.half = s.starts[0][18]
	if limits == nil && s.half != s.starts[1][18] {
		panic("ranked: the halves differ in size")
	}
	sum := arith.Add192(&s.half, &s.starts[1][18])
	copy(s.size[:], sum[:])
	return s
}

// Name returns "ranked" or "ranked-repaired", with the conditions of a restricted space.
func (s *Space) Name() string {
	if s.limits != nil {
		return s.limits.name
	}
	if s.version == repaired {
		return "ranked-repaired"
	}
	return "ranked"
}

// Size returns the number of urpositions.
func (s *Space) Size() *big.Int { return s.size.ToBig() }

// plainCases returns the cases without en passant, which do not depend on the side
// to move or the version and are made once.
var plainCases = sync.OnceValue(func() (t [9]*caseTable) {
	for k := range t {
		t[k] = newCaseTable(k/3, k%3, 0, plain)
	}
	return t
})
