package parquet

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	library "github.com/parquet-go/parquet-go"

	"chesscensus/internal/testing/testkit"
)

// TestBytesAreThoseOfTheLibrary: files have the same bytes as those of the whole library, for all kinds and forms, many pages and several row groups.
func TestBytesAreThoseOfTheLibrary(t *testing.T) {
	notes := map[string]string{"plan": "abc", "empty": "", "a": "b"}
	for _, c := range []struct {
		page   int
		groups [][]row
	}{
		{0, nil},
		{0, [][]row{{}}},
		{0, [][]row{make([]row, 1)}},
		{0, [][]row{randomRows(1, 1)}},
		{0, [][]row{randomRows(20_000, 2)}},
		{1000, [][]row{randomRows(5_000, 3), randomRows(63, 4), {}, randomRows(64, 5), make([]row, 500)}},
		{8 << 20, [][]row{randomRows(30_000, 6)}},
	} {
		n := 0
		for _, g := range c.groups {
			n += len(g)
		}
		want, got := writeByLibrary(t, c.page, notes, c.groups...), writeByWriter(t, c.page, notes, c.groups...)
		if !bytes.Equal(got, want) {
			t.Errorf("%d rows, pages of %d: %d bytes, want %d; %s", n, c.page, len(got), len(want), describeDifference(got, want))
		}
	}
}

// describeDifference returns the place at which two files differ, and prints the metadata of both.
func describeDifference(a, b []byte) string {
	at := 0
	for at < min(len(a), len(b)) && a[at] == b[at] {
		at++
	}
	text := fmt.Sprintf("they differ at %d", at)
	fa, err := library.OpenFile(bytes.NewReader(a), int64(len(a)))
	fb, errB := library.OpenFile(bytes.NewReader(b), int64(len(b)))
	if err != nil || errB != nil {
		return fmt.Sprint(text, err, errB)
	}
	x, y := fa.Metadata(), fb.Metadata()
	for i := range min(len(x.Schema), len(y.Schema)) {
		if p, q := fmt.Sprintf("%+v", x.Schema[i]), fmt.Sprintf("%+v", y.Schema[i]); p != q {
			return text + "\n" + p + "\n" + q
		}
	}
	for g := range min(len(x.RowGroups), len(y.RowGroups)) {
		for c := range x.RowGroups[g].Columns {
			if p, q := fmt.Sprintf("%+v", x.RowGroups[g].Columns[c].MetaData), fmt.Sprintf("%+v", y.RowGroups[g].Columns[c].MetaData); p != q {
				return text + "\n" + p + "\n" + q
			}
		}
	}
	for i, p := range fa.ColumnIndexes() {
		if p, q := fmt.Sprintf("%+v", p), fmt.Sprintf("%+v", fb.ColumnIndexes()[i]); p != q {
			return fmt.Sprintf("%s, column index %d\n%s\n%s", text, i, p, q)
		}
	}
	for i, p := range fa.OffsetIndexes() {
		if p, q := fmt.Sprintf("%+v", p), fmt.Sprintf("%+v", fb.OffsetIndexes()[i]); p != q {
			return fmt.Sprintf("%s, offset index %d\n%s\n%s", text, i, p, q)
		}
	}
	return text
}

// TestRowsOfNulls: a table of optional columns, written row by row, has the same bytes as that of the library.
func TestRowsOfNulls(t *testing.T) {
	type line struct {
		Truth *bool    `parquet:"truth,optional"`
		Whole *int64   `parquet:"whole,optional"`
		Real  *float64 `parquet:"real,optional"`
		Text  *string  `parquet:"text,optional"`
	}
	for _, n := range []int{1, 3_000} {
		var want, got bytes.Buffer
		const page = 3000
		w := library.NewWriter(&want, library.SchemaOf(new(line)), library.CreatedBy("chesscensus", "", ""), library.Compression(&library.Zstd),
			library.PageBufferSize(page))
		s := Schema{Name: "line", Columns: []Column{{"truth", Bool, Usual, true}, {"whole", Int64, Usual, true}, {"real", Double, Usual, true},
			{"text", String, Usual, true}}}
		z := NewWriter(&got, s, page)
		for _, r := range randomRows(n, 9) {
			l, values := line{}, make([]any, 4)
			if r.Men%2 == 0 {
				l.Truth, values[0] = &r.Mate, r.Mate
			}
			if r.Men%3 == 0 {
				l.Whole, values[1] = &r.Number, r.Number
			}
			if r.Men%5 == 0 {
				l.Real, values[2] = &r.Share, r.Share
			}
			if r.Men%7 == 0 {
				l.Text, values[3] = &r.Game, r.Game
			}
			testkit.OK(t, w.Write(&l))
			testkit.OK(t, z.Row(values))
		}
		testkit.OK(t, w.Close())
		testkit.OK(t, z.Close())
		if !bytes.Equal(got.Bytes(), want.Bytes()) {
			t.Errorf("%d rows: %d bytes, want %d; %s", n, got.Len(), want.Len(), describeDifference(got.Bytes(), want.Bytes()))
		}
	}
}

