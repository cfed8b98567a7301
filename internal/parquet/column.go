package parquet

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"hash/crc32"
	"math"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/encoding/plain"
	"github.com/parquet-go/parquet-go/encoding/rle"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// values are those of one page or dictionary, without nulls. The kind says which of the lists has them.
type values struct {
	kind    Kind
	ints    []int64 // also of truth values, 0 and 1; uint64 by their bits
	doubles []float64
	text    []byte // strings, one after the other
	ends    []uint32
}

func (v *values) reset() {
	v.ints, v.doubles, v.text, v.ends = v.ints[:0], v.doubles[:0], v.text[:0], v.ends[:0]
}

func (v *values) len() int { return len(v.ints) + len(v.doubles) + len(v.ends) }

func (v *values) addText(s string) {
	v.text = append(v.text, s...)
	v.ends = append(v.ends, uint32(len(v.text)))
}

// offsets are the places where strings begin, and where the last ends.
func (v *values) offsets() []uint32 { return append(make([]uint32, 1, len(v.ends)+1), v.ends...) }

// string is string i.
func (v *values) string(i int) []byte {
	from := uint32(0)
	if i > 0 {
		from = v.ends[i-1]
	}
	return v.text[from:v.ends[i]]
}

// size is that in memory of the library whose files we write: it says when a page is full.
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

// bytesOf is value i as the statistics have it.
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

// compareBytes compares two values as the statistics have them.
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
		switch { // unlike cmp.Compare: nothing is less or greater than what is no number
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	}
	return bytes.Compare(a, b)
}

// less reports whether value i is less than value j. A double that is no number is not less than another, and no other is less than it.
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

// bounds are the numbers of the least and the greatest of the given values. Doubles that are no numbers are neither, if there are others.
func (v *values) bounds(list func(yield func(int) bool)) (least, most int) {
	least, most = -1, -1
	for i := range list {
		switch {
		case least < 0 || v.kind == Double && math.IsNaN(v.doubles[least]):
			least, most = i, i
		case v.less(i, least):
			least = i
		case v.less(most, i):
			most = i
		}
	}
	return least, most
}

// encode writes values by the encoding of their column.
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

func int32s(list []int64) []int32 {
	short := make([]int32, len(list))
	for i, x := range list {
		short[i] = int32(x)
	}
	return short
}

// A column of a row group that is being written.
type column struct {
	Column
	values              // of the page; of a column with a dictionary those of the dictionary
	indexes     []int32 // of the page, in the dictionary
	numberOf    map[int64]int32
	textNumbers map[string]int32
	defined     []byte // 1 for a value, 0 for null; of optional columns
	rows        int    // of the page

	chunk   format.ColumnChunk
	index   format.ColumnIndex
	offsets format.OffsetIndex
	pages   bytes.Buffer
	total   int64 // rows of the group before the page
}

func newColumn(c Column) *column {
	z := &column{Column: c, values: values{kind: c.Kind}}
	z.begin()
	return z
}

// begin begins a row group.
func (z *column) begin() {
	z.values.reset()
	z.pages.Reset()
	z.indexes, z.defined, z.rows, z.total = z.indexes[:0], z.defined[:0], 0, 0
	z.numberOf, z.textNumbers = map[int64]int32{}, map[string]int32{}
	z.index, z.offsets = format.ColumnIndex{}, format.OffsetIndex{}
	encodings := []format.Encoding{z.encoding().Encoding()}
	if z.Form == Dict {
		encodings = []format.Encoding{format.Plain, format.RLEDictionary}
	}
	if z.Optional {
		at := 0
		for at < len(encodings) && encodings[at] < format.RLE {
			at++
		}
		encodings = append(encodings[:at:at], append([]format.Encoding{format.RLE}, encodings[at:]...)...)
	}
	z.chunk = format.ColumnChunk{MetaData: format.ColumnMetaData{Type: kinds[z.Kind].physical, Encoding: encodings,
		PathInSchema: []string{z.Name}, Codec: format.Zstd}}
	if z.Optional {
		z.chunk.MetaData.SizeStatistics.DefinitionLevelHistogram = make([]int64, 2)
	}
}

// addNull, addInt, addDouble and addText add a value to the page.
func (z *column) addNull() { z.rows, z.defined = z.rows+1, append(z.defined, 0) }

func (z *column) addInt(x int64) {
	z.added()
	if z.Form != Dict {
		z.ints = append(z.ints, x)
		return
	}
	i, known := z.numberOf[x]
	if !known {
		i = int32(len(z.ints))
		z.numberOf[x] = i
		z.ints = append(z.ints, x)
	}
	z.indexes = append(z.indexes, i)
}

func (z *column) addDouble(x float64) {
	z.added()
	z.doubles = append(z.doubles, x)
}

