package stats

import (
	"math/big"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// A judgedDraw is one judged draw.
type judgedDraw struct {
	outcome      Outcome
	weight, mult uint64
}

// genDraw generates draws with usual and unusual weights and multiplicities.
func genDraw() *rapid.Generator[judgedDraw] {
	return rapid.Custom(func(t *rapid.T) judgedDraw {
		return judgedDraw{
			Outcome(rapid.IntRange(0, 2).Draw(t, "outcome")),
			rapid.OneOf(rapid.Just(uint64(1)), rapid.Uint64Range(0, 5), rapid.Uint64()).Draw(t, "weight"),
			rapid.OneOf(rapid.Uint64Range(1, 4), rapid.Uint64Range(250, 260), rapid.Uint64Range(1, 1<<63)).Draw(t, "mult"),
		}
	})
}

// tallyOf returns the tally of a list of draws.
func tallyOf(draws []judgedDraw) *Tally {
	t := new(Tally)
	for _, d := range draws {
		t.Add(d.outcome, d.weight, d.mult)
	}
	return t
}

// TestMergeOfPartsEqualsWhole splits draws among eight workers and merges the parts in a random order. The tally
// must be the same, and the result the same to the last bit.
func TestMergeOfPartsEqualsWhole(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		draws := rapid.SliceOfN(genDraw(), 0, 60).Draw(rt, "draws")
		whole := tallyOf(draws)
		var parts [8]Tally
		for _, d := range draws {
			parts[rapid.IntRange(0, 7).Draw(rt, "worker")].Add(d.outcome, d.weight, d.mult)
		}
		var merged Tally
		for _, i := range rapid.Permutation([]int{0, 1, 2, 3, 4, 5, 6, 7}).Draw(rt, "order") {
			merged.Merge(&parts[i])
		}
		if !merged.Equal(whole) {
			rt.Fatalf("merged parts differ from the whole: %v", draws)
		}
		a, b := whole.Estimate(rankedSize, Options{}), merged.Estimate(rankedSize, Options{})
		if !reflect.DeepEqual(a, b) {
			rt.Fatalf("results differ:\n%+v\n%+v", a, b)
		}
	})
}

// TestCellsRebuildTally adds the cells of random tallies to empty ones, which must become equal to them. The cells must be in ascending
// order, with positive counts.
func TestCellsRebuildTally(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tally := tallyOf(rapid.SliceOfN(genDraw(), 0, 60).Draw(rt, "draws"))
		var again Tally
		var last Cell
		for c := range tally.All() {
			if c.Count == 0 || again.Draws() > 0 && slices.Compare(last.key(), c.key()) >= 0 {
				rt.Fatalf("cell %+v after %+v", c, last)
			}
			again.AddCount(c.Outcome, c.Weight, c.Mult, c.Count)
			last = c
		}
		if !again.Equal(tally) || !tally.Clone().Equal(tally) {
			rt.Fatal("cells or clone do not give the tally")
		}
	})
}

// key returns the numbers by which cells are ordered.
func (c Cell) key() []uint64 { return []uint64{uint64(c.Outcome), c.Weight, c.Mult} }

// TestCountsAddUp compares numbers and exact sums of random draws by outcome with those that are added up draw by draw.
func TestCountsAddUp(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		draws := rapid.SliceOfN(genDraw(), 0, 60).Draw(rt, "draws")
		var n [3]uint64
		var sum [3]big.Rat
		for _, d := range draws {
			n[d.outcome]++
			y := new(big.Rat).SetFrac(new(big.Int).SetUint64(d.weight), new(big.Int).SetUint64(d.mult))
			sum[d.outcome].Add(&sum[d.outcome], y)
		}
		tally := tallyOf(draws)
		if tally.Draws() != uint64(len(draws)) || tally.InCount() != n[In] || tally.OpenCount() != n[Open] {
			rt.Fatalf("draws, in, open = %d, %d, %d; want %d, %v", tally.Draws(), tally.InCount(), tally.OpenCount(), len(draws), n)
		}
		for _, o := range []Outcome{In, Open} {
			if tally.Sum(o).Cmp(&sum[o]) != 0 {
				rt.Fatalf("sum of %v = %v, want %v", o, tally.Sum(o), &sum[o])
			}
		}
		if tally.Sum(Out).Sign() != 0 {
			rt.Fatal("Out contributes")
		}
	})
}

// TestAddDoesNotAllocate checks that Add allocates nothing for weight 1 and multiplicities up to 255.
func TestAddDoesNotAllocate(t *testing.T) {
	var tally Tally
	allocs := testing.AllocsPerRun(100, func() {
		tally.Add(Out, 1, 1)
		tally.Add(In, 1, 255)
		tally.Add(Open, 1, 1)
	})
	if allocs != 0 {
		t.Errorf("%v allocations for three draws, want 0", allocs)
	}
}

// TestCallerMistakesPanic checks that arguments out of range panic with a message that begins with the name of the package.
func TestCallerMistakesPanic(t *testing.T) {
	full := func() *Tally {
		var tally Tally
		tally.AddOut(maxDraws)
		return &tally
	}
	for name, f := range map[string]func(){
		"mult 0":               func() { new(Tally).Add(In, 1, 0) },
		"mult 0 Out":           func() { new(Tally).Add(Out, 1, 0) },
		"mult 0, weight 2":     func() { new(Tally).Add(Open, 2, 0) },
		"outcome 3":            func() { new(Tally).Add(3, 1, 1) },
		"too many draws":       func() { full().AddOut(1) },
		"merge too many":       func() { full().Merge(full()) },
		"hits above n":         func() { FromCounts(1, []uint64{0, 1, 1}) },
		"counts of mult 0":     func() { FromCounts(9, []uint64{1}) },
		"nil size":             func() { new(Tally).Estimate(nil, Options{}) },
		"negative size":        func() { new(Tally).Estimate(big.NewInt(-1), Options{}) },
		"huge size":            func() { new(Tally).Estimate(new(big.Int).Lsh(big.NewInt(1), 901), Options{}) },
		"confidence 1":         func() { new(Tally).Estimate(rankedSize, Options{Confidence: 1}) },
		"method 9":             func() { new(Tally).Estimate(rankedSize, Options{Method: 9}) },
		"histogram too many":   func() { var h Histogram; h.AddOut(maxDraws); h.Add(1, In, 1, 1) },
		"histogram mult 0":     func() { new(Histogram).Add(1, In, 1, 0) },
		"table mult 0":         func() { new(Table).Add("x", 1, 0) },
		"table declared twice": func() { NewTable("a", "b", "a") },
	} {
		if message, ok := panicOf(f).(string); !ok || !strings.HasPrefix(message, "stats: ") {
			t.Errorf("%s: recovered %q, want a message with the prefix \"stats: \"", name, message)
		}
	}
}

// panicOf returns the value with which f panics, nil if it does not.
func panicOf(f func()) (value any) {
	defer func() { value = recover() }()
	f()
	return nil
}
