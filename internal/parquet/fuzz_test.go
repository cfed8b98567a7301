package parquet

import (
	"bytes"
	"testing"

	"chesscensus/internal/testing/testkit"
)

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
