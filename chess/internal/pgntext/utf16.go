package pgntext

import (
	"bufio"
	"encoding/binary"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// UTF8 returns a reader in UTF-8 of text that begins with a byte order mark of UTF-16, as PowerShell and old editors of Windows
// save it. Other text is returned as it is.
func UTF8(in *bufio.Reader) *bufio.Reader {
	mark, _ := in.Peek(2)
	var order binary.ByteOrder
	switch string(mark) {
	case "\xff\xfe":
		order = binary.LittleEndian
	case "\xfe\xff":
		order = binary.BigEndian
	default:
		return in
	}
	_, _ = in.Discard(2) // cannot fail after Peek
	return bufio.NewReaderSize(&decoder{in: in, order: order}, in.Size())
}

// A decoder reads UTF-16 as UTF-8.
type decoder struct {
	in    *bufio.Reader
	order binary.ByteOrder
	left  []byte // UTF-8 that was decoded and not yet returned
	err   error  // of in; it stays, since Peek of a bufio.Reader forgets the error that it meets
}

// Read returns at least one byte or an error. Text that ends within a code unit or a surrogate pair gives [io.ErrUnexpectedEOF]
// after its last character.
func (d *decoder) Read(p []byte) (int, error) {
	for d.err == nil && len(d.left) < len(p) && (len(d.left) == 0 || d.in.Buffered() > 3) {
		d.left = d.appendRune(d.left)
	}
	if len(d.left) == 0 && d.err != nil {
		return 0, d.err
	}
	n := copy(p, d.left)
	d.left = append(d.left[:0], d.left[n:]...)
	return n, nil
}

// appendRune decodes one character and appends it to text, unless there is an error.
func (d *decoder) appendRune(text []byte) []byte {
	r := d.unit()
	if d.err == nil && utf16.IsSurrogate(r) {
		second := d.unit()
		if d.err == io.EOF {
			d.err = io.ErrUnexpectedEOF
		}
		r = utf16.DecodeRune(r, second)
	}
	if d.err != nil {
		return text
	}
	return utf8.AppendRune(text, r)
}

// unit reads one code unit.
func (d *decoder) unit() rune {
	var b [2]byte
	_, d.err = io.ReadFull(d.in, b[:])
	return rune(d.order.Uint16(b[:]))
}
