package parquet

import (
	"bytes"
	"slices"

	"github.com/parquet-go/parquet-go/format"
)

// indexLimit is the largest length of a string in the index of the pages, in bytes.
const indexLimit = 16

// valueWidths are the sizes of values in bytes.
var valueWidths = map[format.Type]int{format.Boolean: 1, format.Int32: 4, format.Int64: 8, format.Double: 8}

// addStatistics adds the statistics of the page to those of the row group, and to the index of its pages.
func (cw *columnWriter) addStatistics(s *format.Statistics) {
	m := &cw.chunk.MetaData
	m.NumValues += int64(cw.rows)
	m.Statistics.NullCount += s.NullCount
	if s.MinValue != nil {
		if old := m.Statistics.MaxValue; old == nil || cw.Kind.compareBytes(s.MaxValue, old) > 0 {
			m.Statistics.MaxValue = s.MaxValue
		}
		if old := m.Statistics.MinValue; old == nil || cw.Kind.compareBytes(s.MinValue, old) < 0 {
			m.Statistics.MinValue = s.MinValue
		}
	}
	if cw.Form != Dict {
		m.SizeStatistics.UnencodedByteArrayDataBytes += int64(len(cw.vals.text))
	}
	cw.columnIndex.NullPages = append(cw.columnIndex.NullPages, s.NullCount == int64(cw.rows))
	cw.columnIndex.NullCounts = append(cw.columnIndex.NullCounts, s.NullCount)
	cw.columnIndex.MinValues = append(cw.columnIndex.MinValues, cw.indexBound(s.MinValue, false))
	cw.columnIndex.MaxValues = append(cw.columnIndex.MaxValues, cw.indexBound(s.MaxValue, true))
	if cw.Optional {
		levels := [2]int64{s.NullCount, int64(cw.rows) - s.NullCount}
		cw.columnIndex.DefinitionLevelHistogram = append(cw.columnIndex.DefinitionLevelHistogram, levels[:]...)
		for i, n := range levels {
			m.SizeStatistics.DefinitionLevelHistogram[i] += n
		}
	}
}

// indexBound returns a bound in the form of the index: zero for null, and a prefix of a long string, increased for an upper bound.
func (cw *columnWriter) indexBound(value []byte, upper bool) []byte {
	switch {
	case value == nil && cw.Kind == String:
		return []byte{}
	case value == nil:
		return make([]byte, valueWidths[kinds[cw.Kind].physical])
	case cw.Kind != String || len(value) <= indexLimit:
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

// boundaryOrder returns the order of the pages of a row group by their bounds.
func (cw *columnWriter) boundaryOrder() format.BoundaryOrder {
	ascending := len(cw.columnIndex.MinValues) > 1
	descending := ascending
	for _, list := range [][][]byte{cw.columnIndex.MinValues, cw.columnIndex.MaxValues} {
		up, down := true, true
		for i := 1; i < len(list); i++ {
			c := cw.Kind.compareBytes(list[i-1], list[i])
			up, down = up && c <= 0, down && c >= 0
		}
		// Pages with equal bounds count as ascending.
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
