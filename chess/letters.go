package chess

import (
	"fmt"
	"strings"
)

// Letters are the letters for men in the moves of a language. The zero value stands for English.
type Letters struct {
	Code, Name string // such as "de", "German"
	men        string // the letters of knight, bishop, rook, queen and king; notASCII for Russian
}

// notASCII stands for the letters of men in a language that does not write each as one ASCII letter.
const notASCII = "?????"

// languages lists the languages of section 8.2.3.2 of the PGN standard (S. J. Edwards, 1994) whose letters are ASCII, and Russian.
var languages = []Letters{
	{"cs", "Czech", "JSVDK"}, {"da", "Danish", "SLTDK"}, {"de", "German", "SLTDK"}, {"es", "Spanish", "CATDR"}, {"et", "Estonian", "ROVLK"},
	{"fi", "Finnish", "RLTDK"}, {"fr", "French", "CFTDR"}, {"hu", "Hungarian", "HFBVK"}, {"is", "Icelandic", "RBHDK"}, {"it", "Italian", "CATDR"},
	{"nl", "Dutch", "PLTDK"}, {"no", "Norwegian", "SLTDK"}, {"pl", "Polish", "SGWHK"}, {"pt", "Portuguese", "CBTDR"}, {"ro", "Romanian", "CNTDR"},
	{"ru", "Russian", notASCII}, {"sv", "Swedish", "SLTDK"},
}

// russianLetters replaces the letters of Russian, where the king has two, by English ones. Кр comes before К, the knight, as the
// first that fits is replaced.
var russianLetters = strings.NewReplacer("Кр", "K", "Ф", "Q", "Л", "R", "С", "B", "К", "N")

// LettersOf returns the letters of a language by its code, such as "de"; "" and "en" are English. The error lists the codes.
func LettersOf(code string) (Letters, error) {
	if code == "" || code == "en" {
		return Letters{}, nil
	}
	var codes []string
	for _, l := range languages {
		if l.Code == code {
			return l, nil
		}
		codes = append(codes, l.Code)
	}
	return Letters{}, fmt.Errorf("chess: no language %s; want en, %s", quote(code), strings.Join(codes, ", "))
}

// beforePromotion are the characters after which a letter is the man of a promotion: e8=Q, e8(Q), e8/Q, e8Q and e1Q.
const beforePromotion = "=(/18"

// English returns a move with English letters in place of those of the language. It replaces the first letter and that of a
// promotion; in Russian every letter of a man. It does not change castling, as O is the bishop in Estonian. If a move begins with a
// capital ASCII letter that is no man of the language, the result has a "?" before it, so that no parser accepts it.
func (l Letters) English(move string) string {
	if l.men == "" || move == "" || strings.HasPrefix(move, "O-O") {
		return move
	}
	if l.Code == "ru" {
		if english := russianLetters.Replace(move); english != move || move[0] < 'A' || move[0] > 'Z' {
			return english
		}
		return "?" + move
	}
	text := []byte(move)
	for i, c := range text {
		namesMan := i == 0 || strings.IndexByte(beforePromotion, text[i-1]) >= 0
		if man := strings.IndexByte(l.men, c); man >= 0 && namesMan {
			text[i] = "NBRQK"[man]
		} else if i == 0 && c >= 'A' && c <= 'Z' {
			return "?" + move // a man of English, not of this language
		}
	}
	return string(text)
}

// HintLetters returns a hint for an error message about a text that is no legal move in English: the languages in which it is one,
// and the flag that reads it in German if that is one of them, and otherwise in the first. It returns "" if there is no such language.
func HintLetters(p *Position, move string) string {
	var names []string
	code := ""
	for _, l := range languages {
		if m := l.English(move); m != move && m[0] != '?' {
			if _, err := p.ParseSAN(m); err == nil {
				names = append(names, l.Name)
				if code == "" || l.Code == "de" {
					code = l.Code
				}
			}
		}
	}
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf("; it is a move in the letters of %s: use --letters %s", strings.Join(names, ", "), code)
}
