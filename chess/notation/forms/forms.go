// Package forms reads a position in the forms in which people and programs write one down:
//
//	FEN of 1 to 6 fields      8/8/8/8/8/4k3/4p3/4K3 w - - 0 1; counters may be -, or a word EPD operation follow
//	with underscores          8/8/8/8/8/4k3/4p3/4K3_w_-_-_0_1
//	an address                https://lichess.org/analysis/standard/... or one with ?fen=...
//	EPD                       8/8/8/8/8/4k3/4p3/4K3 w - - bm Kd2; id "an example";
//	tags of PGN               [FEN "..."], others beside it
//	JSON                      {"fen": "..."}
//	UCI                       startpos, fen ..., position fen ... moves e2e4 ...
//	X-FEN and Shredder-FEN    castling as HAha, where that means the usual array
//
//	a list of men             White Ke1 Ra1 Black Ke8, or wKe1 wRa1 bKe8, with English letters
//	a drawn board             eight lines of eight squares, row 8 above, as engines print them
//	other text around one     setboard FEN, Board("FEN"), 00008,FEN,e2e4; (FEN), [fen]FEN[/fen], FEN ; a remark, (an address), with a note
//
// A record may be its first field, the diagram, alone. Chess960, Crazyhouse and other variants are refused by name, as far as they can be
// told from chess. All errors are of type [*Error], which shows the place.
package forms

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"chesscensus/chess"
)

// A Record is a position that was read.
type Record struct {
	chess.FEN
	// Notes lists what was read differently from how it is written, a clause each, such as "the side to move is not given: White is taken".
	Notes []string
	// NoTurn says that the text does not name the side to move. Then Turn is White, or Black if the setup is a position only so, and there
	// are no castling rights and no en passant square.
	NoTurn bool
	// Played are the moves from the initial position, if the text has them: startpos moves e2e4 ...
	Played []chess.Move
}

// addNote appends a note.
func (r *Record) addNote(note string) { r.Notes = append(r.Notes, note) }

// DropIdleEP removes an en passant square on which no capture is legal, with a note. Some programs write one after every double step, or if
// a pawn stands ready that is pinned. It also removes a square on the half of the side to move, see [OwnSquare].
func (r *Record) DropIdleEP() {
	if OwnSquare(&r.Setup) {
		r.Setup.EP = chess.NoSquare
		r.addNote(OwnEP)
	}
	if s, dropped := r.Setup.DropIdleEP(); dropped {
		r.Setup = s
		r.addNote(IdleEP)
	}
}

// OwnSquare reports whether a pawn of the side to move can have passed the en passant square itself. Some programs keep the square a move
// too long.
func OwnSquare(s *chess.Setup) bool {
	return s.EP != chess.NoSquare && s.EP.For(s.Turn).Row() == 2
}

// Notes of [Record.DropIdleEP].
const (
	IdleEP = "the en passant square is left out, since no capture is possible there"
	OwnEP  = "the en passant square is left out, since the side to move cannot capture on its own half"
)

// Read reads a position in any of the forms. Other text may stand around it, which a note then says. For a strict FEN record it costs
// little more than [chess.ParseFEN]. The error is an [*Error].
func Read(text string) (Record, error) {
	if f, err := chess.ParseFEN(text); err == nil {
		return Record{FEN: f}, CheckRights(&f.Setup)
	}
	text = normalize(text)
	if text == "" {
		return Record{}, &Error{Msg: "nothing found, want a position, such as a FEN record of one to six fields"}
	}
	full, err := readWhole(oneLine(text))
	if err == nil {
		return full, CheckRights(&full.Setup)
	}
	if r, found, lineErr := readLineOf(text, err); found {
		return r, lineErr
	}
	if r, found, withinErr := readWithin(oneLine(text), err); found {
		return r, withinErr
	}
	if r, found, boardErr := readBoard(text, err); found {
		return r, boardErr
	}
	return full, err
}

