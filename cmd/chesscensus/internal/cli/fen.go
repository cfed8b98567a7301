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

// ReadFEN reads a position in any form that [forms.Read] knows, from the part of a line before the
// first tab. An en passant square on which no capture is legal is left out, since many programs write one
// after every double step; standard error says in the end what was taken otherwise than written.
func (a *App) ReadFEN(line string) (chess.FEN, error) {
	r, err := forms.Read(FENField(line))
	if err != nil {
		return chess.FEN{}, err
	}
	r.DropIdleEP()
	a.Note(r.Notes...)
	return r.FEN, nil
}

// ReadDraw is ReadFEN for commands that speak of draws, such as rank: an en passant square
// that a pawn attacks stays, even if the capture is not legal, because the space may hold the
// record with it and the one without.
func (a *App) ReadDraw(line string) (chess.FEN, error) {
	r, err := forms.Read(FENField(line))
	if err != nil {
		return chess.FEN{}, err
	}
	if s, dropped := r.Setup.DropBareEP(); dropped {
		r.Setup = s
		r.Notes = append(r.Notes, forms.IdleEP)
	}
	a.Note(r.Notes...)
	return r.FEN, nil
}

// ReadPosition is ReadFEN for a record that must denote a valid position.
func (a *App) ReadPosition(text string) (chess.Position, error) {
	f, err := a.ReadFEN(text)
	if err != nil {
		return chess.Position{}, err
	}
	return f.Setup.Position()
}

// notes counts what was taken otherwise than it is written.
type notes struct {
	mu     sync.Mutex
	counts map[string]int
}

// Note counts a record for each text; standard error says in the end how many there were. Workers may call it at once.
func (a *App) Note(texts ...string) {
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

// say says each note once. Of many different ones it says the first mostNotes in the order of the alphabet.
func (n *notes) say(w io.Writer) {
	for i, text := range slices.Sorted(maps.Keys(n.counts)) {
		records := "record"
		if n.counts[text] != 1 {
			records = "records"
		}
		if i == mostNotes {
			fmt.Fprintf(w, "chesscensus: note: %d more notes of this kind\n", len(n.counts)-i)
			return
		}
		fmt.Fprintf(w, "chesscensus: note: %d %s: %s\n", n.counts[text], records, text)
	}
}

const mostNotes = 20

// FENField returns the part of a line before the first tab, without blanks around
// it, so that the output of one command can be the input of another. The fields of a record may be divided by tabs.
func FENField(line string) string {
	field, _, _ := strings.Cut(forms.Untab(line), "\t")
	return strings.TrimSpace(field)
}

// FENArgs joins arguments that are the fields of one record, or the words of one UCI position, as given without
// quotes.
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

// A ListLine is a line of a list of positions, read.
type ListLine struct {
	lines.Line
	Notes  []string     // what was taken otherwise than written
	NoTurn bool         // the text does not say who is to move; White stands for it
	Played []chess.Move // a game to it, if the text gives one
}

// ReadLine reads a line of a list: a record with what is known of it, as [lines.Parse] has it, or a position in another form that
// [forms.Read] knows.
//
// An en passant square on which no capture is legal is left out of records that people bring: of all others than those whose counters are those of draws,
// index and multiplicity, or behind which stand groups or a tab. Asked says that somebody asks about this one, so that it is no draw.
func ReadLine(text string, asked bool) (l ListLine, err error) {
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
	if len(l.Groups) == 0 && forms.OwnSquare(&l.Setup) { // no draw has one
		l.Setup.EP = chess.NoSquare
		l.withoutEP(forms.OwnEP)
		return l, nil
	}
	if len(l.Groups) > 0 || !asked && (record != text || len(strings.Fields(record)) == 6 && l.Drawn()) {
		return l, nil
	}
	if s, dropped := l.Setup.DropIdleEP(); dropped {
		l.Setup = s
		l.withoutEP(forms.IdleEP)
	}
	return l, nil
}

// withoutEP takes the en passant square out of the text, with a note.
func (l *ListLine) withoutEP(note string) {
	fields := strings.Fields(l.FEN)
	fields[3] = "-"
	l.FEN, l.Notes = strings.Join(fields, " "), append(l.Notes, note)
}
