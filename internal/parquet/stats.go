package parquet

import (
	"bytes"
	"slices"

	"github.com/parquet-go/parquet-go/format"
)

// indexLimit is how many bytes of a string the index of the pages has.
const indexLimit = 16

// widths are the bytes of a value.
var widths = map[format.Type]int{format.Boolean: 1, format.Int32: 4, format.Int64: 8, format.Double: 8}

// note adds the page to the statistics of the row group, and to the index of its pages.
func (z *column) note(s *format.Statistics) {
	m := &z.chunk.MetaData
	m.NumValues += int64(z.rows)
	m.Statistics.NullCount += s.NullCount
	if s.MinValue != nil {
		if old := m.Statistics.MaxValue; old == nil || z.Kind.compareBytes(s.MaxValue, old) > 0 {
			m.Statistics.MaxValue = s.MaxValue
		}
		if old := m.Statistics.MinValue; old == nil || z.Kind.compareBytes(s.MinValue, old) < 0 {
			m.Statistics.MinValue = s.MinValue
		}
	}
	if z.Form != Dict {
		m.SizeStatistics.UnencodedByteArrayDataBytes += int64(len(z.text))
	}
	z.index.NullPages = append(z.index.NullPages, s.NullCount == int64(z.rows))
	z.index.NullCounts = append(z.index.NullCounts, s.NullCount)
	z.index.MinValues = append(z.index.MinValues, z.indexed(s.MinValue, false))
	z.index.MaxValues = append(z.index.MaxValues, z.indexed(s.MaxValue, true))
	if z.Optional {
		levels := [2]int64{s.NullCount, int64(z.rows) - s.NullCount}
		z.index.DefinitionLevelHistogram = append(z.index.DefinitionLevelHistogram, levels[:]...)
		for i, n := range levels {
			m.SizeStatistics.DefinitionLevelHistogram[i] += n
		}
	}
}

// indexed is a bound as the index has it: zero for null, a long string cut, an upper bound then made larger.
func (z *column) indexed(value []byte, upper bool) []byte {
	switch {
	case value == nil && z.Kind == String:
		return []byte{}
	case value == nil:
		return make([]byte, widths[kinds[z.Kind].physical])
	case z.Kind != String || len(value) <= indexLimit:
		return value
	}
	value = slices.Clone(value[:indexLimit])
	if upper {
		for i := len(value) - 1; i >= 0; i-- {
			if value[i]++; value[i] != 0 {
				return value
			}
		}
		copy(value, bytes.Repeat([]byte{0xff}, len(value)))
	}
	return value
}

// order says whether the pages of a row group are in order.
func (z *column) order() format.BoundaryOrder {
	ascending := len(z.index.MinValues) > 1
	descending := ascending
	for _, list := range [][][]byte{z.index.MinValues, z.index.MaxValues} {
		up, down := true, true
		for i := 1; i < len(list); i++ {
			c := z.Kind.compareBytes(list[i-1], list[i])
			up, down = up && c <= 0, down && c >= 0
		}
		// What is all alike counts as ascending.
		ascending, descending = ascending && up, descending && down && !up
	}
	switch {
	case ascending:
		return format.Ascending
	case descending:
		return format.Descending
	}
	return format.Unordered
}
