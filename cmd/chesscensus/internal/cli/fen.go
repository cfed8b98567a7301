package cli

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"

	"chesscensus/chess"
	"chesscensus/chess/notation/forms"
	"chesscensus/legality/lines"
)

// ReadFEN parses a position in any form that [forms.Read] accepts, from the part of a line before the
// first tab. It removes an en passant square on which no capture is legal, since many programs write one
// after every double step. At the end of the run standard error has a summary of such corrections.
func (a *App) ReadFEN(line string) (chess.FEN, error) {
	r, err := forms.Read(FENField(line))
	if err != nil {
		return chess.FEN{}, err
	}
	r.DropIdleEP()
	a.CountNotes(r.Notes...)
	return r.FEN, nil
}

// ReadDraw is [App.ReadFEN] for commands that work with draws of a space, such as rank. It keeps an en passant square that a pawn
// attacks, even if the capture is not legal, because the space may hold the record with the square and the record without it.
func (a *App) ReadDraw(line string) (chess.FEN, error) {
	r, err := forms.Read(FENField(line))
	if err != nil {
		return chess.FEN{}, err
	}
	if s, dropped := r.Setup.DropBareEP(); dropped {
		r.Setup = s
		r.Notes = append(r.Notes, forms.IdleEP)
	}
	a.CountNotes(r.Notes...)
	return r.FEN, nil
}

// ReadPosition is [App.ReadFEN] for a record that must denote a valid position.
func (a *App) ReadPosition(text string) (chess.Position, error) {
	f, err := a.ReadFEN(text)
	if err != nil {
		return chess.Position{}, err
	}
	return f.Setup.Position()
}

// notes counts the records that were corrected, for each kind of correction.
type notes struct {
	mu     sync.Mutex
	counts map[string]int
}

// CountNotes adds one to the count of each text. The counts are printed on standard error at the end of the run. Several workers
// may call it at once.
func (a *App) CountNotes(texts ...string) {
	if len(texts) == 0 {
		return
	}
	a.notes.mu.Lock()
	defer a.notes.mu.Unlock()
	if a.notes.counts == nil {
		a.notes.counts = map[string]int{}
	}
	for _, text := range texts {
		a.notes.counts[text]++
	}
}

// print prints each note with its count, in alphabetical order, and of many notes the first maxNotes.
func (n *notes) print(w io.Writer) {
	for i, text := range slices.Sorted(maps.Keys(n.counts)) {
		records := "record"
		if n.counts[text] != 1 {
			records = "records"
		}
		if i == maxNotes {
			fmt.Fprintf(w, "chesscensus: note: %d more notes of this kind\n", len(n.counts)-i)
			return
		}
		fmt.Fprintf(w, "chesscensus: note: %d %s: %s\n", n.counts[text], records, text)
	}
}

// maxNotes is the greatest number of notes that are printed.
const maxNotes = 20

// FENField returns the part of a line before the first tab, without blanks around it, so that the output of one
// command can be the input of another. Tabs between the fields of a record itself count as blanks.
func FENField(line string) string {
	field, _, _ := strings.Cut(forms.Untab(line), "\t")
	return strings.TrimSpace(field)
}

// FENArgs joins arguments that are the fields of one record, or the words of one UCI position, given without quotes.
// It returns other arguments unchanged.
func FENArgs(args []string) []string {
	if len(args) < 2 {
		return args
	}
	switch strings.ToLower(args[0]) {
	case "position", "fen", "fen:", "startpos":
		return []string{strings.Join(args, " ")}
	}
	switch strings.ToLower(args[1]) {
	case "w", "b":
		if strings.Contains(args[0], "/") && (len(args) <= 6 || strings.HasSuffix(args[len(args)-1], ";")) {
			return []string{strings.Join(args, " ")}
		}
	}
	return args
}

// A ListLine is a parsed line of a list of positions.
type ListLine struct {
	lines.Line
	Notes     []string     // the corrections of the record
	NoTurn    bool         // the text does not say who is to move; White is assumed
	GameMoves []chess.Move // a game to the position, if the text gives one
}

// ReadLine parses a line of a list: a record with what is known of it, as [lines.Parse] accepts it, or a position in another form that
// [forms.Read] accepts.
//
// An en passant square on which no capture is legal is removed from records that users write, but never from a draw. A line counts
// as a draw if it has groups or a tab behind the record, or if the counters of the record are an index and a multiplicity. isQuery
// says that the user asks about this record; it is then no draw unless it has groups.
func ReadLine(text string, isQuery bool) (l ListLine, err error) {
	record := lines.BeforeTab(forms.Untab(text))
	if l.Line, err = lines.Parse(record); err != nil {
		if lines.HasGroups(record) {
			return l, err
		}
		r, err := forms.Read(record)
		if err != nil {
			return l, err
		}
		r.DropIdleEP()
		return ListLine{lines.Line{FEN: r.String(), Setup: r.Setup}, r.Notes, r.NoTurn, r.Played}, nil
	}
	if l.Mended {
		l.Notes = append(l.Notes, forms.IdleEP)
	}
	if len(l.Groups) == 0 {
		if err := forms.CheckRights(&l.Setup); err != nil {
			return l, err
		}
	}
	if len(l.Groups) == 0 && forms.OwnSquare(&l.Setup) { // no draw has such a square
		l.Setup.EP = chess.NoSquare
		l.withoutEP(forms.OwnEP)
		return l, nil
	}
	isDraw := record != text || len(strings.Fields(record)) == 6 && l.Drawn() // text after a tab, or the counters of a draw
	if len(l.Groups) > 0 || isDraw && !isQuery {
		return l, nil
	}
	if s, dropped := l.Setup.DropIdleEP(); dropped {
		l.Setup = s
		l.withoutEP(forms.IdleEP)
	}
	return l, nil
}

// withoutEP removes the en passant square from the text of the record, and adds a note.
func (l *ListLine) withoutEP(note string) {
	fields := strings.Fields(l.FEN)
	fields[3] = "-"
	l.FEN, l.Notes = strings.Join(fields, " "), append(l.Notes, note)
}
