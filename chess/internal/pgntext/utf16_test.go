package pgntext

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"
)

// TestUTF8: both orders of bytes, in pieces of any size; other text stays.
func TestUTF8(t *testing.T) {
	text := strings.Repeat("1. e4 ± ♘f3 𝄞\r\n", 1000)
	for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
		var coded []byte
		for _, u := range utf16.Encode([]rune("\ufeff" + text)) {
			coded = order.AppendUint16(coded, u)
		}
		for name, in := range map[string]io.Reader{"whole": strings.NewReader(string(coded)), "bytes": iotest.OneByteReader(strings.NewReader(string(coded)))} {
			if got, err := io.ReadAll(UTF8(bufio.NewReader(in))); err != nil || string(got) != text {
				t.Errorf("%v, %s: %d bytes, want %d, %v", order, name, len(got), len(text), err)
			}
		}
		if _, err := io.ReadAll(UTF8(bufio.NewReader(strings.NewReader(string(coded[:len(coded)-1]))))); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("half a letter: %v", err)
		}
	}
	for _, plain := range []string{"", "x", "\ufeffe4", text} {
		if got, err := io.ReadAll(UTF8(bufio.NewReader(strings.NewReader(plain)))); err != nil || string(got) != plain {
			t.Errorf("%.20q is read as %.20q, error %v, want it as it is", plain, got, err)
		}
	}
}
