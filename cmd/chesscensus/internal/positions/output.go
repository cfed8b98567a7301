package positions

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"chesscensus/chess"
	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/internal/parquet"
	"chesscensus/survey/uniform"
)

// formatNames are the formats; the first is the default.
var formatNames = []string{"fen", "epd", "csv", "jsonl", "parquet"}

// chooseFormat returns the format of --format, --json or the name of the file, and checks the flags that go with it.
func (r *positionsRun) chooseFormat() (string, error) {
	name := r.format
	if r.json && name != "" && name != "jsonl" {
		return "", cli.Usagef("--json is --format jsonl, not %.40s", name)
	} else if r.json {
		name = "jsonl"
	}
	if ext := strings.ToLower(strings.TrimPrefix(filepath.Ext(r.path), ".")); name == "" && slices.Contains(formatNames, ext) {
		name = ext
	} else if name == "" {
		name = formatNames[0]
	}
	if r.games && (name == "fen" || name == "epd") {
		return "", cli.Usagef("--games goes with csv, jsonl and parquet; --pgn FILE writes games for all")
	}
	if name == "parquet" && r.path == "" && cli.Terminal(r.app.Out) {
		return "", cli.Usagef("parquet is not for terminals: add -o FILE")
	}
	return name, nil
}

// outputs holds the files and the format of positions and games.
type outputs struct {
	format string
	games  bool // rows contain the games
	out    *heldWriter
	table  *tableWriter // for Parquet, otherwise nil

	files  []*cli.NewFile
	pgn    io.Writer
	source string // space, condition and seed
	count  int
	buf    []byte
}

// openOutputs checks the flags about outputs and opens the files.
func (r *positionsRun) openOutputs() (o *outputs, err error) {
	if r.path == "-" {
		r.path = "" // stands for standard output
	}
	format, err := r.chooseFormat()
	if err != nil {
		return nil, err
	}
	o = &outputs{format: format, games: r.games, out: &heldWriter{to: r.app.Out}, source: r.sourceText()}
	for i, path := range []string{r.path, r.pgnPath} {
		if path == "" {
			continue
		}
		f, err := r.app.CreateFile(path)
		if err != nil {
			o.drop()
			return nil, err
		}
		if o.files = append(o.files, f); i == 0 {
			o.out.to = f
		} else {
			o.pgn = f
		}
	}
	switch format {
	case "csv":
		_, err = o.out.Write(AppendCSVHeader(nil))
	case "parquet":
		o.table = newTableWriter(o.out)
	}
	return o, err
}

// addPosition writes a position. Nothing is printed before the first call with release, so that
// a run that would take too long prints nothing.
func (o *outputs) addPosition(p *uniform.Position, release bool) (err error) {
	o.count++
	err = o.writePosition(p)
	if err == nil && o.pgn != nil {
		err = o.writeGame(p)
	}
	if err == nil && release {
		err = o.out.release()
	}
	return err
}

// commit completes all files. The notes are stored in Parquet files only.
func (o *outputs) commit(notes map[string]string) error {
	if o.table != nil {
		if err := o.table.Close(notes); err != nil {
			return err
		}
	}
	if err := o.out.release(); err != nil {
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

// writePosition writes a position in the format.
func (o *outputs) writePosition(p *uniform.Position) error {
	switch o.format {
	case "fen":
		f := chess.FEN{Setup: p.Setup, Fullmove: 1}
		o.buf = append(f.Append(o.buf[:0]), '\n')
	case "epd":
		o.buf = fmt.Appendf(o.buf[:0], "%s id \"%s, draw %d\";\n", p.Setup, o.source, p.Draw)
	default:
		row, err := RowOf(p, o.games)
		switch {
		case err != nil:
			return err
		case o.table != nil:
			return o.table.Write(&row)
		case o.format == "csv":
			o.buf = row.AppendCSV(o.buf[:0])
		default:
			if o.buf, err = cli.AppendJSON(o.buf[:0], row); err != nil {
				return err
			}
			o.buf = append(o.buf, '\n')
		}
	}
	_, err := o.out.Write(o.buf)
	return err
}

// writeGame writes the game of a position as PGN.
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

// A heldWriter keeps what is written until it is released.
type heldWriter struct {
	to       io.Writer
	pending  bytes.Buffer
	released bool
}

// Write keeps the bytes, or after release passes them on.
func (h *heldWriter) Write(p []byte) (int, error) {
	if h.released {
		return h.to.Write(p)
	}
	return h.pending.Write(p)
}

// release passes on what was written, and makes later writes go through.
func (h *heldWriter) release() error {
	if h.released {
		return nil
	}
	h.released = true
	_, err := h.pending.WriteTo(h.to)
	return err
}

// rowGroup is the number of rows in a row group, which then has some hundred kB.
const rowGroup = 10_000

// A tableWriter writes a table as a Parquet file. It is for one goroutine at a time.
type tableWriter struct {
	parquet *parquet.Writer
	pending []Row
}

// newTableWriter returns a writer to w. The file is valid only after Close.
func newTableWriter(w io.Writer) *tableWriter {
	return &tableWriter{parquet: parquet.NewWriter(w, parquet.SchemaOf[Row](), 0)}
}

// Write adds a row.
func (w *tableWriter) Write(r *Row) error {
	if w.pending = append(w.pending, *r); len(w.pending) < rowGroup {
		return nil
	}
	return w.flush()
}

// flush writes the pending rows as a group.
func (w *tableWriter) flush() error {
	if len(w.pending) == 0 {
		return nil
	}
	err := parquet.Rows(w.parquet, w.pending)
	w.pending = w.pending[:0]
	if err != nil {
		return err
	}
	return w.parquet.Flush()
}

// Close writes the remaining rows and the notes, which readTable returns. It does not close the underlying file.
func (w *tableWriter) Close(notes map[string]string) error {
	if err := w.flush(); err != nil {
		return err
	}
	for _, key := range slices.Sorted(maps.Keys(notes)) {
		w.parquet.Note(key, notes[key])
	}
	return w.parquet.Close()
}
