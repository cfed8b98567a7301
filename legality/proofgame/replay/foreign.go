package replay

import (
	"fmt"
	"strings"

	second "github.com/corentings/chess/v2"

	"chesscensus/legality/internal/mailbox"
)

// foreign replays games with github.com/corentings/chess/v2. The zero value is ready.
type foreign struct{ initial *second.Position }

// replay plays words and compares the end with the goal; both positions are given in four FEN fields as package mailbox writes them.
//
// Nothing of this module is trusted with the laws of chess: every move must be in the library's own list of legal moves, and a word
// must be what the library writes for it. The library cannot be trusted to read words in a freer notation (it takes "Nfd2" for Nbd2 if
// that alone is legal). For these the moves of read apply.
func (f *foreign) replay(start string, words []string, read []mailbox.Move, goal string) error {
	position, err := f.parseStart(start)
	if err != nil {
		return err
	}
	for i, word := range words {
		move := findWord(position, word)
		if i < len(read) {
			readMove := findLegal(position, read[i])
			if move == nil {
				move = readMove
			}
			if readMove != move {
				return fmt.Errorf("%w: foreign: ply %d: %.20q is read as %v and %v in %v", ErrNotProven, i+1, word, move, read[i], position)
			}
		}
		if move == nil {
			return fmt.Errorf("%w: foreign: ply %d: %.20q is not legal in %v", ErrNotProven, i+1, word, position)
		}
		position = position.Update(move)
	}
	if end := fourFields(position); end != goal {
		return fmt.Errorf("%w: foreign: it ends after %d plies with %v, want %v", ErrNotProven, len(words), end, goal)
	}
	return nil
}

// parseStart parses the start position. Only parsing makes the library see that the side to move is in check, which it needs to forbid
// castling.
func (f *foreign) parseStart(fen string) (*second.Position, error) {
	isInitial := fen == mailbox.Initial
	if isInitial && f.initial != nil {
		return f.initial, nil
	}
	p := new(second.Position)
	if err := p.UnmarshalText([]byte(fen + " 0 1")); err != nil {
		return nil, fmt.Errorf("%w: foreign: %w", ErrNotProven, err)
	}
	if isInitial {
		f.initial = p
	}
	return p, nil
}

// findLegal returns the legal move with the given squares and promotion, or nil.
func findLegal(p *second.Position, m mailbox.Move) *second.Move {
	promotion := second.NoPieceType
	switch m.Promotion {
	case 'q':
		promotion = second.Queen
	case 'r':
		promotion = second.Rook
	case 'b':
		promotion = second.Bishop
	case 'n':
		promotion = second.Knight
	}
	moves := p.ValidMovesUnsafe()
	for i := range moves {
		if legal := &moves[i]; legal.S1() == second.Square(m.From) && legal.S2() == second.Square(m.To) && legal.Promo() == promotion {
			return legal
		}
	}
	return nil
}

// findWord returns the legal move that the library writes as the word, in coordinates or in algebraic notation, or nil. Signs of check
// and promotion may be missing.
func findWord(p *second.Position, word string) *second.Move {
	text := stripSigns(word)
	switch text {
	case "0-0":
		text = "O-O"
	case "0-0-0":
		text = "O-O-O"
	}
	castles := strings.HasPrefix(text, "O-O")
	moves := p.ValidMovesUnsafe()
	for i := range moves {
		m := &moves[i]
		mayMatch := strings.Contains(text, m.S2().String())
		if castles {
			mayMatch = m.HasTag(second.KingSideCastle | second.QueenSideCastle)
		}
		if mayMatch && (text == inUCI.Encode(p, m) || text == stripSigns(inSAN.Encode(p, m))) {
			return m
		}
	}
	return nil
}

// The notations, as the library writes them.
var (
	inUCI second.UCINotation
	inSAN second.AlgebraicNotation
)

// stripSigns returns a word without the signs that may be missing.
func stripSigns(word string) string {
	word = strings.TrimRight(word, "+#!?")
	if n := len(word); n > 2 && word[n-2] == '=' {
		return word[:n-2] + word[n-1:]
	}
	return word
}

// fourFields returns the position in four FEN fields, with the en passant square only if the library has a legal move that captures
// there.
func fourFields(p *second.Position) string {
	fields := strings.Fields(p.String())
	fields[3] = "-"
	moves := p.ValidMovesUnsafe()
	for i := range moves {
		if moves[i].HasTag(second.EnPassant) {
			fields[3] = moves[i].S2().String()
		}
	}
	return strings.Join(fields[:4], " ")
}
