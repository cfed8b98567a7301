package notation

import (
	"fmt"
	"strconv"
	"unicode/utf8"

	"chesscensus/chess"
)

// ConfigurationStyle says how a configuration is written. The zero value writes figurines.
type ConfigurationStyle struct {
	ASCII bool // letters K, Q, R, N, B, P instead of figurines
}

// Configuration returns the diagram in the configuration language, on one line: White then Black, men in the order ♔♕♖♘♗♙, the
// squares of one kind by file and then from the first row of the side, each side with the count of its men.
//
// It is an error if a side has no king, as the language begins with it. All other diagrams can be written, even with nine queens or
// pawns on the end rows. [ParseConfiguration] reads the same diagram back.
func Configuration(b *chess.Board, style ConfigurationStyle) (string, error) {
	dst := make([]byte, 0, 160)
	for _, c := range [...]chess.Color{chess.White, chess.Black} {
		if b.Pieces(c, chess.King) == 0 {
			return "", fmt.Errorf("notation: %w: %v has no king to begin with (column %d)", errConfiguration, c, utf8.RuneCount(dst)+1)
		}
		dst = appendSide(dst, b, c, style)
		dst = append(dst, []string{"; ", "."}[c]...)
	}
	return string(dst), nil
}

// roleOrder is the order of the kinds of men in a configuration.
var roleOrder = [...]chess.Role{chess.King, chess.Queen, chess.Rook, chess.Knight, chess.Bishop, chess.Pawn}

// appendSide appends the men of a side: its first king, then all others by kind, and their number.
func appendSide(dst []byte, b *chess.Board, c chess.Color, style ConfigurationStyle) []byte {
	dst = append(dst, []string{"WH", "BL"}[c]...)
	king := b.King(c).BB()
	dst = appendMen(append(dst, ':'), chess.King, king, c, style)
	for _, r := range roleOrder {
		if men := b.Pieces(c, r) &^ king; men != 0 {
			dst = appendMen(append(dst, ','), r, men, c, style)
		}
	}
	dst = strconv.AppendInt(append(dst, '('), int64(b.Colored(c).Count()), 10)
	return append(dst, ')')
}

// appendMen appends men of one kind, their squares by file, each file from the side's own first row.
func appendMen(dst []byte, r chess.Role, men chess.Bitboard, c chess.Color, style ConfigurationStyle) []byte {
	if style.ASCII {
		dst = append(dst, r.Letter())
	} else {
		dst = utf8.AppendRune(dst, figurines[chess.White][r])
	}
	needsStroke := false
	for file := range 8 {
		for on := men & chess.FileBB(file); on != 0; {
			sq := on.First()
			if c == chess.Black {
				sq = on.Last()
			}
			on &^= sq.BB()
			if needsStroke {
				dst = append(dst, '/')
			}
			dst, needsStroke = appendName(dst, sq), true
		}
	}
	return dst
}
