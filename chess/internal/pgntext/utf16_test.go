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

// TestUTF8: both orders of bytes, in pieces of any size; other text stays. Text that ends within a character is an error after all
// that precedes it.
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
		for _, cut := range []string{string(coded[:len(coded)-1]), string(coded[:6]) + string(order.AppendUint16(nil, 0xd834))} { // half a unit, half a pair
			in := UTF8(bufio.NewReader(strings.NewReader(cut)))
			_, _ = in.Peek(in.Size()) // meets the error
			got, err := io.ReadAll(in)
			if want := text[:min(len(text)-1, (len(cut)-4)/2)]; !errors.Is(err, io.ErrUnexpectedEOF) || !strings.HasPrefix(text, string(got)) || len(got) < len(want) {
				t.Errorf("%v: %d bytes are read of %d in UTF-16 that end within a character, error %v", order, len(got), len(cut), err)
			}
		}
	}
	for _, plain := range []string{"", "x", "\ufeffe4", text} {
		if got, err := io.ReadAll(UTF8(bufio.NewReader(strings.NewReader(plain)))); err != nil || string(got) != plain {
			t.Errorf("%.20q is read as %.20q, error %v, want it as it is", plain, got, err)
		}
	}
}
