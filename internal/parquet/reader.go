package parquet

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"sync"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/encoding"
	"github.com/parquet-go/parquet-go/encoding/plain"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// maxPage is the largest accepted size of a page, in bytes before compression.
const maxPage = 256 << 20

// maxHeader is the largest accepted size of the header of a page in bytes; those that this package writes have some hundred.
const maxHeader = 64 << 10

// A File is a Parquet file in memory.
type File struct {
	Schema Schema // without the forms of the columns
	data   []byte // all but the metadata and what follows them
	meta   format.FileMetaData
}

// decompressor returns the decompressor for all files. Several goroutines may call its DecodeAll.
var decompressor = sync.OnceValue(func() *zstd.Decoder {
	z, err := zstd.NewReader(nil, zstd.WithDecoderMaxMemory(maxPage))
	if err != nil {
		panic("parquet: " + err.Error()) // options are constant
	}
	return z
})

// Open reads the metadata of a file: its last 8 bytes are their length and "PAR1". The bytes must not change while the file is used.
func Open(data []byte) (*File, error) {
	metaEnd := len(data) - 8
	if metaEnd < 4 || string(data[:4]) != magic || string(data[metaEnd+4:]) != magic {
		return nil, errors.New("the bytes at its ends are not PAR1")
	}
	length := binary.LittleEndian.Uint32(data[metaEnd:])
	if uint64(length) > uint64(metaEnd-4) {
		return nil, fmt.Errorf("its metadata have %d bytes, of %d", length, metaEnd-4)
	}
	metaStart := metaEnd - int(length)
	f := &File{data: data[:metaStart]}
	if !sizesFit(data[metaStart:metaEnd]) {
		return nil, errors.New("its metadata claim more than they hold")
	}
	if err := thrift.Unmarshal(new(thrift.CompactProtocol), data[metaStart:metaEnd], &f.meta); err != nil {
		return nil, fmt.Errorf("its metadata: %w", err)
	}
	if len(f.meta.Schema) == 0 || int(f.meta.Schema[0].NumChildren.V) != len(f.meta.Schema)-1 {
		return nil, errors.New("its columns are not flat")
	}
	f.Schema.Name = f.meta.Schema[0].Name
	for i := range f.meta.Schema[1:] {
		c, err := columnOf(&f.meta.Schema[i+1])
		if err != nil {
			return nil, err
		}
		f.Schema.Columns = append(f.Schema.Columns, c)
	}
	return f, nil
}

// Rows returns the number of rows in the metadata.
func (f *File) Rows() int64 { return f.meta.NumRows }

// Has reports whether the columns of the file are those of a schema, in any form.
func (f *File) Has(s Schema) bool { return f.Schema.String() == s.String() }

// Note returns the note of the file with a key; ok is false if there is none.
func (f *File) Note(key string) (value string, ok bool) {
	for _, e := range f.meta.KeyValueMetadata {
		if e.Key == key {
			return e.Value, true
		}
	}
	return "", false
}

// A Value is a value of a column: a number or truth value in Int, or a string in Text. The bytes of Text must not be changed, as they may be
// those of the file or of a dictionary.
type Value struct {
	Int  int64
	Text []byte
}

// Equal reports whether two values of one column are the same.
func (v Value) Equal(other Value) bool { return v.Int == other.Int && bytes.Equal(v.Text, other.Text) }

