package parquet

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"hash/crc32"
	"iter"
	"math"
	"slices"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/encoding/plain"
	"github.com/parquet-go/parquet-go/encoding/rle"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// values holds the values of one page or dictionary, without nulls. The kind decides which of the lists has them.
type values struct {
	kind    Kind
	ints    []int64 // also truth values, 0 and 1; uint64 by their bits
	doubles []float64
	text    []byte   // strings, one after the other
	ends    []uint32 // where each string ends in text
}

func (v *values) reset() {
	v.ints, v.doubles, v.text, v.ends = v.ints[:0], v.doubles[:0], v.text[:0], v.ends[:0]
}

func (v *values) len() int { return len(v.ints) + len(v.doubles) + len(v.ends) }

// addText adds a string.
func (v *values) addText(s string) {
	v.text = append(v.text, s...)
	v.ends = append(v.ends, uint32(len(v.text)))
}

// offsets returns the offsets at which strings begin in text, and that at which the last one ends.
func (v *values) offsets() []uint32 { return append(make([]uint32, 1, len(v.ends)+1), v.ends...) }

// string returns string i.
func (v *values) string(i int) []byte {
	from := uint32(0)
	if i > 0 {
		from = v.ends[i-1]
	}
	return v.text[from:v.ends[i]]
}

// size returns how many bytes parquet-go would hold these values in. A page ends where that library would end it.
func (v *values) size() int {
	switch kinds[v.kind].physical {
	case format.Boolean:
		return (len(v.ints) + 7) / 8
	case format.Int32:
		return 4 * len(v.ints)
	case format.ByteArray:
		return len(v.text) + 4*len(v.ends)
	}
	return 8 * v.len()
}

// bytesOf returns value i in the form of the statistics.
func (v *values) bytesOf(i int) []byte {
	switch kinds[v.kind].physical {
	case format.Boolean:
		return []byte{byte(v.ints[i])}
	case format.Int32:
		return binary.LittleEndian.AppendUint32(nil, uint32(v.ints[i]))
	case format.Int64:
		return binary.LittleEndian.AppendUint64(nil, uint64(v.ints[i]))
	case format.Double:
		return binary.LittleEndian.AppendUint64(nil, math.Float64bits(v.doubles[i]))
	}
	return append([]byte{}, v.string(i)...)
}

// compareBytes compares two values in the form of the statistics.
func (k Kind) compareBytes(a, b []byte) int {
	switch k {
	case Int32:
		return cmp.Compare(int32(binary.LittleEndian.Uint32(a)), int32(binary.LittleEndian.Uint32(b)))
	case Int64:
		return cmp.Compare(int64(binary.LittleEndian.Uint64(a)), int64(binary.LittleEndian.Uint64(b)))
	case Uint8, Uint16:
		return cmp.Compare(binary.LittleEndian.Uint32(a), binary.LittleEndian.Uint32(b))
	case Uint64:
		return cmp.Compare(binary.LittleEndian.Uint64(a), binary.LittleEndian.Uint64(b))
	case Double:
		x, y := math.Float64frombits(binary.LittleEndian.Uint64(a)), math.Float64frombits(binary.LittleEndian.Uint64(b))
		switch { // unlike cmp.Compare, NaN is neither less nor greater than any number
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	}
	return bytes.Compare(a, b)
}

// less reports whether value i is less than value j. NaN is not less than any number, and no number is less than NaN.
func (v *values) less(i, j int) bool {
	switch {
	case v.kind == Double:
		return v.doubles[i] < v.doubles[j]
	case v.kind == String:
		return bytes.Compare(v.string(i), v.string(j)) < 0
	case v.kind == Uint64:
		return uint64(v.ints[i]) < uint64(v.ints[j])
	}
	return v.ints[i] < v.ints[j]
}

// bounds returns the indexes of the least and the greatest of the values with the given indexes, -1 if there are none. They are those of NaN
// only if all these values are NaN.
func (v *values) bounds(indexes iter.Seq[int32]) (minIndex, maxIndex int) {
	minIndex, maxIndex = -1, -1
	for index := range indexes {
		i := int(index)
		switch {
		case minIndex < 0 || v.kind == Double && math.IsNaN(v.doubles[minIndex]):
			minIndex, maxIndex = i, i
		case v.less(i, minIndex):
			minIndex = i
		case v.less(maxIndex, i):
			maxIndex = i
		}
	}
	return minIndex, maxIndex
}

// upTo returns the numbers from 0 to n-1.
func upTo(n int32) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for i := int32(0); i < n && yield(i); i++ {
		}
	}
}

// encode returns values in the encoding of column c.
func (v *values) encode(c *Column) ([]byte, error) {
	e := c.encoding()
	switch kinds[v.kind].physical {
	case format.Boolean:
		bits := make([]byte, (len(v.ints)+7)/8)
		for i, x := range v.ints {
			bits[i/8] |= byte(x) << (i % 8)
		}
		return e.EncodeBoolean(nil, bits)
	case format.Int32:
		return e.EncodeInt32(nil, int32s(v.ints))
	case format.Int64:
		return e.EncodeInt64(nil, v.ints)
	case format.Double:
		return e.EncodeDouble(nil, v.doubles)
	}
	return e.EncodeByteArray(nil, v.text, v.offsets())
}

