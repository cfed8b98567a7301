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
	// createdBy has the form that readers of Parquet take apart. It names no version: equal tables are equal files; a note can say which.
	createdBy = "chesscensus version (build )"
	// PageSize is the usual size of a page in memory, in bytes.
	PageSize = 256 << 10
	// A page ends when it is full after so many rows.
	rowsTogether = 64
)

// A Writer writes a table. Nothing is a Parquet file before Close. It is for one goroutine at a time.
type Writer struct {
	to         io.Writer
	at         int64 // in the file
	schema     Schema
	page       int // size of a page
	columns    []*column
	compressor *zstd.Encoder
	meta       format.FileMetaData
	indexes    [][]format.ColumnIndex
	offsets    [][]format.OffsetIndex
}

// NewWriter returns a writer of a table with pages of a size in bytes, 0 for [PageSize].
func NewWriter(to io.Writer, s Schema, page int) *Writer {
	if page == 0 {
		page = PageSize
	}
	w := &Writer{to: to, schema: s, page: int(float64(page) * 0.98)}
	z, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithZeroFrames(true), zstd.WithEncoderCRC(false))
	if err != nil {
		panic("parquet: " + err.Error()) // options are constant
	}
	w.compressor = z
	w.meta = format.FileMetaData{Version: 2, CreatedBy: createdBy, KeyValueMetadata: []format.KeyValue{}}
	w.meta.Schema = append(w.meta.Schema, format.SchemaElement{Name: s.Name, NumChildren: thrift.New(int32(len(s.Columns)))})
	for i := range s.Columns {
		w.columns = append(w.columns, newColumn(s.Columns[i]))
		w.meta.Schema = append(w.meta.Schema, s.Columns[i].element())
		w.meta.ColumnOrders = append(w.meta.ColumnOrders, format.ColumnOrder{Value: new(format.TypeDefinedOrder)})
	}
	return w
}

// Note adds an entry that says something of the whole file.
func (w *Writer) Note(key, value string) {
	w.meta.KeyValueMetadata = append(w.meta.KeyValueMetadata, format.KeyValue{Key: key, Value: value})
}

// Rows adds rows to a table whose schema is that of their type.
func Rows[T any](w *Writer, rows []T) error {
	list, fields := reflect.ValueOf(rows), fieldsOf(reflect.TypeFor[T]())
	for from := 0; from < len(rows); from += rowsTogether {
		to := min(from+rowsTogether, len(rows))
		for c, z := range w.columns {
			for i := from; i < to; i++ {
				z.addField(list.Index(i).FieldByIndex(fields[c].Index))
			}
		}
		if err := w.full(); err != nil {
			return err
		}
	}
	return nil
}

// addField adds a field of a row.
func (z *column) addField(f reflect.Value) {
	switch {
	case z.Optional && f.IsZero():
		z.addNull()
	case z.Kind == Bool:
		z.addInt(bit(f.Bool()))
	case z.Kind == String:
		z.addString(f.String())
	case z.Kind == Double:
		z.addDouble(f.Float())
	case f.CanUint():
		z.addInt(int64(f.Uint()))
	default:
		z.addInt(f.Int())
	}
}

func bit(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// Row adds a row of optional columns: nil, or a bool, int64, float64 or string as the kind of the column is.
func (w *Writer) Row(row []any) error {
	for c, z := range w.columns {
		switch v := row[c].(type) {
		case nil:
			z.addNull()
		case bool:
			z.addInt(bit(v))
		case int64:
			z.addInt(v)
		case float64:
			z.addDouble(v)
		case string:
			z.addString(v)
		default:
			panic(fmt.Sprintf("parquet: a value of type %T", v))
		}
	}
	return w.full()
}

// full ends the pages that are full.
func (w *Writer) full() error {
	for _, z := range w.columns {
		if z.pageSize() >= w.page {
			if err := z.flush(w.compressor); err != nil {
				return fmt.Errorf("parquet: %w", err)
			}
		}
	}
	return nil
}

// Flush ends a row group.
func (w *Writer) Flush() error {
	for _, z := range w.columns {
		if err := z.flush(w.compressor); err != nil {
			return fmt.Errorf("parquet: %w", err)
		}
	}
	if w.columns[0].total == 0 {
		return nil
	}
	if w.at == 0 {
		if err := w.write([]byte(magic)); err != nil {
			return err
		}
	}
	group := format.RowGroup{SortingColumns: []format.SortingColumn{}, NumRows: w.columns[0].total, FileOffset: w.at, Ordinal: int16(len(w.meta.RowGroups))}
	var indexes []format.ColumnIndex
	var offsets []format.OffsetIndex
	for _, z := range w.columns {
		m := &z.chunk.MetaData
		if z.Form == Dict {
			m.DictionaryPageOffset = w.at
			page, err := z.dictionary(w.compressor)
			if err == nil {
				err = w.write(page)
			}
			if err != nil {
				return err
			}
		}
		m.DataPageOffset = w.at
		for i := range z.offsets.PageLocations {
			z.offsets.PageLocations[i].Offset += w.at
		}
		if err := w.write(z.pages.Bytes()); err != nil {
			return err
		}
		slices.SortFunc(m.EncodingStats, func(a, b format.PageEncodingStats) int { return int(a.PageType) - int(b.PageType) })
		group.TotalByteSize += m.TotalUncompressedSize
		group.TotalCompressedSize += m.TotalCompressedSize
		group.Columns = append(group.Columns, z.chunk)
		z.index.BoundaryOrder = z.order()
		indexes, offsets = append(indexes, z.index), append(offsets, z.offsets)
		z.begin()
	}
	w.meta.RowGroups = append(w.meta.RowGroups, group)
	w.meta.NumRows += group.NumRows
	w.indexes, w.offsets = append(w.indexes, indexes), append(w.offsets, offsets)
	return nil
}

// write writes bytes and counts them.
func (w *Writer) write(data []byte) error {
	n, err := w.to.Write(data)
	w.at += int64(n)
	return err
}

// encode writes a part of the metadata.
func (w *Writer) encode(part any) (offset int64, length int32, err error) {
	offset = w.at
	data, err := thrift.Marshal(new(thrift.CompactProtocol), part)
	if err != nil {
		return 0, 0, fmt.Errorf("parquet: %w", err)
	}
	return offset, int32(len(data)), w.write(data)
}

// Close ends the file. It does not close what it is written to.
func (w *Writer) Close() (err error) {
	if err := w.Flush(); err != nil {
		return err
	}
	if w.at == 0 { // no rows
		if err := w.write([]byte(magic)); err != nil {
			return err
		}
	}
	for g, list := range w.indexes {
		for c := range list {
			chunk := &w.meta.RowGroups[g].Columns[c]
			if chunk.ColumnIndexOffset, chunk.ColumnIndexLength, err = w.encode(&list[c]); err != nil {
				return err
			}
		}
	}
	for g, list := range w.offsets {
		for c := range list {
			chunk := &w.meta.RowGroups[g].Columns[c]
			if chunk.OffsetIndexOffset, chunk.OffsetIndexLength, err = w.encode(&list[c]); err != nil {
				return err
			}
		}
	}
	slices.SortFunc(w.meta.KeyValueMetadata, func(a, b format.KeyValue) int { return strings.Compare(a.Key, b.Key) })
	_, length, err := w.encode(&w.meta)
	if err != nil {
		return err
	}
	return w.write(append(binary.LittleEndian.AppendUint32(nil, uint32(length)), magic...))
}