// Column calls set with all values of a column, one for each row, in order. It fails if the file is damaged, if the column may have nulls,
// or if its values are doubles. Before an error in a later page, set has been called with the values before it.
func (f *File) Column(column int, set func(row int, v Value)) error {
	if c := f.Schema.Columns[column]; c.Optional || c.Kind == Double {
		return fmt.Errorf("column %d is of a kind that this program does not read", column)
	}
	row := 0
	for g := range f.meta.RowGroups {
		group := &f.meta.RowGroups[g]
		if group.NumRows < 0 || group.NumRows > f.meta.NumRows-int64(row) {
			return fmt.Errorf("more than the %d rows that it claims", f.meta.NumRows)
		}
		if len(group.Columns) != len(f.Schema.Columns) {
			return fmt.Errorf("a row group of %d columns, want %d", len(group.Columns), len(f.Schema.Columns))
		}
		r := chunkReader{file: f, kind: f.Schema.Columns[column].Kind, meta: &group.Columns[column].MetaData}
		if err := r.read(int(group.NumRows), func(i int, v Value) { set(row+i, v) }); err != nil {
			return fmt.Errorf("column %d: %w", column, err)
		}
		row += int(group.NumRows)
	}
	if int64(row) != f.meta.NumRows {
		return fmt.Errorf("%d rows, want %d", row, f.meta.NumRows)
	}
	return nil
}

// A chunkReader reads the pages of a column of a row group.
type chunkReader struct {
	file       *File
	kind       Kind
	meta       *format.ColumnMetaData
	dictionary []Value // nil before its page
}

// read calls set with the n values of the chunk, and fails if it has more or fewer.
func (r *chunkReader) read(n int, set func(row int, v Value)) error {
	offset := r.meta.DataPageOffset
	if d := r.meta.DictionaryPageOffset; d != 0 {
		offset = d
	}
	size, length := r.meta.TotalCompressedSize, int64(len(r.file.data))
	if offset < 4 || size < 0 || offset > length || size > length-offset {
		return fmt.Errorf("pages at %d, %d bytes, of a file of %d", offset, size, length)
	}
	row := 0
	for rest := r.file.data[offset : offset+size]; len(rest) > 0; {
		header, body, after, err := r.nextPage(rest)
		if err != nil {
			return err
		}
		rest = after
		if header.Type == format.DictionaryPage {
			if err := r.readDictionary(header, body); err != nil {
				return err
			}
			continue
		}
		h := &header.DataPageHeaderV2.V
		count := int(h.NumValues)
		if count < 0 || count > n-row {
			return fmt.Errorf("more than %d values", n)
		}
		if err := r.readValues(h.Encoding, body, count, func(i int, v Value) { set(row+i, v) }); err != nil {
			return err
		}
		row += count
	}
	if row != n {
		return fmt.Errorf("%d values, want %d", row, n)
	}
	return nil
}

// nextPage returns the header and the decompressed body of the first page of data, and the bytes after it. Pages are
// dictionaries, or of version 2 without nulls and repeated values; it fails for all others.
func (r *chunkReader) nextPage(data []byte) (header *format.PageHeader, body, after []byte, err error) {
	if !sizesFit(data[:min(len(data), maxHeader)]) {
		return nil, nil, nil, errors.New("the header of a page claims more than it holds")
	}
	from := bytes.NewReader(data)
	header = new(format.PageHeader)
	if err := thrift.NewDecoder(new(thrift.CompactProtocol).NewReader(from)).Decode(header); err != nil {
		return nil, nil, nil, fmt.Errorf("the header of a page: %w", err)
	}
	data = data[len(data)-from.Len():]
	size, packed := header.UncompressedPageSize, header.CompressedPageSize
	h := &header.DataPageHeaderV2
	switch {
	case packed < 0 || int(packed) > len(data) || size < 0 || size > maxPage:
		return nil, nil, nil, fmt.Errorf("a page of %d bytes, %d before compression", packed, size)
	case header.Type == format.DataPageV2 && h.Valid && h.V.NumNulls == 0 && h.V.DefinitionLevelsByteLength == 0 &&
		h.V.RepetitionLevelsByteLength == 0:
	case header.Type == format.DictionaryPage && header.DictionaryPageHeader.Valid:
	default:
		return nil, nil, nil, fmt.Errorf("a page of type %v that this program does not read", header.Type)
	}
	body, after = data[:packed], data[packed:]
	if int32(crc32.ChecksumIEEE(body)) != header.CRC {
		return nil, nil, nil, errors.New("the checksum of a page is wrong")
	}
	switch {
	case r.meta.Codec == format.Zstd && (header.Type == format.DictionaryPage || !h.V.IsCompressed.Valid || h.V.IsCompressed.V):
		if body, err = decompressor().DecodeAll(body, nil); err != nil {
			return nil, nil, nil, err
		}
	case r.meta.Codec != format.Zstd && r.meta.Codec != format.Uncompressed:
		return nil, nil, nil, fmt.Errorf("a page compressed with %v", r.meta.Codec)
	}
	if len(body) != int(size) {
		return nil, nil, nil, fmt.Errorf("a page has %d bytes, want %d", len(body), size)
	}
	return header, body, after, nil
}