// int32s returns the low 32 bits of numbers.
func int32s(list []int64) []int32 {
	short := make([]int32, len(list))
	for i, x := range list {
		short[i] = int32(x)
	}
	return short
}

// A columnWriter writes a column of a row group. After endPage of its last page, the row group needs its dictionaryPage and pages.
type columnWriter struct {
	Column
	vals        values           // the values of the page, or with a dictionary, the values in the dictionary of the row group
	dictIndexes []int32          // with a dictionary: the indexes of the page's values in it
	indexOfInt  map[int64]int32  // index of each number in the dictionary
	indexOfText map[string]int32 // index of each string in the dictionary
	defined     []byte           // if the column is optional: 1 for each row of the page with a value, 0 for each null
	rows        int              // the number of rows of the page

	chunk       format.ColumnChunk
	columnIndex format.ColumnIndex
	offsetIndex format.OffsetIndex
	pages       bytes.Buffer
	rowsBefore  int64 // rows of the group before the page
}

func newColumn(c Column) *columnWriter {
	cw := &columnWriter{Column: c, vals: values{kind: c.Kind}}
	cw.startGroup()
	return cw
}

// startGroup prepares the writer for a new row group.
func (cw *columnWriter) startGroup() {
	cw.vals.reset()
	cw.pages.Reset()
	cw.dictIndexes, cw.defined, cw.rows, cw.rowsBefore = cw.dictIndexes[:0], cw.defined[:0], 0, 0
	cw.indexOfInt, cw.indexOfText = map[int64]int32{}, map[string]int32{}
	cw.columnIndex, cw.offsetIndex = format.ColumnIndex{}, format.OffsetIndex{}
	encodings := []format.Encoding{cw.encoding().Encoding()}
	if cw.Form == Dict {
		encodings = []format.Encoding{format.Plain, format.RLEDictionary}
	}
	if cw.Optional {
		encodings = append(encodings, format.RLE) // of the definition levels
		slices.Sort(encodings)                    // as parquet-go does
	}
	cw.chunk = format.ColumnChunk{MetaData: format.ColumnMetaData{Type: kinds[cw.Kind].physical, Encoding: encodings,
		PathInSchema: []string{cw.Name}, Codec: format.Zstd}}
	if cw.Optional {
		cw.chunk.MetaData.SizeStatistics.DefinitionLevelHistogram = make([]int64, 2)
	}
}

// addNull adds a null to the page.
func (cw *columnWriter) addNull() { cw.rows, cw.defined = cw.rows+1, append(cw.defined, 0) }

// addInt adds a number or truth value to the page.
func (cw *columnWriter) addInt(x int64) {
	cw.markDefined()
	if cw.Form != Dict {
		cw.vals.ints = append(cw.vals.ints, x)
		return
	}
	i, isKnown := cw.indexOfInt[x]
	if !isKnown {
		i = int32(len(cw.vals.ints))
		cw.indexOfInt[x] = i
		cw.vals.ints = append(cw.vals.ints, x)
	}
	cw.dictIndexes = append(cw.dictIndexes, i)
}

// addDouble adds a double to the page.
func (cw *columnWriter) addDouble(x float64) {
	cw.markDefined()
	cw.vals.doubles = append(cw.vals.doubles, x)
}

// addString adds a string to the page.
func (cw *columnWriter) addString(s string) {
	cw.markDefined()
	if cw.Form != Dict {
		cw.vals.addText(s)
		return
	}
	i, isKnown := cw.indexOfText[s]
	if !isKnown {
		i = int32(len(cw.vals.ends))
		cw.indexOfText[s] = i
		cw.vals.addText(s)
	}
	cw.dictIndexes = append(cw.dictIndexes, i)
}

// markDefined counts a row with a value.
func (cw *columnWriter) markDefined() {
	cw.rows++
	if cw.Optional {
		cw.defined = append(cw.defined, 1)
	}
}

// pageSize returns the size of the page in the memory of parquet-go, see [values.size]. An optional column has 4 bytes a row there for the
// place of its value, and 1 for its definition level.
func (cw *columnWriter) pageSize() int {
	size := cw.vals.size()
	if cw.Form == Dict {
		size = 4 * len(cw.dictIndexes)
	}
	if cw.Optional {
		size += 4*cw.rows + len(cw.defined)
	}
	return size
}

