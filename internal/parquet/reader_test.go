package parquet

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// A number has the columns that are read: never null, no doubles, strings in dictionaries.
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
	Unequal int32  `parquet:"unequal,dict"` // so many that each takes more than a byte
}

func numbersOf(n int, seed uint64) []number {
	list := make([]number, n)
	for i, r := range rowsOf(n, seed) {
		list[i] = number{r.Phase, r.Class, r.Value, r.Number, r.Draws, r.Draw, r.Split, r.Men, r.Seed, r.Mate, int32(r.Plies) % 3000}
	}
	return list
}

// read reads all columns of a file as text.
func read(data []byte) (columns [11][]string, f *File, err error) {
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

// TestFilesOfTheLibraryAreRead: what the whole library has written is read as it was.
func TestFilesOfTheLibraryAreRead(t *testing.T) {
	for _, page := range []int{0, 1000} {
		groups := [][]number{numbersOf(4_000, 1), numbersOf(3, 2)}
		columns, f, err := read(byLibrary(t, page, map[string]string{"plan": "abc"}, groups...))
		testkit.OK(t, err)
		if plan, ok := f.Note("plan"); !ok || plan != "abc" || f.Rows() != 4_003 {
			t.Errorf("note %q, %d rows", plan, f.Rows())
		}
		if _, ok := f.Note("other"); ok {
			t.Error("a note that is not there")
		}
		for i, z := range append(groups[0], groups[1]...) {
			mate := intOf(z.Mate)
			want := []string{fmt.Sprint(z.Phase, ""), fmt.Sprint(z.Class, ""), fmt.Sprint(0, z.Value), fmt.Sprint(z.Number, ""), fmt.Sprint(z.Draws, ""), fmt.Sprint(z.Draw, ""),
				fmt.Sprint(z.Split, ""), fmt.Sprint(z.Men, ""), fmt.Sprint(int64(z.Seed), ""), fmt.Sprint(mate, ""), fmt.Sprint(z.Unequal, "")}
			for c := range columns {
				if got := columns[c][i]; got != want[c] {
					t.Fatalf("pages of %d, row %d, column %d: %q, want %q", page, i, c, got, want[c])
				}
			}
		}
	}
}

// TestDamageIsAnError: a file that is cut, or of which some bytes are others, is an error or reads as it was, and never a panic or a large allocation.
func TestDamageIsAnError(t *testing.T) {
	data := byUs(t, 1000, map[string]string{"plan": "abc"}, numbersOf(300, 1), numbersOf(70, 2))
	whole, _, err := read(data)
	testkit.OK(t, err)
	r := rand.New(rand.NewPCG(1, 2))
	accepted, n := 0, testkit.Size(300, 3000)
	for range n {
		bad := append([]byte{}, data...)
		for range 1 + r.IntN(3) {
			bad[r.IntN(len(bad))] ^= byte(1 + r.IntN(255))
		}
		if columns, _, err := guarded(bad); err == nil {
			accepted++ // in statistics and indexes, which are not read
			if fmt.Sprint(columns) != fmt.Sprint(whole) {
				t.Error("a damaged file is read, as another")
			}
		}
	}
	if accepted > n*5/6 {
		t.Errorf("%d of %d damaged files are read", accepted, n)
	}
	for n := range len(data) {
		if n%7 == 0 || n < 20 {
			if _, _, err := read(data[:n]); err == nil {
				t.Errorf("the first %d bytes are a file", n)
			}
		}
	}
}

// guarded is read; a panic of the decoder of the metadata is an error, as in its callers.
func guarded(data []byte) (columns [11][]string, f *File, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	return read(data)
}

// TestIndexesAreChecked: numbers of a dictionary that are cut, too many, too wide, or claim more than there are, are errors.
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
