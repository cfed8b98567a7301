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

// table is a Parquet file whose rows are put to the test in place of new positions:
//
//	chesscensus positions -n 1e5 -o positions.parquet
//	go test ./cmd/chesscensus/internal/positions -run Uniform -v -table "$PWD/positions.parquet"
var table = flag.String("table", "", "Parquet file of positions of the whole set, to test for uniformity")

// drawn are the rows of [tested], made once.
var drawn []Row

// tested are the rows that the tests look at: those of the file, or a hundred positions with -short and some thousand without.
func tested(t *testing.T) []Row {
	t.Helper()
	if drawn != nil {
		return drawn
	}
	if *table != "" {
		list, notes, err := readTable(*table)
		testkit.OK(t, err)
		if notes["where"] != "" || notes["space"] != "ranked-repaired" {
			t.Fatalf("%s holds no positions of the whole set: %v", *table, notes)
		}
		drawn = list
		return list
	}
	stream := testkit.Must(uniform.New(uniform.Options{Space: ranked.NewRepaired(), Seed: 20261122, Foreign: -1}))(t)
	n := testkit.Size(100, 2000)
	for p, err := range stream.Positions(t.Context(), nil) {
		testkit.OK(t, err)
		if drawn = append(drawn, row(t, p, false)); len(drawn) == n {
			break
		}
	}
	return drawn
}

// A cell is a part of the positions: how many are in it, and what share should be.
type cell struct {
	seen  float64
	share float64
}

// rare is the probability by which a test of the uniform law may fail.
const rare = 1e-6

// checkLaw compares counts with shares that add up to 1, in cells of at least five expected, neighbors merged.
func checkLaw(t *testing.T, name string, cells []cell) {
	t.Helper()
	n, sum := 0.0, 0.0
	for _, c := range cells {
		n, sum = n+c.seen, sum+c.share
	}
	if math.Abs(sum-1) > 1e-3 {
		t.Fatalf("%s: shares add up to %v", name, sum)
	}
	var merged []cell
	for _, c := range cells {
		if last := len(merged) - 1; last >= 0 && merged[last].share*n < 5 {
			merged[last].seen, merged[last].share = merged[last].seen+c.seen, merged[last].share+c.share
		} else {
			merged = append(merged, c)
		}
	}
	if last := len(merged) - 1; last > 0 && merged[last].share*n < 5 {
		merged[last-1].seen, merged[last-1].share = merged[last-1].seen+merged[last].seen, merged[last-1].share+merged[last].share
		merged = merged[:last]
	}
	if len(merged) < 2 {
		t.Logf("%s: too few positions for a test", name)
		return
	}
	chi2 := 0.0
	for _, c := range merged {
		expected := n * c.share / sum
		chi2 += (c.seen - expected) * (c.seen - expected) / expected
	}
	df := float64(len(merged) - 1)
	p := distuv.ChiSquared{K: df}.Survival(chi2)
	t.Logf("%s: chi-squared %.2f, %v degrees of freedom, p = %.3f", name, chi2, df, p)
	if p < rare {
		t.Errorf("%s: p = %.2g: %+v", name, p, merged)
	}
}

// TestUniformBySymmetry compares with what symmetry says exactly. Of a position without rights and its mirror image,
// left and right exchanged, which are different as a king stands on one side, one has its white king on the files a to d; both are legal or
// neither is. Of a position and the one with colors exchanged, too, one has White to move; that the game begins with White's move
// makes no difference that could be seen here.
func TestUniformBySymmetry(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	list := tested(t)
	left, white := cell{share: 0.5}, cell{share: 0.5}
	corner := make([]cell, 8)
	without := 0.0
	for i := range list {
		r := &list[i]
		if !r.BlackToMove {
			white.seen++
		}
		if r.Rights > 0 {
			continue
		}
		without++
		f := testkit.Must(chess.ParseFEN(r.FEN))(t)
		king := f.Setup.Board.King(chess.White)
		if king.File() < 4 {
			left.seen++
		}
		// Files a and h, b and g and so on have the same share, which is not known.
		corner[king.File()].seen++
	}
	checkLaw(t, "White to move", []cell{white, {float64(len(list)) - white.seen, 0.5}})
	checkLaw(t, "white king on the files a to d", []cell{left, {without - left.seen, 0.5}})
	for f := range 4 {
		a, h := corner[f], corner[7-f]
		checkLaw(t, "white king on file "+string("abcd"[f])+", of that and its mirror image", []cell{{a.seen, 0.5}, {h.seen, 0.5}})
	}
}

// TestUniformByRecord compares with the shares of the stored survey, which draws, judges and estimates by other means: strata,
// redrawn kings, phases, difference estimator. Its own errors are a tenth of those of 100 000 positions, or less.
func TestUniformByRecord(t *testing.T) {
	testkit.Long(t)
	reader := testkit.Must(report.Open("../../../../records/first"))(t)
	stored, _, err := reader.Report(t.Context())
	testkit.OK(t, err)
	list, all := tested(t), stored.Estimate.Low.Value
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
				cells[k].seen++
			} else {
				t.Errorf("%s: %d, which the record does not have: %s", name, of(&list[i]), list[i].FEN)
			}
		}
		checkLaw(t, name, cells)
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
					in.seen++
				}
			}
			checkLaw(t, value, []cell{in, {float64(len(list)) - in.seen, 1 - in.share}})
		}
		if !found {
			t.Errorf("the record has no %q", value)
		}
	}
}
