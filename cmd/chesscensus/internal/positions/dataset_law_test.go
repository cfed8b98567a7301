package positions

import (
	"flag"
	"math"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/sampler/ranked"
	"chesscensus/survey/report"
	"chesscensus/survey/uniform"
)

// tableFlag is a Parquet file whose rows are tested instead of new positions:
//
//	chesscensus positions -n 1e5 -o positions.parquet
//	go test ./cmd/chesscensus/internal/positions -run Uniform -v -table "$PWD/positions.parquet"
var tableFlag = flag.String("table", "", "Parquet file of positions of the whole set, to test for uniformity")

// testedRows caches the result of [rowsUnderTest].
var testedRows []Row

// rowsUnderTest returns the rows of the file, or of a hundred new positions with -short and of some thousand without.
func rowsUnderTest(t *testing.T) []Row {
	t.Helper()
	if testedRows != nil {
		return testedRows
	}
	if *tableFlag != "" {
		list, notes, err := readTable(*tableFlag)
		testkit.OK(t, err)
		if notes["where"] != "" || notes["space"] != "ranked-repaired" {
			t.Fatalf("%s holds no positions of the whole set: %v", *tableFlag, notes)
		}
		testedRows = list
		return list
	}
	stream := testkit.Must(uniform.New(uniform.Options{Space: ranked.NewRepaired(), Seed: 20261122, Foreign: -1}))(t)
	n := testkit.Size(100, 2000)
	for p, err := range stream.Positions(t.Context(), nil) {
		testkit.OK(t, err)
		if testedRows = append(testedRows, row(t, p, false)); len(testedRows) == n {
			break
		}
	}
	return testedRows
}

// A cell is a class of positions: its count, and its expected share.
type cell struct {
	count float64
	share float64
}

// maxFailure is the probability that a test of a true distribution fails.
const maxFailure = 1e-6

// checkShares tests counts against shares that add up to 1 by chi-squared. It merges neighboring cells until each has an expected
// count of at least five.
func checkShares(t *testing.T, name string, cells []cell) {
	t.Helper()
	n, sum := 0.0, 0.0
	for _, c := range cells {
		n, sum = n+c.count, sum+c.share
	}
	if math.Abs(sum-1) > 1e-3 {
		t.Fatalf("%s: shares add up to %v", name, sum)
	}
	var merged []cell
	for _, c := range cells {
		if last := len(merged) - 1; last >= 0 && merged[last].share*n < 5 {
			merged[last].count, merged[last].share = merged[last].count+c.count, merged[last].share+c.share
		} else {
			merged = append(merged, c)
		}
	}
	if last := len(merged) - 1; last > 0 && merged[last].share*n < 5 {
		merged[last-1].count, merged[last-1].share = merged[last-1].count+merged[last].count, merged[last-1].share+merged[last].share
		merged = merged[:last]
	}
	if len(merged) < 2 {
		t.Logf("%s: too few positions for a test", name)
		return
	}
	chi2 := 0.0
	for _, c := range merged {
		expected := n * c.share / sum
		chi2 += (c.count - expected) * (c.count - expected) / expected
	}
	df := float64(len(merged) - 1)
	p := distuv.ChiSquared{K: df}.Survival(chi2)
	t.Logf("%s: chi-squared %.2f, %v degrees of freedom, p = %.3f", name, chi2, df, p)
	if p < maxFailure {
		t.Errorf("%s: p = %.2g: %+v", name, p, merged)
	}
}

// TestUniformBySymmetry compares shares with those that symmetry gives exactly. Mirror images without castling rights, left and
// right exchanged, are both legal or both illegal, and one of them has its white king on the files a to d. With colors exchanged
// one of two positions has White to move. That the game begins with White's move makes no difference that could be seen here.
func TestUniformBySymmetry(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	list := rowsUnderTest(t)
	leftHalf, whiteToMove := cell{share: 0.5}, cell{share: 0.5}
	kingFiles := make([]cell, 8)
	withoutRights := 0.0
	for i := range list {
		r := &list[i]
		if !r.BlackToMove {
			whiteToMove.count++
		}
		if r.Rights > 0 {
			continue
		}
		withoutRights++
		f := testkit.Must(chess.ParseFEN(r.FEN))(t)
		king := f.Setup.Board.King(chess.White)
		if king.File() < 4 {
			leftHalf.count++
		}
		// Files a and h, b and g and so on have the same share, which is not known.
		kingFiles[king.File()].count++
	}
	checkShares(t, "White to move", []cell{whiteToMove, {float64(len(list)) - whiteToMove.count, 0.5}})
	checkShares(t, "white king on the files a to d", []cell{leftHalf, {withoutRights - leftHalf.count, 0.5}})
	for f := range 4 {
		a, h := kingFiles[f], kingFiles[7-f]
		checkShares(t, "white king on file "+string("abcd"[f])+", of that and its mirror image", []cell{{a.count, 0.5}, {h.count, 0.5}})
	}
}

// TestUniformByRecord compares shares with those of the stored survey, which draws, judges and estimates by other means: strata,
// redrawn kings, phases, difference estimator. The survey's own errors are at most a tenth of those of 100 000 positions.
func TestUniformByRecord(t *testing.T) {
	testkit.Long(t)
	reader := testkit.Must(report.Open("../../../../records/first"))(t)
	stored, _, err := reader.Report(t.Context())
	testkit.OK(t, err)
	list, all := rowsUnderTest(t), stored.Estimate.Low.Value
	groups := map[string][]report.Item{}
	for _, g := range stored.Groups {
		groups[g.Name] = g.Items
	}
	byNumber := func(name string, of func(*Row) int) {
		var cells []cell
		at := map[int]int{}
		for _, item := range groups[name] {
			k, err := strconv.Atoi(item.Value)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			at[k] = len(cells)
			cells = append(cells, cell{share: item.Low.Value / all})
		}
		for i := range list {
			if k, ok := at[of(&list[i])]; ok {
				cells[k].count++
			} else {
				t.Errorf("%s: %d, which the record does not have: %s", name, of(&list[i]), list[i].FEN)
			}
		}
		checkShares(t, name, cells)
	}
	byNumber("men", func(r *Row) int { return int(r.Men) })
	byNumber("captures", func(r *Row) int { return int(r.Captures) })
	byNumber("promoted men, at least", func(r *Row) int { return int(r.Promotions) })
	for value, holds := range map[string]func(*Row) bool{
		"side to move in check":    func(r *Row) bool { return r.Checkers > 0 },
		"some castling right":      func(r *Row) bool { return r.Rights > 0 },
		"en passant possible":      func(r *Row) bool { return r.EnPassant },
		"at most one queen a side": func(r *Row) bool { return r.WhiteQueens <= 1 && r.BlackQueens <= 1 },
	} {
		found := false
		for _, item := range groups["special"] {
			if item.Value != value {
				continue
			}
			found = true
			in := cell{share: item.Low.Value / all}
			for i := range list {
				if holds(&list[i]) {
					in.count++
				}
			}
			checkShares(t, value, []cell{in, {float64(len(list)) - in.count, 1 - in.share}})
		}
		if !found {
			t.Errorf("the record has no %q", value)
		}
	}
}
