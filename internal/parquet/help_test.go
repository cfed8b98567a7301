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