func (z *column) addString(s string) {
	z.added()
	if z.Form != Dict {
		z.addText(s)
		return
	}
	i, known := z.textNumbers[s]
	if !known {
		i = int32(len(z.ends))
		z.textNumbers[s] = i
		z.addText(s)
	}
	z.indexes = append(z.indexes, i)
}

func (z *column) added() {
	z.rows++
	if z.Optional {
		z.defined = append(z.defined, 1)
	}
}

// pageSize is the size of the page in memory.
func (z *column) pageSize() int {
	size := z.values.size()
	if z.Form == Dict {
		size = 4 * len(z.indexes)
	}
	if z.Optional {
		size += 4*z.rows + len(z.defined)
	}
	return size
}

// flush ends the page.
func (z *column) flush(compressor *zstd.Encoder) error {
	if z.rows == 0 {
		return nil
	}
	var levels, body []byte
	var err error
	if z.Optional {
		if levels, err = (&rle.Encoding{BitWidth: 1}).EncodeLevels(nil, z.defined); err != nil {
			return err
		}
	}
	count := z.len()
	least, most := -1, -1
	if z.Form == Dict {
		count = len(z.indexes)
		body, err = z.encoding().EncodeInt32(nil, z.indexes)
		least, most = z.bounds(func(yield func(int) bool) {
			for _, i := range z.indexes {
				if !yield(int(i)) {
					return
				}
			}
		})
	} else {
		body, err = z.encode(&z.Column)
		least, most = z.bounds(func(yield func(int) bool) {
			for i := range count {
				if !yield(i) {
					return
				}
			}
		})
	}
	if err != nil {
		return err
	}
	stats := format.Statistics{NullCount: int64(z.rows - count)}
	if count > 0 {
		stats.MinValue, stats.MaxValue = z.bytesOf(least), z.bytesOf(most)
	}
	z.note(&stats)
	if z.Kind == String && z.Form != Dict && len(z.text) == 0 {
		stats.MinValue, stats.MaxValue = nil, nil // as the library does
	}
	stats.Min, stats.Max = stats.MinValue, stats.MaxValue
	packed := compressor.EncodeAll(body, nil)
	header := format.PageHeader{Type: format.DataPageV2, DataPageHeaderV2: thrift.New(format.DataPageHeaderV2{
		NumValues: int32(z.rows), NumNulls: int32(z.rows - count), NumRows: int32(z.rows), Encoding: z.encoding().Encoding(),
		DefinitionLevelsByteLength: int32(len(levels)), IsCompressed: thrift.New(true), Statistics: stats})}
	start := z.chunk.MetaData.TotalCompressedSize
	if err := z.page(&z.pages, &header, levels, packed, len(body)); err != nil {
		return err
	}
	z.offsets.PageLocations = append(z.offsets.PageLocations, format.PageLocation{Offset: start,
		CompressedPageSize: int32(z.chunk.MetaData.TotalCompressedSize - start), FirstRowIndex: z.total})
	z.total += int64(z.rows)
	if z.rows = 0; z.Form != Dict {
		z.values.reset()
	}
	z.indexes, z.defined = z.indexes[:0], z.defined[:0]
	return nil
}

// page writes a page behind its header, and counts it.
func (z *column) page(to *bytes.Buffer, header *format.PageHeader, levels, packed []byte, size int) error {
	header.UncompressedPageSize, header.CompressedPageSize = int32(len(levels)+size), int32(len(levels)+len(packed))
	header.CRC = int32(crc32.Update(crc32.ChecksumIEEE(levels), crc32.IEEETable, packed))
	head, err := thrift.Marshal(new(thrift.CompactProtocol), header)
	if err != nil {
		return err
	}
	to.Write(head)
	to.Write(levels)
	to.Write(packed)
	m := &z.chunk.MetaData
	m.TotalUncompressedSize += int64(len(head)) + int64(header.UncompressedPageSize)
	m.TotalCompressedSize += int64(len(head)) + int64(header.CompressedPageSize)
	encoding := header.DataPageHeaderV2.V.Encoding
	if header.Type == format.DictionaryPage {
		encoding = format.Plain
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

// dictionary writes the dictionary of a row group.
func (z *column) dictionary(compressor *zstd.Encoder) ([]byte, error) {
	plainly := Column{Kind: z.Kind}
	body, err := []byte(nil), error(nil)
	if z.Kind == String {
		body, err = new(plain.Encoding).EncodeByteArray(nil, z.text, z.values.offsets())
	} else {
		body, err = z.encode(&plainly)
	}
	if err != nil {
		return nil, err
	}
	header := format.PageHeader{Type: format.DictionaryPage, DictionaryPageHeader: thrift.New(format.DictionaryPageHeader{NumValues: int32(z.len()), Encoding: format.Plain})}
	var page bytes.Buffer
	err = z.page(&page, &header, nil, compressor.EncodeAll(body, nil), len(body))
	return page.Bytes(), err
}
