package stats

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"
	"pgregory.net/rapid"

	"chesscensus/internal/testing/testkit"
)

var declaredNames = []string{"zebra", "legal", "ant", "never"}

// tableOf returns a table of draws whose bins stand for all declared categories but the last and for three others.
func tableOf(draws []binnedDraw) *Table {
	t := NewTable(declaredNames...)
	names := append(slices.Clone(declaredNames[:3]), "other", "extra", "")
	for _, d := range draws {
		t.Add(names[(d.bin+3)%len(names)], d.weight, d.mult)
	}
	return t
}

// TestTableMergeOfPartsEqualsWhole merges two parts of random draws into the zero table, which takes over the declared order, and
// compares the result with the table of all draws. The whole is also stored and read again.
func TestTableMergeOfPartsEqualsWhole(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		draws := rapid.SliceOfN(genBinnedDraw(), 0, 40).Draw(rt, "draws")
		cut := rapid.IntRange(0, len(draws)).Draw(rt, "cut")
		whole := tableOf(draws)
		var merged Table
		merged.Merge(tableOf(draws[cut:]))
		merged.Merge(tableOf(draws[:cut]))
		if !merged.equal(whole) || merged.Draws() != uint64(len(draws)) {
			rt.Fatalf("merged %v, whole %v", merged.Rows(), whole.Rows())
		}
		data := testkit.Must(json.Marshal(whole))(rt)
		var again Table
		if err := json.Unmarshal(data, &again); err != nil || !again.equal(whole) {
			rt.Fatalf("round trip of %s: %v", data, err)
		}
	})
}

// TestSharesSumToOne adds up the draws and shares of the rows of random tables. It also checks the order of the categories: the
// declared ones first, the others sorted.
func TestSharesSumToOne(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		table := tableOf(rapid.SliceOfN(genBinnedDraw(), 1, 40).Draw(rt, "draws"))
		names := table.Categories()
		if !slices.Equal(names[:4], declaredNames) || !slices.IsSorted(names[4:]) {
			rt.Fatalf("categories %q", names)
		}
		var draws uint64
		var share, weighted float64
		for i, r := range table.Rows() {
			if r.Category != names[i] || r.Draws != table.Count(r.Category) {
				rt.Fatalf("row %+v of %q", r, names[i])
			}
			draws, share, weighted = draws+r.Draws, share+r.Share, weighted+r.WeightedShare
		}
		if draws != table.Draws() || math.Abs(share-1) > 1e-12 || weighted != 0 && math.Abs(weighted-1) > 1e-12 {
			rt.Fatalf("draws %d of %d, shares %v, weighted %v", draws, table.Draws(), share, weighted)
		}
	})
}

// TestTableRowByHand compares the rows of 100 draws with values computed by hand, and those of an empty table with zeros.
func TestTableRowByHand(t *testing.T) {
	table := NewTable("a", "b", "unseen")
	table.AddCount("a", 1, 2, 20) // contributes 10
	table.AddCount("b", 1, 1, 30)
	table.AddCount("c", 3, 1, 50) // contributes 150
	want := []Row{
		{"a", 20, 0.2, math.Sqrt(0.16 / 99), 0.1, math.Sqrt(0.04 / 99), 10.0 / 190},
		{"b", 30, 0.3, math.Sqrt(0.21 / 99), 0.3, math.Sqrt(0.21 / 99), 30.0 / 190},
		{"unseen", 0, 0, 0, 0, 0, 0},
		{"c", 50, 0.5, math.Sqrt(0.25 / 99), 1.5, math.Sqrt(2.25 / 99), 150.0 / 190},
	}
	for i, row := range table.Rows() {
		wanted := want[i]
		if math.Abs(row.ShareStdErr-wanted.ShareStdErr) > 1e-15 || math.Abs(row.MeanStdErr-wanted.MeanStdErr) > 1e-15 {
			t.Errorf("standard errors of %+v, want those of %+v", row, wanted)
		}
		if row.ShareStdErr, row.MeanStdErr = wanted.ShareStdErr, wanted.MeanStdErr; row != wanted {
			t.Errorf("row %+v, want %+v", row, wanted)
		}
	}
	for _, row := range NewTable("x").Rows() {
		if row != (Row{Category: "x"}) {
			t.Errorf("empty table: %+v", row)
		}
	}
}