// endPage writes the page with its statistics, unless it is empty, and starts another one.
func (cw *columnWriter) endPage(compressor *zstd.Encoder) error {
	if cw.rows == 0 {
		return nil
	}
	var levels []byte
	if cw.Optional {
		var err error
		if levels, err = (&rle.Encoding{BitWidth: 1}).EncodeLevels(nil, cw.defined); err != nil {
			return err
		}
	}
	body, stats, err := cw.encodePage()
	if err != nil {
		return err
	}
	cw.addStatistics(&stats)
	// For empty strings alone parquet-go leaves the bounds out of the page's header, but not out of the index and the row group.
	if cw.Kind == String && cw.Form != Dict && len(cw.vals.text) == 0 {
		stats.MinValue, stats.MaxValue = nil, nil
	}
	stats.Min, stats.Max = stats.MinValue, stats.MaxValue
	packed := compressor.EncodeAll(body, nil)
	header := format.PageHeader{Type: format.DataPageV2, DataPageHeaderV2: thrift.New(format.DataPageHeaderV2{
		NumValues: int32(cw.rows), NumNulls: int32(stats.NullCount), NumRows: int32(cw.rows), Encoding: cw.encoding().Encoding(),
		DefinitionLevelsByteLength: int32(len(levels)), IsCompressed: thrift.New(true), Statistics: stats})}
	start := cw.chunk.MetaData.TotalCompressedSize
	if err := cw.writePage(&cw.pages, &header, levels, packed, len(body)); err != nil {
		return err
	}
	cw.offsetIndex.PageLocations = append(cw.offsetIndex.PageLocations, format.PageLocation{Offset: start,
		CompressedPageSize: int32(cw.chunk.MetaData.TotalCompressedSize - start), FirstRowIndex: cw.rowsBefore})
	cw.rowsBefore += int64(cw.rows)
	if cw.rows = 0; cw.Form != Dict {
		cw.vals.reset()
	}
	cw.dictIndexes, cw.defined = cw.dictIndexes[:0], cw.defined[:0]
	return nil
}

// encodePage returns the encoded values of the page, or their indexes in the dictionary, with the bounds and the number of nulls.
func (cw *columnWriter) encodePage() (body []byte, stats format.Statistics, err error) {
	count := cw.vals.len()
	var minIndex, maxIndex int
	if cw.Form == Dict {
		count = len(cw.dictIndexes)
		body, err = cw.encoding().EncodeInt32(nil, cw.dictIndexes)
		minIndex, maxIndex = cw.vals.bounds(slices.Values(cw.dictIndexes))
	} else {
		body, err = cw.vals.encode(&cw.Column)
		minIndex, maxIndex = cw.vals.bounds(upTo(int32(count)))
	}
	stats.NullCount = int64(cw.rows - count)
	if count > 0 {
		stats.MinValue, stats.MaxValue = cw.vals.bytesOf(minIndex), cw.vals.bytesOf(maxIndex)
	}
	return body, stats, err
}

// writePage writes the header and the bytes of a page, and adds its sizes to the metadata.
func (cw *columnWriter) writePage(buf *bytes.Buffer, header *format.PageHeader, levels, packed []byte, size int) error {
	header.UncompressedPageSize, header.CompressedPageSize = int32(len(levels)+size), int32(len(levels)+len(packed))
	header.CRC = int32(crc32.Update(crc32.ChecksumIEEE(levels), crc32.IEEETable, packed))
	head, err := thrift.Marshal(new(thrift.CompactProtocol), header)
	if err != nil {
		return err
	}
	buf.Write(head)
	buf.Write(levels)
	buf.Write(packed)
	m := &cw.chunk.MetaData
	m.TotalUncompressedSize += int64(len(head)) + int64(header.UncompressedPageSize)
	m.TotalCompressedSize += int64(len(head)) + int64(header.CompressedPageSize)
	encoding := format.Plain
	if header.Type != format.DictionaryPage {
		encoding = header.DataPageHeaderV2.V.Encoding
	}
	for i := range m.EncodingStats {
		if s := &m.EncodingStats[i]; s.PageType == header.Type {
			s.Count++
			return nil
		}
	}
	m.EncodingStats = append(m.EncodingStats, format.PageEncodingStats{PageType: header.Type, Encoding: encoding, Count: 1})
	return nil
}

// dictionaryPage returns the page with the dictionary of a row group.
func (cw *columnWriter) dictionaryPage(compressor *zstd.Encoder) ([]byte, error) {
	var body []byte
	var err error
	if cw.Kind == String { // the encoding of a column of strings without a form is not plain
		body, err = new(plain.Encoding).EncodeByteArray(nil, cw.vals.text, cw.vals.offsets())
	} else {
		body, err = cw.vals.encode(&Column{Kind: cw.Kind})
	}
	if err != nil {
		return nil, err
	}
	header := format.PageHeader{Type: format.DictionaryPage,
		DictionaryPageHeader: thrift.New(format.DictionaryPageHeader{NumValues: int32(cw.vals.len()), Encoding: format.Plain})}
	var page bytes.Buffer
	err = cw.writePage(&page, &header, nil, compressor.EncodeAll(body, nil), len(body))
	return page.Bytes(), err
}
