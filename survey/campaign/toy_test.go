package campaign

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"math/big"
	"testing"

	"github.com/holiman/uint256"

	"chesscensus/chess"
	"chesscensus/legality"
	"chesscensus/legality/verdict"
	"chesscensus/sampler"
)

// The toy is a space that can be listed, with stages that judge by a hash.

// toyElement is an element of the toy space.
type toyElement struct {
	setup  chess.Setup
	mult   int
	weight int // 0 for some
}

// toySpace implements sampler.Stratified: strata by number of men.
type toySpace struct {
	name     string
	elements []toyElement
	starts   []int // of the strata, and the end
	// By diagram: the elements that the first stage leaves, and how many there are.
	good map[chess.Board][]toyElement
	all  map[chess.Board]int
}

// toyDiagrams is the number of diagrams.
const toyDiagrams = 300

// newToy lists the setups of some diagrams, each setup one to three times.
func newToy(name string) *toySpace {
	t := &toySpace{name: name, starts: []int{0}, good: map[chess.Board][]toyElement{}, all: map[chess.Board]int{}}
	kings := [][2]chess.Square{{chess.E1, chess.E8}, {chess.E1, chess.D8}, {chess.A1, chess.E8}, {chess.A1, chess.C8}}
	for extra := range 3 {
		for n := range toyDiagrams / 3 {
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
					mult := 1 + int(hash("mult", &b)%3)
					_, refuted := (toyStage{effort: verdict.Static, refutes: 4}).Judge(context.Background(), b, verdict.Budget{})
					e := toyElement{b, mult, 1}
					if hash("idle", &b)%8 == 0 {
						e.weight = 0
					}
					for range mult {
						t.elements = append(t.elements, e)
						t.all[b.Board]++
						if !refuted {
							t.good[b.Board] = append(t.good[b.Board], e)
						}
					}
				}
			}
		}
		t.starts = append(t.starts, len(t.elements))
	}
	return t
}

func hash(salt string, s *chess.Setup) uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s %v", salt, *s)
	x := h.Sum64()
	return x ^ x>>29
}

func (t *toySpace) Name() string   { return t.name }
func (t *toySpace) Size() *big.Int { return big.NewInt(int64(len(t.elements))) }
func (t *toySpace) Unrank(d *sampler.Draw, rank *uint256.Int) {
	e := t.elements[rank.Uint64()]
	*d = e.draw()
}

func (e toyElement) draw() sampler.Draw {
	return sampler.Draw{Setup: e.setup, Equivalents: e.mult, Multiplicity: e.mult, Weight: e.weight}
}

func (t *toySpace) Rank(*sampler.Draw) (uint256.Int, error) {
	return uint256.Int{}, sampler.NotInSpace(t.name, "ranks are not needed")
}
func (t *toySpace) Strata() (list []sampler.Stratum) {
	for h := range len(t.starts) - 1 {
		list = append(list, sampler.Stratum{Name: fmt.Sprintf("extra=%d", h), Size: big.NewInt(int64(t.starts[h+1] - t.starts[h]))})
	}
	return list
}
func (t *toySpace) RankIn(h int, i *uint256.Int) uint256.Int {
	return *uint256.NewInt(uint64(t.starts[h]) + i.Uint64())
}

// Redraw chooses among the elements of the same diagram that the first stage leaves.
func (t *toySpace) Redraw(d *sampler.Draw, src sampler.Source) (level, levels int) {
	good, all := t.good[d.Setup.Board], t.all[d.Setup.Board]
	level = (16*len(good) + all - 1) / all
	if level == 0 {
		return 0, 16
	}
	x := int(src.Uint64()%uint64(all*level)) / 16
	if x >= len(good) {
		return 0, 16
	}
	*d = good[x].draw()
	return level, 16
}
func (t *toySpace) StratumOf(rank *uint256.Int) (h int) {
	for rank.Uint64() >= uint64(t.starts[h+1]) {
		h++
	}
	return h
}

// A dividedToy is the toy as a divided set.
type dividedToy struct{ toy *toySpace }

