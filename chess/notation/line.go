package notation

import (
	"strings"

	"chesscensus/chess/internal/pgntext"
)

// Split cuts a line of moves, such as "3. B-N5 P-QR3 4. KB x QN ch" or "1.e4 e5", into the texts of its moves. It leaves out move
// numbers, dots that stand for a move of White, and results of games. Signs of captures with blanks around them and suffixes (ch,
// dis ch, mate, e.p., (Q), !) stay with the move. It does not check that the texts are moves.
//
// A line is the production EDCN of the grammar, repeated.
func Split(line string) (moves []string) {
	open := false // the last move ends with a sign such as x, after which a man or square must follow
	for _, word := range strings.Fields(line) {
		word = cutNumber(word)
		isGlyph := strings.HasPrefix(word, "$") // such as $14
		isSymbol := word != "" && word[0] >= 0x80 && !beginsWithSign(word) && pgntext.IsAnnotation(word)
		mayBeCapture := open || word == "*" && len(moves) > 0
		switch {
		case word == "" || isGlyph || isSymbol || isResult(word) && !mayBeCapture:
			continue
		case len(moves) == 0 || len(moves[len(moves)-1]) > maxMove:
			moves = append(moves, word)
		case open || beginsWithSign(word):
			moves[len(moves)-1] += word
		case isSuffix(word):
			moves[len(moves)-1] += " " + word
		default:
			moves = append(moves, word)
		}
		open = endsWithSign(moves[len(moves)-1])
	}
	if n := len(moves); n > 0 && open { // a star at the end is a result
		if move := strings.TrimSuffix(moves[n-1], "*"); move != "" {
			moves[n-1] = move
		}
	}
	return moves
}

// maxMove is a length in bytes that no move has: a longer text does not go on with the next word.
const maxMove = 200

// cutNumber returns a word without a move number and dots at its beginning.
func cutNumber(word string) string {
	rest := strings.TrimLeft(word, "0123456789")
	if rest == "" {
		return ""
	}
	if move := strings.TrimLeft(rest, ".…"); move != rest {
		return move
	}
	return word
}

// isResult reports whether a word is the result of a game.
func isResult(word string) bool {
	return word == "1-0" || word == "0-1" || word == "1/2-1/2" || word == "*"
}

// signs are the characters between a man and its target.
const signs = "-–—‐−xX×*:"

// beginsWithSign reports whether a word begins with a sign.
func beginsWithSign(word string) bool {
	r := firstRune(word)
	return r != "" && strings.Contains(signs, r)
}

// endsWithSign reports whether a word ends with a sign, a slash or an opening bracket.
func endsWithSign(word string) bool {
	for _, r := range signs + "/(" {
		if strings.HasSuffix(word, string(r)) {
			return true
		}
	}
	return false
}

// firstRune returns the first character of a word.
func firstRune(word string) string {
	for i := range word {
		if i > 0 {
			return word[:i]
		}
	}
	return word
}

// isSuffix reports whether a word can only follow a move.
func isSuffix(word string) bool {
	if strings.ContainsAny(word[:1], "+#!?(=/") {
		return true
	}
	s := scanner{text: word}
	_, known := suffixWords[s.word()]
	return known && strings.Trim(word[s.pos:], "+#!?") == ""
}
