package chess

import (
	"bufio"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"chesscensus/chess/internal/pgntext"
)

// A PGNError is an error at a place of a PGN file.
type PGNError struct {
	File         string // name given to ReadPGN
	Line, Column int    // place of the wrong word, from 1, columns in bytes
	Ply          int    // number of the wrong move, from 1; 0 if the error is not about a move
	Msg          string // the error in words, if Err is nil
	Err          error  // such as a *MoveError, or nil
	Hint         string // a hint for the user, or ""
}

// Error returns "file:line:column: ", the ply, the error and the hint.
func (e *PGNError) Error() string {
	place := fmt.Sprintf("%s:%d:%d: ", e.File, e.Line, e.Column)
	if e.Ply > 0 {
		place += fmt.Sprintf("ply %d: ", e.Ply)
	}
	if e.Err != nil {
		return place + e.Err.Error() + e.Hint
	}
	return place + e.Msg + e.Hint
}

// Unwrap returns Err.
func (e *PGNError) Unwrap() error { return e.Err }

// ReadPGN yields the games of a PGN file, one after the other. The name is that of the file, for errors.
//
// A game that cannot be read is yielded with a [*PGNError]. It then has the moves up to the error, and reading goes on with the
// next game. An error of r is yielded with a nil game and ends the sequence. The sequence can be run once.
//
// A game gets the moves of the main line, the tags and the result. Comments, annotations (!?, $14, ±, N, mate) and variations are
// skipped. The import format is read with some leniency:
//   - move numbers are ignored and may be missing, have any number of dots or a parenthesis, or be written together with the move;
//     but "1." again is an error, as another game may begin there;
//   - two moves may be written as one word, "e4e5", with a note;
//   - moves are read by [Position.ParseSAN], in the letters of a language if one is given;
//   - a null move (--, Z0) in the main line ends the game, with a note;
//   - words that are no moves and name no square, and text in brackets that is no tag, are skipped with a note;
//   - tags may be missing; a missing result before a tag or the end is taken from the tag Result, which otherwise has no effect;
//   - tags of the roster with an unknown value are dropped, and repetitions of a tag are ignored;
//   - Unicode blanks and commas count as blanks, a line may end in CR alone, the file may be UTF-16 with its mark, and results may
//     be 1:0 or ½-½;
//   - the position of tag FEN is used unless the tag SetUp is "0", in its canonical form, see [Setup.Canonical].
//
// Words and tag values of more than 4096 bytes and games of more than 1000 tags are errors, so that memory depends only on the
// moves of the longest game.
func ReadPGN(r io.Reader, name string, letters ...Letters) iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		p := pgnReader{lex: pgntext.New(r), name: name}
		if len(letters) > 0 {
			p.letters = letters[0]
		}
		for {
			g, err := p.game()
			if err == io.EOF || !yield(g, err) || g == nil {
				return
			}
		}
	}
}

// ReadLastGame returns the last game of a PGN file. It is an error if a game cannot be read or there is none. Errors begin with the
// name.
func ReadLastGame(r io.Reader, name string, letters ...Letters) (game Game, err error) {
	found := false
	for g, err := range ReadPGN(r, name, letters...) {
		if err != nil {
			return Game{}, err
		}
		game, found = *g, true
	}
	if !found {
		return game, fmt.Errorf("%s: no game", name)
	}
	return game, nil
}

// UTF8 returns a reader in UTF-8 of a file that begins with a byte order mark of UTF-16, as Windows writes it. For other text it
// returns in. [ReadPGN] does this by itself.
func UTF8(in *bufio.Reader) *bufio.Reader { return pgntext.UTF8(in) }

// maxPGNTags is the largest number of tags of a game.
const maxPGNTags = 1000

// A pgnReader reads the games of a file.
type pgnReader struct {
	lex     *pgntext.Lexer
	name    string
	letters Letters
	pending *pgntext.Token // the first token of the next game, once it is read: it ends the game before it
	gameState
}

