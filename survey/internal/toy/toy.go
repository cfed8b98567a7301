// Package toy has a space of a few thousand setups, all of them in a list, with stages that judge them by a hash. So tests can
// compare all figures of a survey of this space with the truth.
package toy

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"math/big"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/holiman/uint256"

	"chesscensus/chess"
	"chesscensus/legality"
	"chesscensus/legality/verdict"
	"chesscensus/sampler"
)

// An Element is an element of the toy space.
type Element struct {
	Setup  chess.Setup
	Mult   int
	Weight int // 0 for some
}

// A Space implements sampler.Space and sampler.Divided: strata by number of men. It redraws as loop.Redrawer wants.
type Space struct {
	name string
	// Elements in the order of their ranks, equal setups beside each other.
	Elements []Element
	starts   []int // of the strata, and the end
	// unrefuted has the elements of a diagram that the first stage does not refute, counts the number of all its elements.
	unrefuted map[chess.Board][]Element
	counts    map[chess.Board]int
}

// diagrams is the number of diagrams.
const diagrams = 300

// New returns the toy space under a name. All spaces share their lists, which must not be changed.
func New(name string) *Space {
	sp := *lists()
	sp.name = name
	return &sp
}

// lists makes the setups of some diagrams, each setup one to three times.
var lists = sync.OnceValue(func() *Space {
	t := &Space{starts: []int{0}, unrefuted: map[chess.Board][]Element{}, counts: map[chess.Board]int{}}
	kings := [][2]chess.Square{{chess.E1, chess.E8}, {chess.E1, chess.D8}, {chess.A1, chess.E8}, {chess.A1, chess.C8}}
	for extra := range 3 {
		for n := range diagrams / 3 {
			b := chess.EmptySetup()
			k := kings[n%4]
			b.Board.Place(k[0], chess.NewPiece(chess.White, chess.King))
			b.Board.Place(k[1], chess.NewPiece(chess.Black, chess.King))
			b.Board.Place(chess.H1, chess.NewPiece(chess.White, chess.Rook))
			role := []chess.Role{chess.Queen, chess.Knight, chess.Pawn}[n/4%3]
			for e := range extra + 1 {
				b.Board.Place(chess.Square(16+n/12+8*e), chess.NewPiece(chess.Color(n%2), role))
			}
			for _, c := range []chess.Castling{0, chess.WhiteKingside} {
				for b.Turn = chess.White; b.Turn <= chess.Black; b.Turn++ {
					b.Castling = c
					mult := 1 + int(Hash("mult", &b)%3)
					_, refuted := (Stage{Asks: verdict.Static, Refutes: 4}).Judge(context.Background(), b, verdict.Budget{})
					e := Element{b, mult, 1}
					if Hash("idle", &b)%8 == 0 {
						e.Weight = 0
					}
					for range mult {
						t.Elements = append(t.Elements, e)
						t.counts[b.Board]++
						if !refuted {
							t.unrefuted[b.Board] = append(t.unrefuted[b.Board], e)
						}
					}
				}
			}
		}
		t.starts = append(t.starts, len(t.Elements))
	}
	return t
})

// A hashKey is the input of a hash.
type hashKey struct {
	salt  string
	setup chess.Setup
}

// hashes stores hashes: without it, hashing is most of the cost of a survey of the toy.
var hashes sync.Map // hashKey to uint64

// Hash returns a number for a setup, another one for every salt.
func Hash(salt string, s *chess.Setup) uint64 {
	if x, ok := hashes.Load(hashKey{salt, *s}); ok {
		return x.(uint64)
	}
	h := fnv.New64a()
	fmt.Fprintf(h, "%s %v", salt, *s)
	x := h.Sum64()
	x ^= x >> 29
	hashes.Store(hashKey{salt, *s}, x)
	return x
}

// Budget returns the seconds that a survey of the toy may take in a test: a quarter of the given ones with -short.
func Budget(seconds float64) float64 {
	if testing.Short() {
		return seconds / 4
	}
	return seconds
}

// Name implements sampler.Space and sampler.Divided.
func (sp *Space) Name() string { return sp.name }

// Size implements sampler.Space and sampler.Divided.
func (sp *Space) Size() *big.Int { return big.NewInt(int64(len(sp.Elements))) }

// Unrank implements sampler.Space and sampler.Divided.
func (sp *Space) Unrank(d *sampler.Draw, rank *uint256.Int) {
	e := sp.Elements[rank.Uint64()]
	*d = e.draw()
}

func (e Element) draw() sampler.Draw {
	return sampler.Draw{Setup: e.Setup, Equivalents: e.Mult, Multiplicity: e.Mult, Weight: e.Weight}
}

// Rank implements sampler.Space and sampler.Divided.
func (sp *Space) Rank(*sampler.Draw) (uint256.Int, error) {
	return uint256.Int{}, sampler.NotInSpace(sp.name, "ranks are not needed")
}

