package positions

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"chesscensus/chess"
	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/survey/uniform"
)

// formatNames are the formats, the default first.
var formatNames = []string{"fen", "epd", "csv", "jsonl", "parquet"}

// formatOf is the format that is asked for, by its name or that of the file.
func (r *request) formatOf() (string, error) {
	name := r.format
	if r.json && name != "" && name != "jsonl" {
		return "", cli.Usagef("--json is --format jsonl, not %.40s", name)
	} else if r.json {
		name = "jsonl"
	}
	if ext := strings.ToLower(strings.TrimPrefix(filepath.Ext(r.file), ".")); name == "" && slices.Contains(formatNames, ext) {
		name = ext
	} else if name == "" {
		name = formatNames[0]
	}
	if r.games && (name == "fen" || name == "epd") {
		return "", cli.Usagef("--games goes with csv, jsonl and parquet; --pgn FILE writes games for all")
	}
	if name == "parquet" && r.file == "" && cli.Terminal(r.app.Out) {
		return "", cli.Usagef("parquet is not for terminals: add -o FILE")
	}
	return name, nil
}

// outputs are where positions and games go.
type outputs struct {
	games bool // in rows
	held  *held
	table *tableWriter // or else
	line  func(dst []byte, p *uniform.Position) ([]byte, error)

	files      []*cli.NewFile
	pgn        io.Writer
	source     string // space, condition and seed
	count      int
	buf, title []byte
}

// open checks the flags about outputs and opens the files.
func (r *request) open() (o *outputs, err error) {
	if r.file == "-" {
		r.file = "" // standard output
	}
	format, err := r.formatOf()
	if err != nil {
		return nil, err
	}
	if r.pgn != "" && sameFile(r.file, r.pgn) {
		return nil, cli.Usagef("-o and --pgn are the same file, %.80q: want two", r.pgn)
	}
	o = &outputs{games: r.games, held: &held{to: r.app.Out}, source: r.source()}
	for i, path := range []string{r.file, r.pgn} {
		if path == "" {
			continue
		}
		f, err := r.app.CreateFile(path)
		if err != nil {
			o.drop()
			return nil, err
		}
		if o.files = append(o.files, f); i == 0 {
			o.held.to = f
		} else {
			o.pgn = f
		}
	}
	switch format {
	case "fen":
		o.line = fenLine
	case "epd":
		o.line = o.epdLine
	case "csv":
		o.line, o.title = o.csvLine, AppendCSVHeader(nil)
	case "jsonl":
		o.line = o.jsonLine
	default:
		o.table = newTableWriter(o.held)
	}
	_, err = o.held.Write(o.title)
	return o, err
}

// sameFile reports whether two names, of files that may not be there yet, are those of one; no name is that of none.
func sameFile(a, b string) bool {
	if a == "" || b == "" {
		return false
	}
	if x, err := os.Stat(a); err == nil {
		y, err := os.Stat(b)
		return err == nil && os.SameFile(x, y)
	}
	a, errA := filepath.Abs(a)
	b, errB := filepath.Abs(b)
	return errA == nil && errB == nil && a == b
}

// add writes a position. Output is held back until pass says that the run will end some day, so that
// nothing is printed if too much is asked.
func (o *outputs) add(p *uniform.Position, pass bool) (err error) {
	o.count++
	if o.table != nil {
		var row Row
		if row, err = RowOf(p, o.games); err == nil {
			err = o.table.Write(&row)
		}
	} else if o.buf, err = o.line(o.buf[:0], p); err == nil {
		_, err = o.held.Write(append(o.buf, '\n'))
	}
	if err == nil && o.pgn != nil {
		err = o.writeGame(p)
	}
	if err == nil && pass {
		err = o.held.release()
	}
	return err
}

// done completes everything; notes go where there is room for them.
func (o *outputs) done(notes map[string]string) error {
	if o.table != nil {
		if err := o.table.Close(notes); err != nil {
			return err
		}
	}
	if err := o.held.release(); err != nil {
		return err
	}
	for _, f := range o.files {
		if err := f.Commit(); err != nil {
			return err
		}
	}
	return nil
}

// drop removes files that are not complete.
func (o *outputs) drop() {
	for _, f := range o.files {
		f.Drop()
	}
}

// fenLine writes a FEN record.
func fenLine(dst []byte, p *uniform.Position) ([]byte, error) {
	f := chess.FEN{Setup: p.Setup, Fullmove: 1}
	return f.Append(dst), nil
}

// epdLine writes a record of extended position description, with an id that says which draw it is.
func (o *outputs) epdLine(dst []byte, p *uniform.Position) ([]byte, error) {
	return fmt.Appendf(dst, "%s id \"%s, draw %d\";", p.Setup, o.source, p.Draw), nil
}

// csvLine writes a row without its line end.
func (o *outputs) csvLine(dst []byte, p *uniform.Position) ([]byte, error) {
	row, err := RowOf(p, o.games)
	return bytes.TrimSuffix(row.AppendCSV(dst), []byte("\n")), err
}

// jsonLine writes a row as a record.
func (o *outputs) jsonLine(dst []byte, p *uniform.Position) ([]byte, error) {
	row, err := RowOf(p, o.games)
	if err != nil {
		return dst, err
	}
	return cli.AppendJSON(dst, row)
}

// writeGame writes the game of a position.
func (o *outputs) writeGame(p *uniform.Position) error {
	initial := chess.InitialPosition()
	moves, err := initial.ParseSANs(strings.Fields(string(p.Game)))
	if err != nil {
		return err
	}
	g := chess.Game{Moves: moves, Tags: []chess.Tag{
		{Name: "Event", Value: "Proof game"}, {Name: "Site", Value: "chesscensus"}, {Name: "Round", Value: fmt.Sprint(o.count)},
		{Name: "Goal", Value: p.Setup.String()}, {Name: "Draw", Value: fmt.Sprintf("%s, draw %d", o.source, p.Draw)}}}
	return chess.WritePGN(o.pgn, &g)
}

// A held writer keeps what it is given until it is released.
type held struct {
	to   io.Writer
	kept bytes.Buffer
	open bool
}

// Write keeps the bytes, or passes them on after release.
func (h *held) Write(p []byte) (int, error) {
	if h.open {
		return h.to.Write(p)
	}
	return h.kept.Write(p)
}

// release passes on what was kept, and all that comes.
func (h *held) release() error {
	if h.open {
		return nil
	}
	h.open = true
	_, err := h.kept.WriteTo(h.to)
	return err
}
