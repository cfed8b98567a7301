// Package utf16text reads files as Windows writes them: PowerShell and old editors save text as UTF-16 with a mark in front.
package utf16text

import (
	"bufio"
	"encoding/binary"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// Reader returns a reader of the text in UTF-8 if it begins with the mark of UTF-16, of either order of bytes. Else it returns in.
func Reader(in *bufio.Reader) *bufio.Reader {
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
	_, _ = in.Discard(2) // they were peeked at
	return bufio.NewReaderSize(&decoder{in: in, order: order}, in.Size())
}

// A decoder writes UTF-8 for UTF-16.
type decoder struct {
	in    *bufio.Reader
	order binary.ByteOrder
	left  []byte
}

// Read reads a letter at least. Half a letter is an error of [io.ErrUnexpectedEOF].
func (d *decoder) Read(p []byte) (int, error) {
	for len(d.left) < len(p) && (len(d.left) == 0 || d.in.Buffered() > 3) {
		r, err := d.unit()
		if err != nil {
			return 0, err
		}
		if utf16.IsSurrogate(r) {
			second, err := d.unit()
			if err != nil {
				return 0, err
			}
			r = utf16.DecodeRune(r, second)
		}
		d.left = utf8.AppendRune(d.left, r)
	}
	n := copy(p, d.left)
	d.left = append(d.left[:0], d.left[n:]...)
	return n, nil
}

func (d *decoder) unit() (rune, error) {
	var b [2]byte
	if _, err := io.ReadFull(d.in, b[:]); err != nil {
		return 0, err
	}
	return rune(d.order.Uint16(b[:])), nil
}
