package chess

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"chesscensus/chess/internal/pgntext"
)

// A Game is a start position and the moves made from it, with the tags and the result of a PGN file. The zero value is a game
// without moves from the initial position.
type Game struct {
	// Tags are the tag pairs, in any order. Those of the roster that are missing
	// are written as unknown. Result, SetUp and FEN are taken from the fields
	// below and may not be given here.
	Tags []Tag
	// Start is the position before the first move; zero means the initial one.
	Start Position
	// Halfmove and Fullmove are the counters of the start position. Fullmove 0
	// means 1.
	Halfmove, Fullmove int
	// Moves are legal, each in the position reached by those before it.
	Moves []Move
	// Result is "1-0", "0-1", "1/2-1/2" or "*". Empty means the result by the final
	// position: decided if it is checkmate, drawn if stalemate, else "*".
	Result string
	// Notes lists what [ReadPGN] has read differently from how it is written, each with its place. They are not written.
	Notes []string
}

// A Tag is a tag pair of a PGN file, such as {"White", "Saavedra"}.
type Tag struct {
	Name  string // letters, digits and _, beginning with a letter
	Value string // without control characters
}

// start returns the position before the first move.
func (g *Game) start() Position {
	if g.Start == (Position{}) {
		return InitialPosition()
	}
	return g.Start
}

// Final returns the position after the last move. The error is a [*MoveError] if one of the moves is not legal.
func (g *Game) Final() (Position, error) {
	p := g.start()
	for i, m := range g.Moves {
		if !p.IsLegal(m) {
			return Position{}, p.moveError(m.String(), NotLegal, fmt.Sprintf("(ply %d) is not legal", i+1), nil)
		}
		p = p.Play(m)
	}
	return p, nil
}

// resultOf returns the result of the game, whose final position is p.
func (g *Game) resultOf(p Position) (string, error) {
	switch g.Result {
	case "1-0", "0-1", "1/2-1/2", "*":
		return g.Result, nil
	case "":
	default:
		return "", fmt.Errorf("chess: PGN result %s, want 1-0, 0-1, 1/2-1/2 or *", quote(g.Result))
	}
	switch {
	case p.CountMoves() > 0:
		return "*", nil
	case !p.InCheck():
		return "1/2-1/2", nil
	case p.Turn() == White:
		return "0-1", nil
	}
	return "1-0", nil
}

// WritePGN writes a game in the export format of the PGN standard: the seven tag roster, then SetUp and FEN if the game does not
// start from the initial position at move 1, then the other tags sorted by name, an empty line, the moves in lines of at most 79
// characters, and an empty line. It makes a single call of w.Write.
//
// Nothing is written if a move is not legal (the error is a [*MoveError]), or if a tag or the result has no representation in PGN.
func WritePGN(w io.Writer, g *Game) error {
	final, err := g.Final()
	if err != nil {
		return err
	}
	result, err := g.resultOf(final)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := g.writeTags(&b, result); err != nil {
		return err
	}
	b.WriteByte('\n')
	p := g.start()
	pgntext.WriteWords(&b, append(p.Numbered(g.Moves, max(1, g.Fullmove)), result))
	b.WriteByte('\n')
	_, err = w.Write(b.Bytes())
	return err
}

// roster lists the tags that every game has, in order, with their value if it is unknown.
var roster = [...]Tag{
	{"Event", "?"}, {"Site", "?"}, {"Date", "????.??.??"}, {"Round", "?"},
	{"White", "?"}, {"Black", "?"}, {"Result", "*"},
}

// writeTags writes the tag pairs in the order of the export format.
func (g *Game) writeTags(b *bytes.Buffer, result string) error {
	given := map[string]string{}
	var names []string
	for _, t := range g.Tags {
		if msg := t.check(); msg != "" {
			return fmt.Errorf("chess: PGN tag %s: %s", quote(t.Name), msg)
		}
		if _, twice := given[t.Name]; twice {
			return fmt.Errorf("chess: PGN tag %s given twice", quote(t.Name))
		}
		given[t.Name] = t.Value
		names = append(names, t.Name)
	}
	slices.Sort(names)

	given["Result"] = result
	for _, t := range roster {
		if v, ok := given[t.Name]; ok {
			t.Value = v
		}
		pgntext.WriteTag(b, t.Name, t.Value)
		delete(given, t.Name)
	}
	if start := g.startFEN(); start.Setup != InitialSetup() || start.Halfmove != 0 || start.Fullmove != 1 {
		pgntext.WriteTag(b, "SetUp", "1")
		pgntext.WriteTag(b, "FEN", start.String())
	}
	for _, name := range names {
		if v, ok := given[name]; ok {
			pgntext.WriteTag(b, name, v)
		}
	}
	return nil
}

// startFEN returns the start position with its counters.
func (g *Game) startFEN() FEN {
	start := g.start()
	return FEN{start.Setup(), g.Halfmove, max(1, g.Fullmove)}
}

// check returns an error message about a tag, or an empty text.
func (t Tag) check() string {
	for i := range len(t.Name) {
		c := t.Name[i]
		isLetter := c|0x20 >= 'a' && c|0x20 <= 'z'
		isOther := c == '_' || c >= '0' && c <= '9'
		if !isLetter && (i == 0 || !isOther) {
			return "a name has letters, digits and _ and begins with a letter"
		}
	}
	switch t.Name {
	case "":
		return "the name is empty"
	case "Result", "SetUp", "FEN":
		return "it is taken from the game"
	}
	if strings.ContainsFunc(t.Value, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return "control character in the value " + quote(t.Value)
	}
	return ""
}