// readWhole reads a text that is a position and nothing else.
func readWhole(text string) (r Record, err error) {
	hasMoves := false
	switch {
	case isAddress(text):
		text, err = fromAddress(text)
		hasMoves = strings.Contains(text, " moves ")
	case strings.HasPrefix(text, "{"):
		text, err = fromJSON(text)
	case strings.HasPrefix(text, "["):
		text, err = fromTags(text)
	case !strings.Contains(text, " "):
		text = unescape(text)
	}
	if err != nil {
		return r, err
	}
	r, err = readMoves(text)
	if wrong := (*Error)(nil); hasMoves && errors.As(err, &wrong) {
		wrong.final = true // no other reading of the address
	}
	return r, err
}

// normalize returns a text with blanks, dashes, strokes and letters of double width in ASCII, and without what often surrounds a record:
// list bullets, links, quotes, a full stop. Ends of lines stay.
func normalize(text string) string {
	text = entity.ReplaceAllStringFunc(text, html.UnescapeString)
	text = strings.ReplaceAll(strings.Map(plainRune, text), `\/`, "/")
	text = strings.TrimSpace(text)
	if row, _ := rowOf(text[strings.LastIndexByte(text, '\n')+1:]); row == "" { // else dots are squares of a drawn board
		text = strings.TrimRight(text, ".,")
	}
	if rest := strings.TrimPrefix(text, bullet.FindString(text)); rest != text && strings.Contains(rest, "/") {
		text = rest // an element of a list
	}
	if inner := link.FindStringSubmatch(text); inner != nil {
		text = inner[1] + inner[2]
	}
	first, rest, _ := strings.Cut(text, " ")
	hasFigurines := strings.Contains(text, "/") && strings.ContainsAny(first, "♔♚") && !strings.ContainsAny(first, "KQRBNPkqrbnp")
	hasBackslashes := !strings.Contains(first, "/") && strings.Count(first, `\`) == 7
	if hasFigurines || hasBackslashes {
		text = figurines.Replace(first) + " " + rest
	}
	for _, quotes := range [][2]string{{`"`, `"`}, {"'", "'"}, {"`", "`"}, {"\u201c", "\u201d"}, {"\u201e", "\u201c"}} {
		if inner, ok := strings.CutPrefix(text, quotes[0]); ok {
			if inner, ok = strings.CutSuffix(inner, quotes[1]); ok {
				return strings.TrimSpace(inner)
			}
		}
	}
	return text
}

// plainRune returns the ASCII character for a blank of any width, a dash, a stroke or a letter of double width, -1 for a character without
// width, and other characters unchanged.
func plainRune(r rune) rune {
	switch {
	case r == '\n' || r < 0x80 && r > ' ':
	case r == ' ' || unicode.IsSpace(r):
		return ' '
	case unicode.Is(unicode.Cf, r) && r != '\ufeff': // a byte order mark stands before a file, not in it
		return -1
	case unicode.Is(unicode.Pd, r) || r == '\u2212':
		return '-'
	case r == '\u2215' || r == '\u2044':
		return '/'
	case r > 0xff00 && r < 0xff5f:
		return r - 0xff00 + ' '
	}
	return r
}

// oneLine returns a text with blanks for the ends of lines.
func oneLine(text string) string { return strings.ReplaceAll(text, "\n", " ") }

var (
	entity = regexp.MustCompile(`&#?\w+;`)                                 // of HTML
	bullet = regexp.MustCompile(`^([-*>•]|[0-9]+[.)])\s+`)                 // before an element of a list
	link   = regexp.MustCompile(`^(?:<([^<>]*)>|\[[^\]]*\]\(([^()]*)\))$`) // of Markdown
	// figurines replaces figurines by the letters of FEN, and backslashes by strokes.
	figurines = strings.NewReplacer("♔", "K", "♕", "Q", "♖", "R", "♗", "B", "♘", "N", "♙", "P",
		"♚", "k", "♛", "q", "♜", "r", "♝", "b", "♞", "n", "♟", "p", `\`, "/", "\ufe0e", "", "\ufe0f", "")
)

// Untab returns a line that has tabs between the fields of a FEN record, as tables do, with blanks in their place. Other lines are returned
// unchanged: a tab behind a whole record begins something else.
func Untab(line string) string {
	parts := strings.Split(line, "\t")
	if !strings.Contains(parts[0], "/") || strings.Contains(strings.TrimSpace(parts[0]), " ") {
		return line
	}
	n := 1
	for n < min(len(parts), len(fieldPatterns)) && fieldPatterns[n].MatchString(parts[n]) {
		n++
	}
	return strings.Join(append([]string{strings.Join(parts[:n], " ")}, parts[n:]...), "\t")
}

// fieldPatterns holds patterns of the second to sixth field of a record.
var fieldPatterns = [6]*regexp.Regexp{
	1: regexp.MustCompile(`^[wbWB]$`),
	2: regexp.MustCompile(`^(-|[A-HKQa-hkq]{1,4})$`),
	3: regexp.MustCompile(`^(-|[a-hA-H][1-8])$`),
	4: regexp.MustCompile(`^(-|[0-9]+)$`),
	5: regexp.MustCompile(`^(-|[0-9]+)\s*$`),
}

// fromJSON returns the record in the member "fen" of an object.
func fromJSON(text string) (string, error) {
	var object map[string]any
	if err := json.Unmarshal([]byte(text), &object); err != nil {
		return "", &Error{Text: text, Msg: "found a brace, but no JSON object behind it: " + err.Error()}
	}
	for _, name := range []string{"variant", "rules"} {
		value := object[name]
		if inner, ok := value.(map[string]any); ok {
			value = inner["key"]
		}
		if v, ok := value.(string); ok && !isChess(v) {
			return "", variantError(text, strings.Index(text, v), v)
		}
	}
	found, fen := false, ""
	members := json.NewDecoder(strings.NewReader(text)) // a map would hide members that come twice
	for _, err := members.Token(); err == nil && members.More(); {
		var name json.Token
		var value any
		if name, err = members.Token(); err == nil {
			err = members.Decode(&value)
		}
		if word, _ := name.(string); !strings.EqualFold(word, "fen") {
			continue
		}
		if found {
			return "", &Error{Text: text, At: int(members.InputOffset()) - 1, final: true, Msg: `found a second member "fen" in this JSON object, want one`}
		}
		fen, found = value.(string)
	}
	if found {
		return fen, nil
	}
	return "", &Error{Text: text, At: len(text), Msg: `no member "fen" with a text in this JSON object`}
}

// tag matches a tag of PGN. The groups are its name and its value.
var tag = regexp.MustCompile(`\[\s*(\w+)\s+"([^"]*)"\s*\]`)

// fromTags returns the record in tags of PGN.
func fromTags(text string) (fen string, err error) {
	found := false
	for _, t := range tag.FindAllStringSubmatch(text, -1) {
		switch strings.ToLower(t[1]) {
		case "fen":
			if found && fen != t[2] {
				return "", &Error{Text: text, At: strings.LastIndex(text, t[2]), Msg: secondPosition, final: true}
			}
			fen, found = t[2], true
		case "variant":
			if !isChess(t[2]) {
				return "", variantError(text, strings.Index(text, t[2]), t[2])
			}
		case "rules", "gametype":
			if variantNames[plainName(t[2])] != "" {
				return "", variantError(text, strings.Index(text, t[2]), t[2])
			}
		}
	}
	rest := tag.ReplaceAllStringFunc(text, func(t string) string { return strings.Repeat(" ", len(t)) })
	restStart := len(rest) - len(strings.TrimLeft(rest, " "))
	switch {
	case !found:
		return "", &Error{Text: text, At: len(text), Msg: `no tag [FEN "..."] found, so that this is a game from the initial position; the command board reads games`}
	case !slices.Contains([]string{"", "*", "1-0", "0-1", "1/2-1/2"}, strings.TrimSpace(rest)):
		return "", &Error{Text: text, At: restStart, final: true, Msg: "found moves or something else beside the tags; a game is loaded by board, or begun with by proofgame --ipgn"}
	}
	return fen, nil
}

// chessNames lists the names of chess in tags and addresses, in small letters without blanks.
var chessNames = []string{"", "standard", "chess", "normal", "fromposition", "orthodox"}

// isChess reports whether the value of a tag Variant stands for chess. All other values stand for other rules.
func isChess(name string) bool { return slices.Contains(chessNames, plainName(name)) }

// plainName returns a name in small letters without blanks.
func plainName(name string) string { return strings.ToLower(strings.ReplaceAll(name, " ", "")) }

// CheckGame returns an error if the tag Variant of a game names other rules. Its moves could be read as chess and lead to another position.
func CheckGame(g *chess.Game) error {
	for _, t := range g.Tags {
		if strings.EqualFold(t.Name, "Variant") && !isChess(t.Value) {
			return variantError(fmt.Sprintf("[%s %q]", t.Name, t.Value), 0, t.Value)
		}
	}
	return nil
}

// variantNames maps names of games with other rules, as addresses and tags have them, to their usual spelling.
var variantNames = map[string]string{
	"chess960": "Chess960", "fischerandom": "Chess960", "fischerrandom": "Chess960", "atomic": "Atomic", "crazyhouse": "Crazyhouse", "bughouse": "Bughouse",
	"antichess": "Antichess", "giveaway": "Antichess", "suicide": "Antichess", "horde": "Horde", "racingkings": "Racing Kings",
	"kingofthehill": "King of the Hill", "three-check": "Three-check", "threecheck": "Three-check", "3check": "Three-check", "koth": "King of the Hill",
}

// variantError returns the error for a text that names a variant at an offset.
func variantError(text string, at int, name string) error {
	name = cmp.Or(variantNames[plainName(name)], name)
	return &Error{Text: text, At: max(at, 0), Msg: fmt.Sprintf("this is a position of %.40s, want one of chess: other rules allow other positions", name), final: true}
}

// readMoves reads a record with the words of UCI around it, and the moves behind it.
func readMoves(text string) (Record, error) {
	record, moves, hasMoves := cutWord(text, "moves")
	for _, word := range []string{"position", "fen"} {
		if rest, ok := cutFirst(record, word); ok {
			record = rest
		}
	}
	var r Record
	if rest, ok := cutFirst(record, "startpos"); ok {
		if rest != "" {
			return r, &Error{Text: text, At: strings.Index(text, rest), Msg: "found something after startpos, want the word moves and moves, or nothing"}
		}
		r.Setup, r.Fullmove = chess.InitialSetup(), 1
	} else {
		var err error
		if r, err = readRecord(record); err != nil {
			return r, err
		}
	}
	if !hasMoves {
		return r, nil
	}
	fromInitial := r.Setup == chess.InitialSetup()
	err := r.play(text, moves)
	if err != nil || !fromInitial {
		r.Played = nil
	}
	return r, err
}

// cutWord cuts a text before and after a word that stands alone, and not in quotes.
func cutWord(text, word string) (before, after string, found bool) {
	before, after, found = strings.Cut(" "+text+" ", " "+word+" ")
	if strings.Count(before, `"`)%2 == 1 {
		return text, "", false
	}
	return strings.TrimSpace(before), strings.TrimSpace(after), found
}

// cutFirst removes a first word, in letters of either case, and a colon behind it.
func cutFirst(text, word string) (rest string, found bool) {
	if len(text) < len(word) || !strings.EqualFold(text[:len(word)], word) {
		return text, false
	}
	rest = strings.TrimPrefix(text[len(word):], ":")
	return strings.TrimSpace(rest), rest == "" || rest[0] == ' ' || rest != text[len(word):]
}

// play plays moves in UCI or algebraic notation, and sets the position, the counters and Played.
func (r *Record) play(text, moves string) error {
	p, err := r.Setup.Position()
	if err != nil {
		return &Error{Text: text, At: len(text) - len(moves), Msg: "no move can be played: " + err.Error()}
	}
	offset := strings.Index(text, "moves") + len("moves") // in text, of the word
	for _, word := range strings.Fields(moves) {
		offset += strings.Index(text[offset:], word)
		if number := moveNumber.FindString(word); number != "" {
			if offset, word = offset+len(number), word[len(number):]; word == "" {
				continue
			}
		}
		m, err := p.ParseUCI(word)
		if err != nil {
			if m, err = p.ParseSAN(word); err != nil {
				return &Error{Text: text, At: offset, Msg: "found " + strconv.Quote(word) + ", want a legal move such as e2e4"}
			}
		}
		r.Halfmove++
		if m.Captured() != chess.NoRole || m.Role() == chess.Pawn {
			r.Halfmove = 0
		}
		if p.Turn() == chess.Black {
			r.Fullmove++
		}
		p, r.Played = p.Play(m), append(r.Played, m)
		offset += len(word)
	}
	r.Setup = p.Setup()
	return nil
}