func (t dividedToy) Name() string              { return t.toy.Name() }
func (t dividedToy) Size() *big.Int            { return t.toy.Size() }
func (t dividedToy) Strata() []sampler.Stratum { return t.toy.Strata() }
func (t dividedToy) SampleStratum(d *sampler.Draw, h int, words *sampler.Words) {
	first, last := t.toy.starts[h], t.toy.starts[h+1]
	*d = t.toy.elements[first+int(words.Below(uint64(last-first)))].draw()
}

// toyLeanStages are stages with the names of those of the phases for divided sets.
func toyLeanStages() []legality.Stage {
	return []legality.Stage{toyStage{effort: verdict.Static, refutes: 4}, toyStage{effort: verdict.Kernel, refutes: 2, name: "kernel"},
		toyStage{effort: verdict.Kernel, refutes: 3, name: "retro", salt: "other"}, toyStage{effort: verdict.Game, refutes: 1, proves: true}}
}

// toyStage judges by a hash: it refutes refutes of 8 setups, and if proves is set
// proves all others but one in 16.
type toyStage struct {
	effort  verdict.Effort
	refutes uint64
	proves  bool
	salt    string
	name    string // "" for that of the effort
}

func (s toyStage) Name() string           { return cmp.Or(s.name, "toy "+s.effort.String()) }
func (s toyStage) Effort() verdict.Effort { return s.effort }
func (toyStage) Forget()                  {}

func (s toyStage) Judge(_ context.Context, setup chess.Setup, _ verdict.Budget) (verdict.Verdict, bool) {
	h := hash(s.salt+s.effort.String(), &setup)
	switch {
	case h%8 < s.refutes || s.effort == verdict.Static && !toyHolds(&setup):
		return verdict.Verdict{Outcome: verdict.Illegal, Reasons: verdict.Reason(1) << (s.effort + 10), Stage: s.Name()}, true
	case s.proves && h>>8%16 != 0:
		return verdict.Verdict{Outcome: verdict.Legal, Certificate: verdict.ProofGame(""), Stage: s.Name()}, true
	}
	return verdict.Verdict{}, false
}

// toyHolds reports whether a setup is in the toy space.
func toyHolds(s *chess.Setup) bool {
	return s.EP == chess.NoSquare && (s.Castling == 0 || s.Castling == chess.WhiteKingside)
}

// toyStages returns the stages up to an effort.
func toyStages(most verdict.Effort) func() []legality.Stage {
	return func() []legality.Stage {
		all := []legality.Stage{toyStage{effort: verdict.Static, refutes: 4}, toyStage{effort: verdict.Kernel, refutes: 3}, toyStage{effort: verdict.Game, refutes: 1, proves: true}}
		return all[:map[verdict.Effort]int{verdict.Static: 1, verdict.Kernel: 2, verdict.Game: 3}[most]]
	}
}

// toyProgram judges the toy space with stages up to an effort.
func toyProgram(most verdict.Effort) Program {
	return Program{Space: func(name string) (sampler.Set, error) { return newToy(name), nil }, Stages: toyStages(most), Build: "toy build"}
}

// toyRequest asks for a plan for the toy.
func toyRequest(effort verdict.Effort) Request {
	return Request{Space: "toy", Seed: 5, Plain: true, Budget: 0.6, Effort: effort, PilotDraws: 3000, Shards: 12, Workers: 2,
		Costs: []float64{2e-6, 1e-5, 1e-4}[:map[verdict.Effort]int{verdict.Static: 1, verdict.Kernel: 2, verdict.Game: 3}[effort]]}
}

// makeToy makes a plan in a new folder.
func makeToy(t testing.TB, effort verdict.Effort) *Campaign {
	t.Helper()
	c, err := Make(context.Background(), toyProgram(effort), t.TempDir(), toyRequest(effort))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// runToy does shards of a campaign.
func runToy(t testing.TB, c *Campaign, effort verdict.Effort, o Options) *Status {
	t.Helper()
	st, err := c.Run(context.Background(), toyProgram(effort), o)
	if err != nil {
		t.Fatal(err)
	}
	return st
}
