package parquet

import (
	"encoding/binary"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

const (
	magic = "PAR1"
	// createdBy has the form that readers of Parquet parse. It has no version, so that equal tables give equal files; a note can have
	// the version.
	createdBy = "chesscensus version (build )"
	// PageSize is the usual size of a page in memory, in bytes.
	PageSize = 256 << 10
	// rowsPerCheck is the number of rows after which a writer checks whether pages are full.
	rowsPerCheck = 64
)

// A Writer writes a table. The file is complete after Close. It is for one goroutine at a time.
type Writer struct {
	out        io.Writer
	offset     int64 // in the file
	schema     Schema
	pageSize   int // of a page in memory, in bytes
	columns    []*columnWriter
	compressor *zstd.Encoder
	meta       format.FileMetaData
	indexes    [][]format.ColumnIndex // by row group and column
	offsets    [][]format.OffsetIndex // the same
}

// NewWriter returns a writer of a table with pages of a size in bytes, 0 for [PageSize].
func NewWriter(out io.Writer, s Schema, pageSize int) *Writer {
	if pageSize == 0 {
		pageSize = PageSize
	}
	w := &Writer{out: out, schema: s, pageSize: int(float64(pageSize) * 0.98)} // 0.98 as in the library whose files are imitated
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithZeroFrames(true), zstd.WithEncoderCRC(false))
	if err != nil {
		panic("parquet: " + err.Error()) // options are constant
	}
	w.compressor = encoder
	w.meta = format.FileMetaData{Version: 2, CreatedBy: createdBy, KeyValueMetadata: []format.KeyValue{}}
	w.meta.Schema = append(w.meta.Schema, format.SchemaElement{Name: s.Name, NumChildren: thrift.New(int32(len(s.Columns)))})
	for i := range s.Columns {
		w.columns = append(w.columns, newColumn(s.Columns[i]))
		w.meta.Schema = append(w.meta.Schema, s.Columns[i].element())
		w.meta.ColumnOrders = append(w.meta.ColumnOrders, format.ColumnOrder{Value: new(format.TypeDefinedOrder)})
	}
	return w
}

// Note adds an entry to the metadata of the file.
func (w *Writer) Note(key, value string) {
	w.meta.KeyValueMetadata = append(w.meta.KeyValueMetadata, format.KeyValue{Key: key, Value: value})
}

// Rows adds rows to a table whose schema is that of their type.
func Rows[T any](w *Writer, rows []T) error {
	list, fields := reflect.ValueOf(rows), fieldsOf(reflect.TypeFor[T]())
	for start := 0; start < len(rows); start += rowsPerCheck {
		end := min(start+rowsPerCheck, len(rows))
		for c, cw := range w.columns {
			for i := start; i < end; i++ {
				cw.addField(list.Index(i).FieldByIndex(fields[c].Index))
			}
		}
		if err := w.endFullPages(); err != nil {
			return err
		}
	}
	return nil
}

// addField adds a field of a row.
func (cw *columnWriter) addField(f reflect.Value) {
	switch {
	case cw.Optional && f.IsZero():
		cw.addNull()
	case cw.Kind == Bool:
		cw.addInt(intOf(f.Bool()))
	case cw.Kind == String:
		cw.addString(f.String())
	case cw.Kind == Double:
		cw.addDouble(f.Float())
	case f.CanUint():
		cw.addInt(int64(f.Uint()))
	default:
		cw.addInt(f.Int())
	}
}

