package notation

import (
	"errors"
	"strconv"
	"strings"

	"chesscensus/chess"
)

// Kinds of errors in the text of a move. An [*Error] wraps one of them.
var (
	// ErrSyntax: the text is not a move in the notation.
	ErrSyntax = errors.New("not a move in this notation")
	// ErrAmbiguous: several legal moves fit the text; the error lists them all.
	ErrAmbiguous = errors.New("not specific enough")
	// ErrPromotion: a pawn reaches the end row and the text does not name the
	// promotion. It is an ambiguity as well: errors.Is(err, ErrAmbiguous) holds.
	ErrPromotion = errors.New("does not say to what the pawn promotes")
	// ErrNoMove: the text is well formed, but no legal move fits it.
	ErrNoMove = errors.New("no such legal move")
)

// Kinds of errors in a configuration.
var (
	// ErrHalf: the men of one side are missing.
	ErrHalf = errors.New("half a configuration")

	errConfiguration = errors.New("not a configuration") // by the grammar
	errChecksum      = errors.New("wrong checksum")      // a count of men is wrong, or only one side has one
	errOccupied      = errors.New("square named twice")
)

// An Error says why the text of a move does not denote one legal move.
type Error struct {
	Notation Notation       // notation in which the text was read
	Text     string         // text, shortened to 40 characters
	Kind     error          // ErrSyntax, ErrAmbiguous, ErrPromotion or ErrNoMove
	Column   int            // column of a syntax error, in characters from 1; 0 if not known
	Msg      string         // details
	Position chess.Position // position in which the move was to be played
	// Candidates are all legal moves that fit an ambiguous text, or some that come
	// near a text that no legal move fits.
	Candidates []chess.Move
}

// Error returns the text, the kind of error, the details and up to ten candidates in the notation of the text.
func (e *Error) Error() string {
	const most = 10
	var b strings.Builder
	b.WriteString("notation: " + quote(e.Text) + ": " + e.Kind.Error())
	if e.Msg != "" {
		b.WriteString(": " + e.Msg)
	}
	if e.Column > 0 {
		b.WriteString(" (column " + strconv.Itoa(e.Column) + ")")
	}
	for i, m := range e.Candidates[:min(most, len(e.Candidates))] {
		b.WriteString([]string{", ", "; candidates: "}[b2i(i == 0)] + e.Notation.Format(&e.Position, m))
	}
	if len(e.Candidates) > most {
		b.WriteString(", ...")
	}
	return b.String()
}

// Unwrap returns Kind, and ErrAmbiguous also for ErrPromotion.
func (e *Error) Unwrap() []error {
	if e.Kind == ErrPromotion {
		return []error{ErrPromotion, ErrAmbiguous}
	}
	return []error{e.Kind}
}

// moveError returns the error for a text that does not denote one legal move.
func moveError(n Notation, p *chess.Position, text string, kind error, msg string, candidates []chess.Move) error {
	return &Error{Notation: n, Text: shorten(text), Kind: kind, Msg: msg, Position: *p, Candidates: candidates}
}

// fromChessError returns an error of package chess as one of this package.
func fromChessError(n Notation, text string, err error) error {
	var e *chess.MoveError
	if !errors.As(err, &e) {
		return err
	}
	kind, msg := ErrSyntax, e.Msg
	switch e.Kind {
	case chess.Ambiguous:
		kind, msg = ErrAmbiguous, ""
	case chess.NoPromotion:
		kind, msg = ErrPromotion, ""
	case chess.NotLegal:
		kind, msg = ErrNoMove, ""
	}
	return moveError(n, &e.Position, text, kind, msg, e.Candidates)
}

// quote returns s in quotes, cut after 40 characters.
func quote(s string) string { return strconv.Quote(shorten(s)) }

// shorten returns the first 40 characters of s, with dots if there are more.
func shorten(s string) string {
	n := 0
	for i := range s {
		if n++; n > 40 {
			return s[:i] + "..."
		}
	}
	return s
}

// b2i returns 1 for true and 0 for false.
func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
