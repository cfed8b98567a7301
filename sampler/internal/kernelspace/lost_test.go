package kernelspace

import (
	"encoding/json"
	"math/big"
	"os"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/devdata"
	"chesscensus/internal/testing/testkit"
	solver "chesscensus/legality/proofkernel"
	"chesscensus/sampler"
	"chesscensus/sampler/internal/spacetest"
)

// firstSizes returns the sizes of the strata of the space "kernel" by tables of version 1, which the plan
// of the second edition recorded.
func firstSizes(t *testing.T) map[string]*big.Int {
	t.Helper()
	data := testkit.Must(os.ReadFile("../../../records/second/plan.json"))(t)
	var p struct {
		Strata []struct{ Name, Size string }
	}
	testkit.OK(t, json.Unmarshal(data, &p))
	sizes := map[string]*big.Int{}
	for _, s := range p.Strata {
		if name, ok := strings.CutPrefix(s.Name, "kernel: "); ok {
			sizes[name], _ = new(big.Int).SetString(s.Size, 10)
		}
	}
	if len(sizes) != 33 {
		t.Fatalf("%d strata, want 33", len(sizes))
	}
	return sizes
}

// TestLostIsWhatWasMissing adds for each stratum the sizes of the lost space and of version 1: the sum must
// be the size that outside programs computed. The sizes of version 1 must be those of the recorded plan.
func TestLostIsWhatWasMissing(t *testing.T) {
	testkit.LongInFull(t)
	testkit.Medium(t)
	testkit.Unraced(t)
	space := testkit.Must(Lost())(t)
	first := testkit.Must(First())(t)
	firstSize, missing := firstSizes(t), map[string]*big.Int{}
	for _, s := range New(first).Strata() {
		if s.Size.Cmp(firstSize[s.Name]) != 0 {
			t.Errorf("version 1, %s: %v setups, the plan has %v", s.Name, s.Size, firstSize[s.Name])
		}
	}
	for _, s := range space.Strata() {
		missing[s.Name] = s.Size
	}
	strata := 0
	for name, size := range independentSizes(t) {
		fullSize, _ := new(big.Int).SetString(size, 10)
		want := fullSize.Sub(fullSize, firstSize[name])
		if want.Sign() > 0 {
			strata++
		}
		if got := missing[name]; want.Sign() > 0 && (got == nil || got.Cmp(want) != 0) {
			t.Errorf("%s: %v setups, want %v", name, got, want)
		}
	}
	if len(missing) != strata || space.Name() != "kernel-lost" || space.Size().String() != "94027461997994272730098795423669375651200" {
		t.Errorf("%s: %d strata of %v setups, want %d strata", space.Name(), len(missing), space.Size(), strata)
	}
	roundTrips(t, space, 100)
	for _, row := range devdata.Rows(t, devdata.KernelMembers, 3) { // found by an outside program
		f := testkit.Must(chess.ParseFEN(row[0]))(t)
		d := sampler.Draw{Setup: f.Setup}
		if _, err := space.Rank(&d); err != nil {
			t.Error(err)
		}
	}
}

// TestLostDrawsAreMembersOfTheMendedSetAlone draws in all strata of the lost space. Each draw must be in the
// space "kernel" and not in that of version 1. The solver of kernels, which shares no code with the tables,
// must refute none of the first 20 of a stratum about which it has no further conditions.
func TestLostDrawsAreMembersOfTheMendedSetAlone(t *testing.T) {
	testkit.LongInFull(t)
	testkit.Medium(t)
	testkit.Unraced(t)
	space := testkit.Must(Lost())(t)
	tables := testkit.Must(First())(t)
	first := New(tables)
	tables, _, err := shipped(Default)
	testkit.OK(t, err)
	full := New(tables)
	var words sampler.Words
	words.Seed([32]byte{2})
	var solve solver.Solver
	n := testkit.Size(20, 300)
	for h, stratum := range space.Strata() {
		const parts = 10
		counts := make([]int, parts)
		for i := range n {
			var d sampler.Draw
			space.SampleStratum(&d, h, &words)
			if !full.Contains(&d.Setup) || first.Contains(&d.Setup) {
				t.Fatalf("%s: %v is in kernel: %v, was: %v", stratum.Name, d.Setup, full.Contains(&d.Setup), first.Contains(&d.Setup))
			}
			if i < 20 && hasNoExtraConditions(&d.Setup, Default.BishopCap) { // the solver asks no more than the space
				if result, _ := solve.Kernel(&d.Setup, 0); result != solver.Has && result != solver.GaveUp {
					t.Fatalf("%s: the solver of kernels refutes %v", stratum.Name, d.Setup)
				}
			}
			counts[partOf(t, space, h, &d, parts)]++
		}
		if p := spacetest.UniformChance(counts); n >= 300 && p < 1e-6 {
			t.Errorf("%s: chi-squared has probability %v", stratum.Name, p)
		}
	}
	initial := testkit.Setup(t, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1")
	for _, d := range []sampler.Draw{{Setup: initial}, sampleElement(first)} {
		if _, err := space.Rank(&d); err == nil {
			t.Errorf("%v is said to be lost", d.Setup)
		}
	}
}

// partOf returns the index of the part that holds an element, if its stratum is divided in equal parts.
func partOf(t *testing.T, s *Space, h int, d *sampler.Draw, parts int64) int {
	t.Helper()
	rank := testkit.Must(s.Rank(d))(t)
	first := s.firstOf(h)
	x := rank.Sub(&rank, &first).ToBig()
	return int(x.Mul(x, big.NewInt(parts)).Div(x, s.Strata()[h].Size).Int64())
}

// sampleElement returns an element of a space.
func sampleElement(s *Space) (d sampler.Draw) {
	var words sampler.Words
	words.Seed([32]byte{3})
	s.Sample(&d, &words)
	return d
}

// TestLostByRejection draws from the space "kernel" in the stratum of which most was lost. The draws that
// version 1 lacks must be as many as the sizes say, and uniform by their ranks in the lost space.
func TestLostByRejection(t *testing.T) {
	testkit.Long(t)
	space := testkit.Must(Lost())(t)
	tables := testkit.Must(First())(t)
	first := New(tables)
	tables, _, err := shipped(Default)
	testkit.OK(t, err)
	full := New(tables)
	const stratum, parts = "pawns=8 captures=4", 20
	n := testkit.Size(4_000_000, 4_000_000)
	stratumIndex := func(s *Space) int {
		for h, x := range s.Strata() {
			if x.Name == stratum {
				return h
			}
		}
		t.Fatalf("%s: no stratum %s", s.Name(), stratum)
		return 0
	}
	h, fullStratum := stratumIndex(space), stratumIndex(full)
	var words sampler.Words
	words.Seed([32]byte{4})
	var lostDraws float64
	counts := make([]int, parts)
	for range n {
		var d sampler.Draw
		full.SampleStratum(&d, fullStratum, &words)
		if !first.Contains(&d.Setup) {
			lostDraws++
			counts[partOf(t, space, h, &d, parts)]++
		}
	}
	lostSize, _ := new(big.Float).SetInt(space.Strata()[h].Size).Float64()
	fullSize, _ := new(big.Float).SetInt(full.Strata()[fullStratum].Size).Float64()
	if expected := float64(n) * lostSize / fullSize; (lostDraws-expected)*(lostDraws-expected) > 25*expected {
		t.Errorf("%g of %d draws are lost ones, expected %.0f", lostDraws, n, expected)
	}
	if p := spacetest.UniformChance(counts); p < 1e-6 {
		t.Errorf("chi-squared of %d parts has probability %v", parts, p)
	}
}
