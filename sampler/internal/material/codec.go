package material

import (
	"errors"
	"fmt"
	"strings"

	"chesscensus/chess"
	"chesscensus/sampler"
	"chesscensus/sampler/internal/arith"
)

// codeBits is the length of every code of either codec: 1 bit for the side to move
// and 155 for all the rest, or the rank.
const codeBits = 156

// A Code is a number of codeBits bits, lowest word first, that stands for a setup. Codes may be compared with ==.
type Code [3]uint64

// A Codec writes setups of the space as numbers of 156 bits and reads them back,
// in both directions one to one. A codec may be used by several goroutines at once.
type Codec interface {
	// Name is the word by which commands know the codec.
	Name() string

	// Encode returns the code of a setup. The error wraps [sampler.ErrNotInSpace]
	// and says why the setup has none. It allocates nothing unless it fails.
	Encode(s *chess.Setup) (Code, error)

	// Decode returns the setup with the given code. The error wraps errNotCode. It allocates nothing unless it fails.
	Decode(c Code) (chess.Setup, error)
}

// errNotCode is wrapped by the errors of [Codec.Decode] and [ParseCode].
var errNotCode = errors.New("not a code")

// alphabet holds the digits of base64url (RFC 4648, section 5).
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

// textLen is the length of a code as text: 6 bits a character.
const textLen = codeBits / 6

// AppendText appends the 26 characters of the code to dst: 6 bits each, the highest
// first, in the alphabet of base64url. The code of a setup never begins with - or _.
func (c Code) AppendText(dst []byte) []byte {
	for n := codeBits - 6; n >= 0; n -= 6 {
		dst = append(dst, alphabet[arith.Shr192(arith.U192(c), n)[0]&63])
	}
	return dst
}

// String returns the text of the code, see [Code.AppendText].
func (c Code) String() string { return string(c.AppendText(make([]byte, 0, textLen))) }

// ParseCode reads the text of a code. The error wraps errNotCode.
func ParseCode(s string) (Code, error) {
	if len(s) != textLen {
		return Code{}, fmt.Errorf("%w: %d characters, want %d", errNotCode, len(s), textLen)
	}
	var c arith.U192
	for i := range len(s) {
		d := strings.IndexByte(alphabet, s[i])
		if d < 0 {
			return Code{}, fmt.Errorf("%w: character %q at place %d, want letters, digits, - and _", errNotCode, s[i], i+1)
		}
		c = arith.MulAdd192(&c, 64, uint64(d))
	}
	return Code(c), nil
}

// RankCodec is the simple codec: the rank of the setup in the space. The zero value is not usable; see [NewRankCodec].
type RankCodec struct{ space *Space }

var _ Codec = (*RankCodec)(nil)

// NewRankCodec returns the codec of ranks.
func NewRankCodec(s *Space) *RankCodec { return &RankCodec{s} }

// Name returns "rank".
func (r *RankCodec) Name() string { return "rank" }

// Encode returns the rank of the setup, see [Codec].
func (r *RankCodec) Encode(s *chess.Setup) (Code, error) {
	d := sampler.Draw{Setup: *s}
	rank, err := r.space.Rank(&d)
	return Code(rank[:3]), err
}

// Decode returns the setup with the given rank, see [Codec].
func (r *RankCodec) Decode(c Code) (chess.Setup, error) {
	x := arith.U192(c)
	if !arith.Less192(&x, &r.space.size) {
		return chess.Setup{}, fmt.Errorf("%w: rank out of range", errNotCode)
	}
	return r.space.unrank(x), nil
}