// TestTableRejectsImpossibleJSON reads texts whose categories or counts cannot be those of a table; the errors must wrap errTally.
func TestTableRejectsImpossibleJSON(t *testing.T) {
	for name, text := range map[string]string{
		"declared twice": `{"declared":["a","a"],"rows":[]}`,
		"row twice":      `{"declared":[],"rows":[{"category":"a","cells":[[1,1,1]]},{"category":"a","cells":[[1,1,1]]}]}`,
		"empty row":      `{"declared":["a"],"rows":[{"category":"a","cells":[]}]}`,
		"too many draws": `{"declared":["a"],"rows":[{"category":"a","cells":[[1,1,9007199254740991]]},{"category":"b","cells":[[1,1,1]]}]}`,
	} {
		var table Table
		testkit.FailsWith(t, json.Unmarshal([]byte(text), &table), errTally, name)
	}
}

// TestWriteCSVEdges writes missing values, tiny floats and counts above the largest int, and checks the errors of a broken frame and
// of a writer.
func TestWriteCSVEdges(t *testing.T) {
	var written strings.Builder
	frame := dataframe.New(series.New([]float64{math.NaN(), 1e-300}, series.Float, "x"), countSeries([]uint64{0, math.MaxUint64}, "n"))
	if err := WriteCSV(&written, frame); err != nil || written.String() != "x,n\n,0\n1e-300,18446744073709551615\n" {
		t.Errorf("got %q, %v", written.String(), err)
	}
	testkit.FailsWith(t, WriteCSV(&written, dataframe.DataFrame{Err: errors.New("broken")}), "", "no error for a broken frame")
	testkit.FailsWith(t, WriteCSV(fullWriter{}, frame), errFull)
}

var errFull = errors.New("disk full")

// A fullWriter fails as the file of a full disk does.
type fullWriter struct{}

func (fullWriter) Write([]byte) (int, error) { return 0, errFull }

// equal reports whether both tables have the same categories in the same order and the same counts.
func (t *Table) equal(other *Table) bool {
	names := t.Categories()
	if !slices.Equal(names, other.Categories()) {
		return false
	}
	for _, name := range names {
		if !slices.Equal(t.cells(name), other.cells(name)) {
			return false
		}
	}
	return true
}

// TestReadCSV reads a table, compares the types of its columns, and writes it again, which must give the same text. Ranks of more than 64
// bits keep their digits. It also checks the errors for texts that are no table, and a table without rows.
func TestReadCSV(t *testing.T) {
	const rank = "8726713169886222032347729969256422370854716254"
	const text = "rank,men,share,check,note\n" + rank + ",32,0.1,true,a\n12,30,4.8e+44,false,\n7,28,,true,\"x,y\"\n"
	frame := testkit.Must(ReadCSV(strings.NewReader(text)))(t)
	for i, want := range []series.Type{series.String, series.Int, series.Float, series.Bool, series.String} {
		testkit.Equal(t, frame.Types()[i], want, frame.Names()[i])
	}
	testkit.Equal(t, frame.Elem(0, 0).String(), rank)
	if !frame.Elem(2, 2).IsNA() || frame.Elem(1, 2).Float() != 4.8e44 {
		t.Errorf("shares %v, want 0.1, 4.8e44 and a missing value", frame.Col("share"))
	}
	var written bytes.Buffer
	if err := WriteCSV(&written, frame); err != nil || written.String() != text {
		t.Errorf("written: %v\n%s\nwant\n%s", err, written.String(), text)
	}
	for what, text := range map[string]string{"line 1": "", "line 3": "a,b\n1,2\n1,2,3\n", "twice": "a,a\n1,2\n"} {
		testkit.Fails(ReadCSV(strings.NewReader(text)))(t, what, text)
	}
	if frame, err := ReadCSV(strings.NewReader("a,b\n")); err != nil || frame.Nrow() != 0 || frame.Ncol() != 2 {
		t.Errorf("no rows: %v, %v", frame, err)
	}
}