// A men is a struct that is embedded in rows.
type men struct {
	Men   uint8  `parquet:"men"`
	Plies uint16 `parquet:"plies"`
}

// A row has all kinds and forms of columns without nulls.
type row struct {
	Phase  int32  `parquet:"phase,dict,zstd"`
	Class  int32  `parquet:"class"`
	Value  string `parquet:"value,dict"`
	Number int64  `parquet:"number,dict"`
	Draws  int64  `parquet:"draws"`
	Draw   int64  `parquet:"draw,delta"`
	Split  int64  `parquet:"split,split,zstd"`
	men
	Seed    uint64  `parquet:"seed"`
	Mate    bool    `parquet:"mate"`
	Share   float64 `parquet:"share"`
	FEN     string  `parquet:"fen"`
	Game    string  `parquet:"game,optional"`
	Never   string  `parquet:"never,optional"`
	Outcome string  `parquet:"outcome,dict,optional"`
}

// randomRows returns n random rows of a seed.
func randomRows(n int, seed uint64) []row {
	r := rand.New(rand.NewPCG(seed, 1))
	rows := make([]row, n)
	for i := range rows {
		z := &rows[i]
		z.Phase, z.Class = int32(i*3/n)+1, int32(r.Uint32())
		z.Value, z.Number = fmt.Sprint("v", r.IntN(i/100+1)), r.Int64N(50)-25
		z.Draws, z.Draw, z.Split = int64(r.Uint64()), int64(3*i)+r.Int64N(3), r.Int64N(1<<20)
		z.Men, z.Plies, z.Seed = uint8(r.IntN(256)), uint16(r.IntN(1<<16)), r.Uint64()
		z.Mate, z.Share = r.IntN(9) == 0, r.NormFloat64()
		if r.IntN(20) == 0 {
			z.Share = math.NaN()
		}
		z.FEN = strings.Repeat("\xff\xfez", r.IntN(9)) + fmt.Sprint(i)
		if i > n/2 {
			z.Game = strings.Repeat("Nf3 ", r.IntN(20))
			z.Outcome = [...]string{"", "in", "out"}[r.IntN(3)]
		}
		if r.IntN(5) == 0 {
			z.Value = ""
		}
	}
	return rows
}

// writeByLibrary returns a file of row groups that the whole library has written.
func writeByLibrary[T any](t testing.TB, page int, notes map[string]string, groups ...[]T) []byte {
	t.Helper()
	options := []library.WriterOption{library.CreatedBy("chesscensus", "", ""), library.Compression(&library.Zstd)}
	if page > 0 {
		options = append(options, library.PageBufferSize(page))
	}
	for key, value := range notes {
		options = append(options, library.KeyValueMetadata(key, value))
	}
	var b bytes.Buffer
	w := library.NewGenericWriter[T](&b, options...)
	for _, rows := range groups {
		testkit.Must(w.Write(rows))(t)
		testkit.OK(t, w.Flush())
	}
	testkit.OK(t, w.Close())
	return b.Bytes()
}

// writeByWriter returns the same file, written by this package.
func writeByWriter[T any](t testing.TB, page int, notes map[string]string, groups ...[]T) []byte {
	t.Helper()
	var b bytes.Buffer
	w := NewWriter(&b, SchemaOf[T](), page)
	for key, value := range notes {
		w.Note(key, value)
	}
	for _, rows := range groups {
		testkit.OK(t, Rows(w, rows))
		testkit.OK(t, w.Flush())
	}
	testkit.OK(t, w.Close())
	return b.Bytes()
}
