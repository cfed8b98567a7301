package notation

import (
	"errors"
	"fmt"
	"strings"

	"chesscensus/chess"
)

// A Notation is a way to write moves. The zero value is [Descriptive].
type Notation uint8

// The notations, each with the first moves of a game and a capture.
const (
	Descriptive  Notation = iota // P-K4, N-KB3, BxP, BxP(KB7), 0-0
	Algebraic                    // e4, Nf3, Bxf7+, O-O: standard algebraic notation
	Figurine                     // e4, ♘f3, ♗×f7+, O-O
	Long                         // e2-e4, Ng1-f3, Bc4xf7+, O-O
	LongFigurine                 // e2-e4, ♘g1-f3, ♗c4×f7+, O-O
	UCI                          // e2e4, g1f3, c4f7, e1g1
)

// notationNames are the names that users write, in the order of the constants.
var notationNames = [...]string{"descriptive", "algebraic", "figurine", "long", "long-figurine", "uci"}

// Notations returns all notations in the order of their constants.
func Notations() []Notation {
	return []Notation{Descriptive, Algebraic, Figurine, Long, LongFigurine, UCI}
}

// String returns the name that [ParseNotation] reads.
func (n Notation) String() string {
	if int(n) >= len(notationNames) {
		return "unknown notation"
	}
	return notationNames[n]
}

// ParseNotation returns the notation with the given name, in either case; "san" is another name of algebraic.
func ParseNotation(name string) (Notation, error) {
	for i, s := range notationNames {
		if strings.EqualFold(s, name) {
			return Notation(i), nil
		}
	}
	if strings.EqualFold(name, "san") {
		return Algebraic, nil
	}
	return 0, fmt.Errorf("notation: unknown notation %s (known: %s)", quote(name), strings.Join(notationNames[:], ", "))
}

// Format returns the legal move m as text. What it returns is read back by [Notation.Parse] as the same move.
func (n Notation) Format(p *chess.Position, m chess.Move) string {
	return string(n.Append(make([]byte, 0, 24), p, m))
}

// Append appends the legal move m to dst. It does not allocate if the capacity of dst suffices, which 24 bytes more always do. It
// costs 0.3 to 1.2 us, see BenchmarkWrite.
func (n Notation) Append(dst []byte, p *chess.Position, m chess.Move) []byte {
	switch n {
	case Descriptive:
		return AppendDescriptive(dst, p, m, Options{})
	case Algebraic:
		return p.AppendSAN(dst, m, chess.StandardSAN)
	case Figurine:
		var buf [16]byte
		return appendFigurines(dst, p.AppendSAN(buf[:0], m, chess.StandardSAN))
	case Long:
		return appendLong(dst, p, m)
	case LongFigurine:
		var buf [16]byte
		return appendFigurines(dst, appendLong(buf[:0], p, m))
	}
	return append(dst, m.String()...)
}

// Parse reads one legal move. The four algebraic notations are read alike, see parseAlgebraic; for the others see parseDescriptive
// and [chess.Position.ParseUCI]. The error is an [*Error].
func (n Notation) Parse(p *chess.Position, text string) (chess.Move, error) {
	switch n {
	case Descriptive:
		return parseDescriptive(p, text, Options{})
	case UCI:
		m, err := p.ParseUCI(text)
		return m, fromChessError(UCI, text, err)
	}
	return parseAlgebraic(p, text)
}

// ParseAny reads one legal move in whatever notation it is written and returns that notation, one of Descriptive, Algebraic and
// UCI.
//
// The notations have only castling in common, as long as descriptive moves are written with capitals. In small letters "b-b3" may
// be the move of a pawn or of a bishop: if the pawn can move, it is the pawn's. The error is an [*Error] in the notation in which
// the text makes most sense.
func ParseAny(p *chess.Position, text string, opt Options) (chess.Move, Notation, error) {
	m, err := parseAlgebraic(p, text)
	if err == nil {
		if uci, e := p.ParseUCI(strings.TrimSpace(text)); e == nil && uci == m {
			return m, UCI, nil
		}
		return m, Algebraic, nil
	}
	m, other := parseDescriptive(p, text, opt)
	if other == nil {
		return m, Descriptive, nil
	}
	if errors.Is(other, ErrSyntax) && !errors.Is(err, ErrSyntax) {
		return 0, Algebraic, err
	}
	return 0, Descriptive, other
}
