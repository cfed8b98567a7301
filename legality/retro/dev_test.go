package retro

import (
	"bufio"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"chesscensus/chess"
)

// setup reads a FEN record.
func setup(t testing.TB, fen string) chess.Setup {
	t.Helper()
	f, err := chess.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return f.Setup
}

// rows reads a file of tab-separated values, without comments. It returns nil if the
// file does not exist.
func rows(t testing.TB, file string) (rows [][]string) {
	t.Helper()
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<24)
	for sc.Scan() {
		if line := sc.Text(); line != "" && line[0] != '#' {
			rows = append(rows, strings.Split(line, "\t"))
		}
	}
	if sc.Err() != nil {
		t.Fatal(sc.Err())
	}
	return rows
}

// item writes an unmove as the development file does.
func item(u Unmove) string {
	f := strings.Fields(string(u.Append(nil)))
	return f[0] + "," + f[2] + "," + f[4] + "," + f[6]
}

// items lists the unmoves of a setup with all histories, sorted.
func items(s chess.Setup) []string {
	list := []string{}
	for _, u := range Unmoves(nil, s, Options{AllEP: true}) {
		list = append(list, item(u))
	}
	slices.Sort(list)
	return list
}

// missing returns the elements of a that are not in b.
func missing(a, b []string) (m []string) {
	for _, x := range a {
		if !slices.Contains(b, x) {
			m = append(m, x)
		}
	}
	return m
}

// TestUnmovesEqualTexelutil compares with what texelutil revmoves prints, see the origin
// in the files. The larger file is used where it is at hand.
func TestUnmovesEqualTexelutil(t *testing.T) {
	for _, file := range []string{"testdata/revmoves.tsv", "../../../shared/data/revmoves-dev.tsv"} {
		equal, all := 0, rows(t, file)
		for _, row := range all {
			want := slices.DeleteFunc(strings.Split(row[3], ";"), func(s string) bool { return s == "" })
			slices.Sort(want)
			got := items(setup(t, row[1]))
			if slices.Equal(got, want) && strconv.Itoa(len(got)) == row[2] {
				equal++
				continue
			}
			t.Errorf("%s\n%d unmoves, want %s\nmissing %v\nsuperfluous %v",
				row[1], len(got), row[2], missing(want, got), missing(got, want))
		}
		t.Logf("%s: %d of %d rows equal", file, equal, len(all))
	}
}
