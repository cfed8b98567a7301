package positions

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
	"chesscensus/survey/uniform"
)

// foolsMate is the position after 1.f3 e5 2.g4 Qh4, a mate.
var foolsMate = position("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq -", 17, "f3 e5 g4 Qh4#")

// position returns a draw with a game.
func position(fen string, draw uint64, game verdict.ProofGame) uniform.Position {
	f, err := chess.ParseFEN(fen)
	if err != nil {
		panic(err)
	}
	return uniform.Position{Setup: f.Setup, Draw: draw, Game: game}
}

// row returns the row of a position, with its game if games is set.
func row(t *testing.T, p uniform.Position, games bool) Row {
	t.Helper()
	return testkit.Must(RowOf(&p, games))(t)
}

// rows returns the rows of four positions: a mate, one with an en passant capture, a stalemate, and one with a triple check.
func rows(t *testing.T) []Row {
	return []Row{
		row(t, foolsMate, true),
		row(t, position("rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6", 0, "e4 a6 e5 d5"), false),
		row(t, position("7k/5Q2/6K1/8/8/8/8/8 b - -", 1<<40, ""), false),
		row(t, position("4k3/8/3N4/1BB5/8/1QQ5/8/B3RK2 b - -", 3, ""), false),
	}
}

// TestRowsOfKnownPositions compares rows with counts made by eye.
func TestRowsOfKnownPositions(t *testing.T) {
	allWhite, allBlack := White{8, 2, 2, 2, 1}, Black{8, 2, 2, 2, 1}
	list := rows(t)
	for i, want := range []Row{
		{Draw: 17, FEN: "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 0 1", Men: 32, White: allWhite, Black: allBlack, Rights: 4,
			Play: Play{Checkers: 1, Mate: true}, Plies: 4, Game: "f3 e5 g4 Qh4#"},
		{FEN: "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 1", Men: 32, White: allWhite, Black: allBlack, Rights: 4,
			EnPassant: true, Play: Play{Moves: 31, CapturingMoves: 2}, Plies: 4}, // exd6, Bxa6
		{Draw: 1 << 40, FEN: "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Men: 3, White: White{WhiteQueens: 1}, BlackToMove: true,
			Play: Play{Stalemate: true}, Captures: 29},
		{Draw: 3, FEN: "4k3/8/3N4/1BB5/8/1QQ5/8/B3RK2 b - - 0 1", Men: 9, White: White{0, 1, 3, 1, 2}, BlackToMove: true,
			Play: Play{Checkers: 3, Moves: 2}, Captures: 23, Promotions: 2}, // Kd8, Kf8
	} {
		if list[i] != want {
			t.Errorf("row %d is\n%+v, want\n%+v", i, list[i], want)
		}
	}
	bad := position("kK6/8/8/8/8/8/8/8 w - -", 0, "")
	testkit.Fails(RowOf(&bad, false))(t, "", "kings beside each other have a row")
}

// TestColumnsAreTheSame: CSV, Parquet and the list of columns have the same names in the same order.
func TestColumnsAreTheSame(t *testing.T) {
	var names []string
	for _, c := range columns {
		if names = append(names, columnName(c)); c.Tag.Get("about") == "" {
			t.Errorf("column %s has no text", columnName(c))
		}
	}
	if head, want := strings.TrimSpace(string(AppendCSVHeader(nil))), strings.Join(names, ","); head != want {
		t.Errorf("CSV has the header\n%s, want\n%s", head, want)
	}
	var inFile []string
	for _, path := range parquet.SchemaOf(Row{}).Columns() {
		inFile = append(inFile, strings.Join(path, "."))
	}
	if !slices.Equal(inFile, names) {
		t.Errorf("Parquet has %v, want %v", inFile, names)
	}
}