// A gameState is what a pgnReader knows of the game that it reads, besides the Game.
type gameState struct {
	result        string         // value of tag Result
	fen           *pgntext.Token // tag FEN
	setUp         bool           // the tag SetUp is not 0
	pos           Position       // position after the moves read
	depth         int            // depth of variations
	tagsDone      bool           // a token other than a tag was read
	afterNullMove bool           // a null move has ended the game
	lastWord      string         // text of the last word or parenthesis
}

// token returns the pending token, or else the next one.
func (p *pgnReader) token() (pgntext.Token, error) {
	if t := p.pending; t != nil {
		p.pending = nil
		return *t, nil
	}
	return p.lex.Token()
}

// game reads one game. The error is io.EOF if there is none, and that of the reader if the game is nil.
func (p *pgnReader) game() (*Game, error) {
	g := &Game{}
	p.gameState = gameState{setUp: true}
	var bad *PGNError
	for first := true; ; first = false {
		t, err := p.token()
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", p.name, err)
		}
		if t.Kind == pgntext.EOF && first {
			return nil, io.EOF
		}
		done := t.Kind == pgntext.EOF
		switch {
		case done:
		case p.startsNext(g, &t):
			next := t // a copy, so that t need not be on the heap
			p.pending = &next
			done = true
		case bad == nil:
			done, bad = p.addToken(g, &t)
			done = done || p.pending != nil // addMove keeps a second "1." for the next game
		default: // after an error: search the end of the game
			done = p.skip(&t)
		}
		if !done {
			continue
		}
		if bad == nil {
			bad = p.finish(g, &t)
		}
		if bad != nil {
			return g, bad
		}
		return g, nil
	}
}

// skip handles a token after an error and reports whether the game ends with it.
func (p *pgnReader) skip(t *pgntext.Token) bool {
	switch t.Kind {
	case pgntext.Open:
		p.depth++
	case pgntext.Close:
		p.depth = max(0, p.depth-1)
	case pgntext.Word:
		return p.depth == 0 && isResult(t.Text)
	}
	return false
}

// startsNext reports whether a token is the first of the next game: a tag after moves, or an Event again.
func (p *pgnReader) startsNext(g *Game, t *pgntext.Token) bool {
	return t.Kind == pgntext.TagPair && (p.tagsDone || t.Name == "Event" && hasTag(g.Tags, "Event"))
}

// hasTag reports whether there is a tag with a name.
func hasTag(tags []Tag, name string) bool {
	return slices.ContainsFunc(tags, func(t Tag) bool { return t.Name == name })
}

// isResult reports whether a word is the result of a game.
func isResult(word string) bool { return pgntext.Result(word) != "" }

// errorAt returns an error at the place of a token.
func (p *pgnReader) errorAt(t *pgntext.Token, format string, args ...any) *PGNError {
	return &PGNError{File: p.name, Line: t.Line, Column: t.Col, Msg: fmt.Sprintf(format, args...)}
}

// addToken adds a token to the game and reports whether it was its last.
func (p *pgnReader) addToken(g *Game, t *pgntext.Token) (done bool, bad *PGNError) {
	switch t.Kind {
	case pgntext.Bad:
		p.tagsDone = true
		return false, p.errorAt(t, "%s", t.Text)
	case pgntext.TagPair:
		return false, p.addTag(g, t)
	case pgntext.Remark:
		p.addNote(g, t, "is no tag with a value in quotes, and is passed over")
		return false, nil
	}
	if !p.tagsDone {
		p.tagsDone = true
		if bad = p.setStart(g); bad != nil {
			return isResult(t.Text), bad
		}
	}
	afterNumber := p.lastWord != "" && strings.Trim(p.lastWord, "0123456789") == ""
	p.lastWord = t.Text
	switch {
	case t.Kind == pgntext.Open:
		p.depth++
	case t.Kind == pgntext.Close && p.depth == 0 && afterNumber: // 1) e4
	case t.Kind == pgntext.Close && p.depth == 0:
		return false, p.errorAt(t, "closing parenthesis without an opening one")
	case t.Kind == pgntext.Close:
		p.depth--
	case p.depth > 0: // a word of a variation
	case p.afterNullMove && !isResult(t.Text): // behind a null move
	case isResult(t.Text):
		g.Result = pgntext.Result(t.Text)
		return true, nil
	default:
		return false, p.addMove(g, t)
	}
	return false, nil
}

