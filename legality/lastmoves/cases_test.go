package lastmoves

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality"
	"chesscensus/legality/proofgame"
	"chesscensus/legality/retro"
	"chesscensus/legality/verdict"
)

// A publishedCase is a row of docs/data/cases.tsv: a published answer about a position.
type publishedCase struct {
	setup          chess.Setup
	answer, source string
	engine         string // the verdict of the engine
}

// readCases returns up to n wanted rows of docs/data/cases.tsv, spread evenly.
func readCases(t *testing.T, n int, isWanted func(publishedCase) bool) (sample []publishedCase) {
	t.Helper()
	text := testkit.Must(os.ReadFile("../../docs/data/cases.tsv"))(t)
	var wanted []publishedCase
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		if line[0] == '#' {
			continue
		}
		col := strings.Split(line, "\t")
		if len(col) != 4 {
			t.Fatalf("%q: %d columns, want 4", line, len(col))
		}
		f := testkit.Must(chess.ParseFEN(col[0]))(t)
		if row := (publishedCase{f.Setup, col[1], col[2], col[3]}); isWanted(row) {
			wanted = append(wanted, row)
		}
	}
	n = min(n, len(wanted))
	for i := range n {
		sample = append(sample, wanted[i*len(wanted)/n])
	}
	return sample
}

// newEngine returns an engine with the options of the command judge.
func newEngine(t *testing.T) *legality.Engine {
	t.Helper()
	e := testkit.Must(legality.New(legality.Options{Effort: verdict.Game, Games: proofgame.Options{Long: true}}))(t)
	return e
}

// TestPublishedCases compares verdicts with published answers, so that a wrong theorem can be noticed.
func TestPublishedCases(t *testing.T) {
	e := newEngine(t)
	for _, c := range readCases(t, testkit.LongSizes(2, 6, 30), func(c publishedCase) bool { return c.engine != "unknown" }) {
		v := e.Judge(t.Context(), c.setup)
		if got := v.Outcome.String(); got != c.engine || !strings.HasPrefix(c.answer, got) {
			t.Errorf("%v: %s, want %s; published: %s (%s)", &c.setup, got, c.engine, c.answer, c.source)
		}
	}
}

// TestPublishedOpen checks that where the list has no verdict of the engine, a verdict must not contradict the published
// answer. CHESSCENSUS_TESTS=20 has all of them. A case takes 20 s of CPU, so that small tests look for refutations alone, of more cases.
func TestPublishedOpen(t *testing.T) {
	testkit.Long(t)
	e, n := newEngine(t), testkit.Size(1, 2)
	if testkit.Stride() > 3 {
		e, n = testkit.Must(legality.New(legality.Options{Effort: verdict.Kernel}))(t), 10
	}
	for _, c := range readCases(t, n, func(c publishedCase) bool { return c.engine == "unknown" }) {
		v := e.Judge(t.Context(), c.setup)
		if v.Outcome != verdict.Unknown && !strings.HasPrefix(c.answer, v.Outcome.String()) {
			t.Errorf("%v: %v, published: %s (%s)", &c.setup, v.Outcome, c.answer, c.source)
		}
	}
}

// lastMove matches answers with a unique kind of last move.
var lastMove = regexp.MustCompile(`^legal, last move ([KQRBNPOx=-]+|ep)$`)

// moveKind returns the kind of a last move in the notation of collections of last-move problems: the man that moved and the man
// that it captured, such as "RxN", "P--" for a double step, or "ep".
func moveKind(u retro.Unmove) string {
	letter := func(r chess.Role) string { return strings.ToUpper(chess.NewPiece(chess.White, r).String()) }
	from, to := u.From(), u.To()
	text := letter(u.Role())
	switch {
	case u.Castles() && to.File() == 6:
		return "O-O"
	case u.Castles():
		return "O-O-O"
	case u.Captured() == chess.NoRole && u.Role() == chess.Pawn && (from.Row()-to.Row() == 2 || to.Row()-from.Row() == 2):
		text += "--"
	case u.Captured() == chess.NoRole:
		text += "-"
	case u.EnPassant():
		return "ep"
	default:
		text += "x" + letter(u.Captured())
	}
	if p := u.Promotion(); p != chess.NoRole {
		text += "=" + letter(p)
	}
	return text
}

// TestLastMoveRecords checks that in positions with a published unique kind of last move, with either side to move, that kind
// is not refuted. In at least half of them no other kind is left at effort kernel. CHESSCENSUS_TESTS=5 has all of them.
func TestLastMoveRecords(t *testing.T) {
	e := testkit.Must(legality.New(legality.Options{Effort: verdict.Kernel}))(t)
	unique, rows := 0, readCases(t, testkit.LongSize(10, 52), func(c publishedCase) bool { return lastMove.MatchString(c.answer) })
	for _, c := range rows {
		want := lastMove.FindStringSubmatch(c.answer)[1]
		possible, onlyKind := false, true
		for range 2 {
			if c.setup.Violations() == 0 {
				list := testkit.Must(List(t.Context(), e, c.setup))(t, c.setup)
				hasWanted, hasOther := false, false
				for _, m := range Possible(list) {
					if moveKind(m.Unmove) == want {
						hasWanted = true
					} else {
						hasOther = true
					}
				}
				if hasWanted {
					possible, onlyKind = true, !hasOther
					break
				}
			}
			c.setup.Turn = c.setup.Turn.Other()
		}
		if !possible {
			t.Errorf("%v: the last move was %s (%s), which is refuted", &c.setup, want, c.source)
		}
		if possible && onlyKind {
			unique++
		}
	}
	t.Logf("of %d positions, in %d no other kind of last move is left", len(rows), unique)
	if unique*2 < len(rows) {
		t.Errorf("only in %d of %d positions no other kind of last move is left, want half", unique, len(rows))
	}
}