// Strata implements sampler.Space and sampler.Divided.
func (sp *Space) Strata() (list []sampler.Stratum) {
	for h := range len(sp.starts) - 1 {
		list = append(list, sampler.Stratum{Name: fmt.Sprintf("extra=%d", h), Size: big.NewInt(int64(sp.starts[h+1] - sp.starts[h]))})
	}
	return list
}

// SampleStratum implements sampler.Divided: by a uniform rank in the stratum.
func (sp *Space) SampleStratum(d *sampler.Draw, h int, words *sampler.Words) {
	i := sampler.Uniform(words, uint256.NewInt(uint64(sp.starts[h+1]-sp.starts[h])))
	sp.Unrank(d, i.AddUint64(&i, uint64(sp.starts[h])))
}

// Redraw chooses among the elements of the same diagram that the first stage does not refute.
func (sp *Space) Redraw(d *sampler.Draw, src rand.Source) (level, levels int) {
	unrefuted, count := sp.unrefuted[d.Setup.Board], sp.counts[d.Setup.Board]
	level = (16*len(unrefuted) + count - 1) / count
	if level == 0 {
		return 0, 16
	}
	x := int(src.Uint64()%uint64(count*level)) / 16
	if x >= len(unrefuted) {
		return 0, 16
	}
	*d = unrefuted[x].draw()
	return level, 16
}

// NewDivided returns the toy as a divided set that cannot redraw.
func NewDivided() sampler.Divided { return struct{ sampler.Divided }{New("toy")} }

// LeanStages returns stages with the names of those that the phases for divided sets have.
func LeanStages() []legality.Stage {
	return []legality.Stage{Stage{Asks: verdict.Static, Refutes: 4}, Stage{Asks: verdict.Kernel, Refutes: 2, Label: "kernel"},
		Stage{Asks: verdict.Kernel, Refutes: 3, Label: "retro", Salt: "other"}, Stage{Asks: verdict.Game, Refutes: 1, Proves: true}}
}

// A Stage judges by a hash: it refutes Refutes of 8 setups. If Proves is set it proves all others but one in 16.
type Stage struct {
	Asks    verdict.Effort
	Refutes uint64
	Proves  bool
	Salt    string
	Label   string // "" for that of the effort
}

// Name implements legality.Stage.
func (s Stage) Name() string { return cmp.Or(s.Label, "toy "+s.Asks.String()) }

// Effort implements legality.Stage.
func (s Stage) Effort() verdict.Effort { return s.Asks }

// Forget implements legality.Stage.
func (Stage) Forget() {}

// Judge implements legality.Stage.
func (s Stage) Judge(_ context.Context, setup chess.Setup, _ verdict.Budget) (verdict.Verdict, bool) {
	h := Hash(s.Salt+s.Asks.String(), &setup)
	switch {
	case h%8 < s.Refutes || s.Asks == verdict.Static && !holds(&setup):
		return verdict.Verdict{Outcome: verdict.Illegal, Reasons: verdict.Reason(1) << (s.Asks + 10), Stage: s.Name()}, true
	case s.Proves && h>>8%16 != 0:
		return verdict.Verdict{Outcome: verdict.Legal, Certificate: verdict.ProofGame(""), Stage: s.Name()}, true
	}
	return verdict.Verdict{}, false
}

// holds reports whether a setup is in the toy space.
func holds(s *chess.Setup) bool {
	return s.EP == chess.NoSquare && (s.Castling == 0 || s.Castling == chess.WhiteKingside)
}

// Stages returns a function that makes the stages up to an effort.
func Stages(effort verdict.Effort) func() []legality.Stage {
	return func() []legality.Stage {
		all := []legality.Stage{Stage{Asks: verdict.Static, Refutes: 4}, Stage{Asks: verdict.Kernel, Refutes: 3},
			Stage{Asks: verdict.Game, Refutes: 1, Proves: true}}
		return all[:map[verdict.Effort]int{verdict.Static: 1, verdict.Kernel: 2, verdict.Game: 3}[effort]]
	}
}

// Legal reports whether the stages prove a setup legal.
func Legal(s chess.Setup) bool {
	for _, st := range Stages(verdict.Game)() {
		if v, done := st.Judge(context.Background(), s, verdict.Budget{}); done {
			return v.Outcome == verdict.Legal
		}
	}
	return false
}

// Classes is the number of classes of [Class], and ClassName a name for them in plans.
const (
	Classes   = 3
	ClassName = "toy"
)

// Class returns the class of a setup. It predicts the verdict of the last phase, as a class of risk should, but not for all
// setups. The classes differ so much that a survey that gave a class the weight of another would be far off: nothing of
// class 2 is proven.
func Class(s *chess.Setup) int {
	if !Legal(*s) {
		return 1 + int(Hash("class", s)%4+2)/3
	}
	return int(Hash("class", s)%4) / 3
}