// addTag adds a tag to the game, or stores it if it is Result, SetUp or FEN.
func (p *pgnReader) addTag(g *Game, t *pgntext.Token) *PGNError {
	tag := Tag{t.Name, t.Value}
	switch name, value := t.Name, t.Value; {
	case name == "Result":
		p.result = value
	case strings.EqualFold(name, "SetUp"):
		p.setUp = value != "0"
	case strings.EqualFold(name, "FEN"):
		fen := *t
		p.fen = &fen
	case tag.check() != "":
		return p.errorAt(t, "tag %s: %s", quote(name), tag.check())
	case len(g.Tags) >= maxPGNTags && countKnown(g.Tags) >= maxPGNTags:
		return p.errorAt(t, "more than %d tags", maxPGNTags)
	case !hasTag(g.Tags, name):
		g.Tags = append(g.Tags, tag)
	}
	return nil
}

// countKnown returns the number of tags without those of the roster whose value is unknown, which setStart removes.
func countKnown(tags []Tag) (n int) {
	for _, t := range tags {
		if !slices.Contains(roster[:], t) {
			n++
		}
	}
	return n
}

// setStart sets the start position after the last tag, and removes tags of the roster whose value is unknown.
func (p *pgnReader) setStart(g *Game) *PGNError {
	g.Tags = slices.DeleteFunc(g.Tags, func(t Tag) bool { return slices.Contains(roster[:], t) })
	p.pos = InitialPosition()
	if p.fen == nil || !p.setUp || p.fen.Value == "startpos" {
		return nil
	}
	f, err := parseFENTag(p.fen.Value)
	if err == nil {
		p.pos, err = f.Setup.Canonical().Position()
	}
	if err != nil {
		e := p.errorAt(p.fen, "")
		e.Err = err
		return e
	}
	if f.Fullmove = max(1, f.Fullmove); f.Halfmove != 0 || f.Fullmove != 1 {
		g.Halfmove, g.Fullmove = f.Halfmove, f.Fullmove
	}
	if p.pos != InitialPosition() {
		g.Start = p.pos
	}
	return nil
}

// parseFENTag reads a record as ParseFEN does, or respelled by [pgntext.RespellFEN]. Rights written as in Chess960 must be those of
// a king and rook at home.
func parseFENTag(record string) (FEN, error) {
	f, err := ParseFEN(record)
	if err == nil {
		return f, nil
	}
	written, shredder := pgntext.RespellFEN(record)
	respelled, respelledErr := ParseFEN(written)
	if respelledErr == nil && (!shredder || respelled.Setup.Canonical().Castling == respelled.Setup.Castling) {
		return respelled, nil
	}
	return f, err
}

// maxNotes is the largest number of notes of a game.
const maxNotes = 100

// addNote adds a note about a token that was read differently from how it is written.
func (p *pgnReader) addNote(g *Game, t *pgntext.Token, text string) {
	if len(g.Notes) < maxNotes {
		g.Notes = append(g.Notes, fmt.Sprintf("%s:%d:%d: %s %s", p.name, t.Line, t.Col, quote(t.Text), text))
	}
}

// finish completes a game whose last token was t.
func (p *pgnReader) finish(g *Game, t *pgntext.Token) *PGNError {
	if !p.tagsDone {
		if bad := p.setStart(g); bad != nil {
			return bad
		}
	}
	hasParts := len(g.Moves) > 0 || len(g.Tags) > 0 || p.fen != nil || g.Result != ""
	if !hasParts && len(g.Notes) > 0 {
		return p.errorAt(t, "no moves: %s", g.Notes[0]) // some other text
	}
	if p.depth > 0 {
		return p.errorAt(t, "variation without closing parenthesis")
	}
	// The tag may have every form of a result but the short 1/2, which counts behind the moves only.
	if g.Result == "" && isResult(p.result) && p.result != "1/2" {
		g.Result = pgntext.Result(p.result)
	}
	return nil
}
