package parquet

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// A number has all columns that can be read: without nulls and doubles, with strings in dictionaries.
type number struct {
	Phase   int32  `parquet:"phase,dict"`
	Class   int32  `parquet:"class"`
	Value   string `parquet:"value,dict"`
	Number  int64  `parquet:"number,dict"`
	Draws   int64  `parquet:"draws"`
	Draw    int64  `parquet:"draw,delta"`
	Split   int64  `parquet:"split,split"`
	Men     uint8  `parquet:"men"`
	Seed    uint64 `parquet:"seed"`
	Mate    bool   `parquet:"mate"`
	Unequal int32  `parquet:"unequal,dict"` // so many values that each index takes more than a byte
}

func randomNumbers(n int, seed uint64) []number {
	list := make([]number, n)
	for i, r := range randomRows(n, seed) {
		list[i] = number{r.Phase, r.Class, r.Value, r.Number, r.Draws, r.Draw, r.Split, r.Men, r.Seed, r.Mate, int32(r.Plies) % 3000}
	}
	return list
}

// readColumns returns all columns of a file as text.
func readColumns(data []byte) (columns [11][]string, f *File, err error) {
	f, err = Open(data)
	if err != nil {
		return columns, f, err
	}
	if !f.Has(SchemaOf[number]()) {
		return columns, f, fmt.Errorf("other columns: %s", f.Schema)
	}
	for c := range columns {
		err = f.Column(c, func(i int, v Value) {
			if i != len(columns[c]) {
				panic("out of order")
			}
			columns[c] = append(columns[c], fmt.Sprint(v.Int, string(v.Text)))
		})
		if err != nil {
			return columns, f, err
		}
	}
	return columns, f, nil
}

// TestFilesOfTheLibraryAreRead: a file of the whole library is read as it was written.
func TestFilesOfTheLibraryAreRead(t *testing.T) {
	for _, page := range []int{0, 1000} {
		groups := [][]number{randomNumbers(4_000, 1), randomNumbers(3, 2)}
		columns, f, err := readColumns(writeByLibrary(t, page, map[string]string{"plan": "abc"}, groups...))
		testkit.OK(t, err)
		if plan, ok := f.Note("plan"); !ok || plan != "abc" || f.Rows() != 4_003 {
			t.Errorf("note %q, %d rows", plan, f.Rows())
		}
		if _, ok := f.Note("other"); ok {
			t.Error("a note that is not there")
		}
		for i, z := range append(groups[0], groups[1]...) {
			mate := intOf(z.Mate)
			want := []string{fmt.Sprint(z.Phase, ""), fmt.Sprint(z.Class, ""), fmt.Sprint(0, z.Value), fmt.Sprint(z.Number, ""), fmt.Sprint(z.Draws, ""),
				fmt.Sprint(z.Draw, ""),
				fmt.Sprint(z.Split, ""), fmt.Sprint(z.Men, ""), fmt.Sprint(int64(z.Seed), ""), fmt.Sprint(mate, ""), fmt.Sprint(z.Unequal, "")}
			for c := range columns {
				if got := columns[c][i]; got != want[c] {
					t.Fatalf("pages of %d, row %d, column %d: %q, want %q", page, i, c, got, want[c])
				}
			}
		}
	}
}

// TestDamageIsAnError: a file that is cut or changed is an error or has the same values, and never a panic or a large allocation.
func TestDamageIsAnError(t *testing.T) {
	data := writeByWriter(t, 1000, map[string]string{"plan": "abc"}, randomNumbers(300, 1), randomNumbers(70, 2))
	values, _, err := readColumns(data)
	testkit.OK(t, err)
	r := rand.New(rand.NewPCG(1, 2))
	accepted, n := 0, testkit.Size(300, 3000)
	for range n {
		damaged := append([]byte{}, data...)
		for range 1 + r.IntN(3) {
			damaged[r.IntN(len(damaged))] ^= byte(1 + r.IntN(255))
		}
		if columns, _, err := readRecovering(damaged); err == nil {
			accepted++ // the change is in statistics or indexes, which are not read
			if fmt.Sprint(columns) != fmt.Sprint(values) {
				t.Error("a damaged file is read, as another")
			}
		}
	}
	if accepted > n*5/6 {
		t.Errorf("%d of %d damaged files are read", accepted, n)
	}
	for n := range len(data) {
		if n%7 == 0 || n < 20 {
			if _, _, err := readColumns(data[:n]); err == nil {
				t.Errorf("the first %d bytes are a file", n)
			}
		}
	}
}

// readRecovering is readColumns, but turns a panic of the decoder of the metadata into an error, as the callers of this package do.
func readRecovering(data []byte) (columns [11][]string, f *File, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	return readColumns(data)
}

// TestIndexesAreChecked: indexes in a dictionary that are cut, too many, too wide or in too long runs are errors.
func TestIndexesAreChecked(t *testing.T) {
	sum := func(body []byte, n int) (list []uint32, err error) {
		err = eachIndex(body, n, func(_ int, i uint32) error { list = append(list, i); return nil })
		return list, err
	}
	for _, c := range []struct {
		body []byte
		n    int
		want string // the numbers, or the error
	}{
		{[]byte{2, 6, 3}, 3, "[3 3 3]"},
		{[]byte{3, 3, 0b10001000, 0b11000110, 0b11111010}, 8, "[0 1 2 3 4 5 6 7]"},
		{[]byte{3, 3, 0b10001000, 0b11000110, 0b11111010, 2, 5}, 9, "[0 1 2 3 4 5 6 7 5]"},
		{[]byte{3, 3, 0b10001000, 0b11000110, 0b11111010}, 5, "[0 1 2 3 4]"},
		{[]byte{0, 8}, 4, "[0 0 0 0]"},
		{[]byte{0}, 0, "[]"},
		{nil, 0, "no numbers"},
		{[]byte{2, 6}, 3, "cut"},
		{[]byte{2}, 3, "cut"},
		{[]byte{3, 3, 1, 2}, 8, "cut"},
		{[]byte{2, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f}, 8, "cut"},
		{[]byte{2, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f, 1}, 8, "more than 8"},
		{[]byte{33, 6, 3}, 3, "33 bits"},
		{[]byte{2, 8, 3}, 3, "more than 3"},
		{[]byte{2, 6, 3, 0}, 3, "behind"},
	} {
		list, err := sum(c.body, c.n)
		if got := fmt.Sprint(list); err != nil && !strings.Contains(err.Error(), c.want) || err == nil && got != c.want {
			t.Errorf("% x, %d numbers: %v, %v; want %s", c.body, c.n, got, err, c.want)
		}
	}
}

// FuzzOpen: opening any bytes and reading their columns returns values or an error, and no column has more rows than the metadata.
func FuzzOpen(f *testing.F) {
	type row struct {
		A int64  `parquet:"a,delta"`
		B int64  `parquet:"b,split"`
		C string `parquet:"c,dict"`
		D bool   `parquet:"d"`
		E uint8  `parquet:"e,dict"`
	}
	var b bytes.Buffer
	w := NewWriter(&b, SchemaOf[row](), 0)
	testkit.OK(f, Rows(w, []row{{1, -2, "x", true, 3}, {1 << 40, 5, "", false, 3}, {-7, 0, "x", true, 0}}))
	testkit.OK(f, w.Close())
	f.Add(b.Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := Open(data)
		if err != nil {
			return
		}
		for c := range file.Schema.Columns {
			_ = file.Column(c, func(row int, _ Value) {
				if row < 0 || int64(row) >= file.Rows() {
					t.Fatalf("row %d of %d", row, file.Rows())
				}
			})
		}
	})
}