// TestCSVAgreesWithJSON: a CSV reader finds in each cell the value of the JSON form.
func TestCSVAgreesWithJSON(t *testing.T) {
	text := AppendCSVHeader(nil)
	for _, r := range rows(t) {
		text = r.AppendCSV(text)
	}
	records := testkit.Must(csv.NewReader(bytes.NewReader(text)).ReadAll())(t)
	for i, r := range rows(t) {
		j, _ := json.Marshal(r)
		object := map[string]json.RawMessage{}
		_ = json.Unmarshal(j, &object)
		for k, name := range records[0] {
			if want := strings.Trim(string(object[name]), `"`); records[i+1][k] != want {
				t.Errorf("row %d, %s: %q, want %q", i, name, records[i+1][k], want)
			}
		}
	}
}

// writeTable writes rows to a file.
func writeTable(t *testing.T, list []Row, notes map[string]string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "positions.parquet")
	f := testkit.Must(os.Create(path))(t)
	w := newTableWriter(f)
	for i := range list {
		testkit.OK(t, w.Write(&list[i]))
	}
	testkit.OK(t, w.Close(notes))
	testkit.OK(t, f.Close())
	return path
}

// TestParquetRoundTrip writes and reads no rows, few rows, and more than a row group: the rows of known positions by turns, with the
// numbers of their draws changed.
func TestParquetRoundTrip(t *testing.T) {
	known := rows(t)
	for _, n := range []int{0, 3, rowGroup + 5} {
		list := make([]Row, n)
		for i := range list {
			list[i] = known[i%len(known)]
			list[i].Draw = uint64(i)
		}
		wantNotes := map[string]string{"seed": "7", "space": "x"}
		got, notes, err := readTable(writeTable(t, list, wantNotes))
		if err != nil || !slices.Equal(got, list) {
			t.Errorf("%d rows written: %d came back or they differ, error %v", n, len(got), err)
		}
		if !maps.Equal(notes, wantNotes) {
			t.Errorf("%d rows: notes %v came back, want %v", n, notes, wantNotes)
		}
	}
}

// TestCardListsColumns: docs/DATASET.md lists the columns with their descriptions.
func TestCardListsColumns(t *testing.T) {
	card := testkit.Must(os.ReadFile("../../../../docs/DATASET.md"))(t)
	want := ""
	for _, c := range columns {
		want += "| `" + columnName(c) + "` | " + c.Tag.Get("about") + " |\n"
	}
	testkit.Contains(t, string(card), want)
}

// readers are Python programs, by the module they use. They print the sums of men and plies, the number of mates and the FEN of the
// first row, that of draw 17, of a Parquet file.
var readers = map[string]string{
	"pandas": `import sys, pandas
t = pandas.read_parquet(sys.argv[1])
print(int(t.men.sum()), int(t.plies.sum()), int(t.mate.sum()), t.fen[0])`,
	"duckdb": `import sys, duckdb
print(*duckdb.sql(f"""select sum(men)::int, sum(plies)::int, count(*) filter (mate), any_value(fen order by draw = 17 desc)
	from '{sys.argv[1]}'""").fetchall()[0])`,
}

// TestPythonReadsParquet reads a file with pandas and with DuckDB, if Python has them.
func TestPythonReadsParquet(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	python, err := exec.LookPath(cmp.Or(os.Getenv("PYTHON"), "python3"))
	if err != nil {
		t.Skip("no Python on PATH to read the file with")
	}
	path := writeTable(t, rows(t), nil)
	for name, program := range readers {
		t.Run(name, func(t *testing.T) {
			if err := exec.Command(python, "-c", "import "+name).Run(); err != nil {
				t.Skipf("%s has no %s; PYTHON=... names another", python, name)
			}
			out, err := exec.Command(python, "-c", program, path).CombinedOutput()
			// 32+32+3+9 men, 4+4 plies, one mate
			if want := "76 8 1 " + foolsMate.Setup.String() + " 0 1\n"; err != nil || string(out) != want {
				t.Errorf("error %v, output %s, want %s", err, out, want)
			}
		})
	}
}

// readTable reads the rows and the notes of a Parquet file.
func readTable(path string) (rows []Row, notes map[string]string, err error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, err
	}
	f, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, nil, err
	}
	notes = map[string]string{}
	for _, kv := range f.Metadata().KeyValueMetadata {
		notes[kv.Key] = kv.Value
	}
	rows, err = parquet.Read[Row](bytes.NewReader(data), int64(len(data)))
	return rows, notes, err
}
