package record

import "testing"

func TestSizes(t *testing.T) {
	var rows []Row
	for ph := range 2 {
		for h := range 40 {
			for p := range 6 {
				for v := range 5 {
					for m := range 6 {
						rows = append(rows, Row{int32(ph + 1), int32(h), string(rune('a' + p)), string(rune('0' + v)), Pass, 1, int32(m + 1), int64(h*v*1000 + m + 1)})
					}
				}
			}
		}
	}
	s := Shard{Rows: rows}
	b, err := s.Encode()
	t.Log(len(rows), len(b), err)
	x, err := Decode(b)
	t.Log(len(x.Rows), err)
}