// intOf returns 1 for true and 0 for false.
func intOf(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// Row adds a row of optional columns: nil, or a bool, int64, float64 or string as the kind of the column is.
func (w *Writer) Row(row []any) error {
	for c, cw := range w.columns {
		switch v := row[c].(type) {
		case nil:
			cw.addNull()
		case bool:
			cw.addInt(intOf(v))
		case int64:
			cw.addInt(v)
		case float64:
			cw.addDouble(v)
		case string:
			cw.addString(v)
		default:
			panic(fmt.Sprintf("parquet: a value of type %T", v))
		}
	}
	return w.endFullPages()
}

// endFullPages ends the pages that are full.
func (w *Writer) endFullPages() error {
	for _, cw := range w.columns {
		if cw.pageSize() >= w.pageSize {
			if err := cw.endPage(w.compressor); err != nil {
				return fmt.Errorf("parquet: %w", err)
			}
		}
	}
	return nil
}

// Flush ends a row group.
func (w *Writer) Flush() error {
	for _, cw := range w.columns {
		if err := cw.endPage(w.compressor); err != nil {
			return fmt.Errorf("parquet: %w", err)
		}
	}
	if w.columns[0].rowsBefore == 0 {
		return nil
	}
	if w.offset == 0 {
		if err := w.write([]byte(magic)); err != nil {
			return err
		}
	}
	group := format.RowGroup{SortingColumns: []format.SortingColumn{}, NumRows: w.columns[0].rowsBefore, FileOffset: w.offset,
		Ordinal: int16(len(w.meta.RowGroups))}
	var indexes []format.ColumnIndex
	var offsets []format.OffsetIndex
	for _, cw := range w.columns {
		m := &cw.chunk.MetaData
		if cw.Form == Dict {
			m.DictionaryPageOffset = w.offset
			page, err := cw.dictionaryPage(w.compressor)
			if err == nil {
				err = w.write(page)
			}
			if err != nil {
				return err
			}
		}
		m.DataPageOffset = w.offset
		for i := range cw.offsetIndex.PageLocations {
			cw.offsetIndex.PageLocations[i].Offset += w.offset
		}
		if err := w.write(cw.pages.Bytes()); err != nil {
			return err
		}
		slices.SortFunc(m.EncodingStats, func(a, b format.PageEncodingStats) int { return int(a.PageType) - int(b.PageType) })
		group.TotalByteSize += m.TotalUncompressedSize
		group.TotalCompressedSize += m.TotalCompressedSize
		group.Columns = append(group.Columns, cw.chunk)
		cw.columnIndex.BoundaryOrder = cw.boundaryOrder()
		indexes, offsets = append(indexes, cw.columnIndex), append(offsets, cw.offsetIndex)
		cw.startGroup()
	}
	w.meta.RowGroups = append(w.meta.RowGroups, group)
	w.meta.NumRows += group.NumRows
	w.indexes, w.offsets = append(w.indexes, indexes), append(w.offsets, offsets)
	return nil
}

// write writes bytes and adds their number to the offset.
func (w *Writer) write(data []byte) error {
	n, err := w.out.Write(data)
	w.offset += int64(n)
	return err
}

// writeMetadata writes a part of the metadata, and returns its offset and length in the file.
func (w *Writer) writeMetadata(part any) (offset int64, length int32, err error) {
	offset = w.offset
	data, err := thrift.Marshal(new(thrift.CompactProtocol), part)
	if err != nil {
		return 0, 0, fmt.Errorf("parquet: %w", err)
	}
	return offset, int32(len(data)), w.write(data)
}

// Close writes the end of the file. It does not close the io.Writer.
func (w *Writer) Close() (err error) {
	if err := w.Flush(); err != nil {
		return err
	}
	if w.offset == 0 { // no rows
		if err := w.write([]byte(magic)); err != nil {
			return err
		}
	}
	for g, list := range w.indexes {
		for c := range list {
			chunk := &w.meta.RowGroups[g].Columns[c]
			if chunk.ColumnIndexOffset, chunk.ColumnIndexLength, err = w.writeMetadata(&list[c]); err != nil {
				return err
			}
		}
	}
	for g, list := range w.offsets {
		for c := range list {
			chunk := &w.meta.RowGroups[g].Columns[c]
			if chunk.OffsetIndexOffset, chunk.OffsetIndexLength, err = w.writeMetadata(&list[c]); err != nil {
				return err
			}
		}
	}
	slices.SortFunc(w.meta.KeyValueMetadata, func(a, b format.KeyValue) int { return strings.Compare(a.Key, b.Key) })
	_, length, err := w.writeMetadata(&w.meta)
	if err != nil {
		return err
	}
	return w.write(append(binary.LittleEndian.AppendUint32(nil, uint32(length)), magic...))
}
