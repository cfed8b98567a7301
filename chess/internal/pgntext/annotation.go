package pgntext

import (
	"strings"
	"unicode"
)

// annotationWords holds words that annotate a move: signs of the Informant (N, D, TN, RR), and words that books write after a move.
var annotationWords = map[string]bool{
	"N": true, "D": true, "TN": true, "RR": true, "ep": true, "e.p": true, "mate": true, "matt": true, "mat": true, "ch": true, "check": true,
	"dis": true, "dis.ch": true, "disch": true, "dbl": true, "dbl.ch": true, "dblch": true, "dbl.check": true, "double": true,
}

// IsAnnotation reports whether a word between moves annotates a move: "$14", "!?", "+-", "±", "N", "mate", "e.p." and dots do. The
// null move "--" does not.
func IsAnnotation(word string) bool {
	if word == "--" {
		return false
	}
	if word[0] == '$' || annotationWords[strings.Trim(word, "+#!?=./")] {
		return true
	}
	for _, r := range word {
		figurine := r >= '♔' && r <= '♟'
		if figurine || unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("}*@<>_½", r) {
			return false
		}
	}
	return true
}

// IsNull reports whether a word is a null move, by which the turn passes and no man moves, in one of the spellings of analyses.
func IsNull(word string) bool {
	switch word {
	case "--", "Z0", "z0", "null", "NULL", "pass", "0000", "@@@@", "<>":
		return true
	}
	return false
}

// mayBeMove reports whether a word begins with a digit, as a move number does, or ends with a row, as a move does. A glyph such as
// $14 is neither.
func mayBeMove(word string) bool {
	first, last := word[0], word[len(word)-1]
	beginsWithDigit, endsWithRow := first >= '0' && first <= '9', last >= '1' && last <= '8'
	return first != '$' && (beginsWithDigit || endsWithRow)
}