// readDictionary reads the dictionary, of which a chunk has at most one.
func (r *chunkReader) readDictionary(header *format.PageHeader, body []byte) error {
	n := int(header.DictionaryPageHeader.V.NumValues)
	if r.dictionary != nil || n < 0 || n > 8*len(body) {
		return fmt.Errorf("a dictionary of %d values in %d bytes, or one more", n, len(body))
	}
	r.dictionary = make([]Value, n)
	return r.readValues(format.Plain, body, n, func(i int, v Value) { r.dictionary[i] = v })
}

// readValues calls set with n values in encoding e. Dictionaries have strings and numbers of all kinds; the other encodings that it reads are
// plain ones of all kinds, and split bytes and differences of 64-bit numbers. If the body is damaged, set may have been called for some values.
func (r *chunkReader) readValues(e format.Encoding, body []byte, n int, set func(i int, v Value)) error {
	isText, is64Bit := r.kind == String, kinds[r.kind].physical == format.Int64
	switch {
	case e == format.RLEDictionary:
		return eachIndex(body, n, func(row int, i uint32) error {
			if int64(i) >= int64(len(r.dictionary)) {
				return fmt.Errorf("value %d of a dictionary of %d", i, len(r.dictionary))
			}
			set(row, r.dictionary[i])
			return nil
		})
	case isText && e == format.Plain:
		return eachString(body, n, set)
	case isText && e == format.DeltaLengthByteArray:
		return errors.New("strings behind their lengths, which this program does not read")
	case r.kind == Bool && e == format.Plain: // a bit each, from the lowest of a byte on
		if len(body) != (n+7)/8 {
			return fmt.Errorf("%d truth values in %d bytes", n, len(body))
		}
		for i := range n {
			set(i, Value{Int: int64(body[i/8] >> (i % 8) & 1)})
		}
		return nil
	case !is64Bit && e == format.Plain: // 4 bytes each, those of 8 and 16 bits too
		if len(body) != 4*n {
			return fmt.Errorf("%d numbers in %d bytes", n, len(body))
		}
		for i := range n {
			set(i, Value{Int: int64(int32(binary.LittleEndian.Uint32(body[4*i:])))})
		}
		return nil
	case !is64Bit:
		return fmt.Errorf("values in the encoding %v", e)
	}
	list, err := decodeInt64(e, body, n)
	if err == nil && len(list) != n {
		err = fmt.Errorf("%d numbers, want %d", len(list), n)
	}
	if err != nil {
		return err
	}
	for i, x := range list {
		set(i, Value{Int: x})
	}
	return nil
}

// decodeInt64 returns 64-bit numbers in encoding e. It checks first that the body claims n of them, as the library allocates what is claimed.
func decodeInt64(e format.Encoding, body []byte, n int) ([]int64, error) {
	var decoder encoding.Encoding
	switch e {
	case format.Plain:
		decoder = new(plain.Encoding)
	case format.ByteStreamSplit:
		decoder = (&Column{Form: Split}).encoding()
	case format.DeltaBinaryPacked:
		if claimed, ok := deltaCount(body); !ok || claimed != uint64(n) {
			return nil, fmt.Errorf("%d differences, want %d", claimed, n)
		}
		return (&Column{Form: Delta}).encoding().DecodeInt64(nil, body)
	default:
		return nil, fmt.Errorf("values in the encoding %v", e)
	}
	if len(body) != 8*n {
		return nil, fmt.Errorf("%d numbers in %d bytes", n, len(body))
	}
	return decoder.DecodeInt64(nil, body)
}

// deltaCount returns the number of values in the header of a page of differences.
func deltaCount(body []byte) (n uint64, ok bool) {
	for range 3 { // the header has the size of a block, the number of its parts, and the number of values
		var k int
		if n, k = binary.Uvarint(body); k <= 0 {
			return 0, false
		}
		body = body[k:]
	}
	return n, true
}

// eachString calls set with n strings, each stored after its length.
func eachString(body []byte, n int, set func(i int, v Value)) error {
	for i := range n {
		if len(body) < 4 || uint64(binary.LittleEndian.Uint32(body)) > uint64(len(body)-4) {
			return errors.New("a string is cut")
		}
		end := 4 + int(binary.LittleEndian.Uint32(body))
		set(i, Value{Text: body[4:end:end]})
		body = body[end:]
	}
	if len(body) > 0 {
		return errors.New("something stands behind the strings")
	}
	return nil
}

// eachIndex calls set with n indexes in a dictionary, and ends at the first error of set. The body is the width of an index in bits, and runs of
// two forms, each after a head of variable length:
//
//	head 2c    the next index, c times
//	head 2c+1  c groups of eight indexes, bit-packed from the lowest bit on
func eachIndex(body []byte, n int, set func(row int, i uint32) error) error {
	if len(body) == 0 {
		return errors.New("no numbers of a dictionary")
	}
	width := int(body[0])
	if body = body[1:]; width > 32 {
		return fmt.Errorf("numbers of %d bits", width)
	}
	for row := 0; row < n; {
		head, k := binary.Uvarint(body)
		if k <= 0 {
			return errors.New("a run is cut")
		}
		body = body[k:]
		isPacked, count := head&1 != 0, head>>1
		size := (width + 7) / 8
		if isPacked {
			// The two bounds keep count*width from overflow; indexes of no bits take no bytes.
			if count > uint64(len(body)) && width > 0 || count > uint64(n) {
				return errors.New("a run is cut")
			}
			size = int(count) * width // 8 indexes of a group, 8 bits of a byte
		}
		if size > len(body) {
			return errors.New("a run is cut")
		}
		run := body[:size]
		body = body[size:]
		length := count
		if isPacked {
			length = min(8*count, uint64(n-row)) // the last group of eight is padded
		} else if count > uint64(n-row) {
			return fmt.Errorf("more than %d numbers", n)
		}
		if err := eachIndexOfRun(run, isPacked, width, row, row+int(length), set); err != nil {
			return err
		}
		row += int(length)
	}
	if len(body) > 0 {
		return errors.New("something stands behind the numbers of a dictionary")
	}
	return nil
}

// eachIndexOfRun calls set with the indexes of a run for the rows from first up to end. The run has the bytes of its indexes, without its head.
func eachIndexOfRun(run []byte, isPacked bool, width, first, end int, set func(row int, i uint32) error) error {
	if !isPacked {
		var index uint32
		for i, b := range run {
			index |= uint32(b) << (8 * i)
		}
		for row := first; row < end; row++ {
			if err := set(row, index); err != nil {
				return err
			}
		}
		return nil
	}
	mask := uint64(1)<<width - 1
	var word uint64 // bits that are read and not used yet
	numBits := 0    // in word
	for row := first; row < end; row++ {
		for numBits < width {
			word |= uint64(run[0]) << numBits
			run, numBits = run[1:], numBits+8
		}
		if err := set(row, uint32(word&mask)); err != nil {
			return err
		}
		word, numBits = word>>width, numBits-width
	}
	return nil
}
