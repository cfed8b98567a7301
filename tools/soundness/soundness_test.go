package main

import (
	"context"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality"
	"chesscensus/legality/verdict"
)

// edgeGames returns the games on the edge of theorems.
func edgeGames(t *testing.T) (games [][]chess.Move) {
	t.Helper()
	for _, g := range testkit.EdgeGames {
		pos := chess.InitialPosition()
		var moves []chess.Move
		for word := range strings.FieldsSeq(g.Moves) {
			m := testkit.Must(pos.ParseSAN(word))(t)
			moves, pos = append(moves, m), pos.Play(m)
		}
		games = append(games, moves)
	}
	return games
}

// compositions are final positions of proof games and of problems about last moves.
var compositions = []string{"2b1RK1k/1p1ppp1p/8/8/8/8/8/8 b - -", "8/1p6/p7/8/8/PP6/1PkPP3/KR1b4 b - -", "1qkB4/P1brp3/Kppp4/1p6/8/8/8/8 w - -",
	"5K1N/3prppk/4p2p/8/8/8/8/8 b - -", "2bK1kN1/1pp1prpp/5p2/8/8/8/8/8 b - -", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -"}

// mostlyIllegalDraw returns draw i for the kind "before": the position of a random game with up to three pawns added, which is
// mostly illegal.
func mostlyIllegalDraw(i uint64) chess.Setup {
	src := rand.New(rand.NewPCG(16, i))
	var setup chess.Setup
	for pos := range chesstest.Playout(src, chesstest.Options{Plies: 10 + src.IntN(60)}) {
		setup = pos.Setup()
	}
	setup.EP, setup.Castling = chess.NoSquare, 0
	empty := ^setup.Board.Occupied() &^ (chess.RowBB(0) | chess.RowBB(7))
	for range 3 {
		sq := chess.Square(src.IntN(64))
		if empty.Has(sq) {
			setup.Board.Put(sq, chess.NewPiece(chess.Color(src.IntN(2)), chess.Pawn))
		}
	}
	return setup
}

// TestQuietMoves: positions before quiet moves lead to a position of the game, and positions without one capture are valid.
func TestQuietMoves(t *testing.T) {
	src := testkit.Rand("near")
	for _, game := range edgeGames(t) {
		ends := map[chess.Board]bool{}
		for pos := range positionsAlong(game) {
			ends[pos.Setup().Board] = true
		}
		for pos := range otherQuietMoves(src, game) {
			found := false
			for _, m := range pos.Moves(nil) {
				after := pos.Play(m)
				found = found || ends[after.Setup().Board]
			}
			if !found {
				t.Errorf("%v leads to no position of the game", pos)
			}
		}
		n := 0
		for pos := range withoutMove(src, game, isCapture) {
			if n++; pos.Setup().Violations() != 0 {
				t.Errorf("%v is no position", pos)
			}
		}
		if some := slices.ContainsFunc(game, isCapture); !some && n > 0 {
			t.Errorf("%d positions of a game without captures", n)
		}
		if again := movesBetween(positionsAlong(game)); !slices.Equal(again, game[1:]) {
			t.Errorf("moves %v, want %v", again, game[1:])
		}
	}
}

// TestCheckPredecessors: an engine that refutes only the draw gives a fault for every setup before it.
func TestCheckPredecessors(t *testing.T) {
	s := testkit.Setup(t, "r1bqkb1r/pppppppp/8/8/8/P7/1PPPPPPP/R1BQKBNR b KQkq - 0 1")
	p := testkit.Must(New(Plan{Draws: "one"}, Inputs{Draw: func(uint64) chess.Setup { return s }}))(t)
	p.engine = testkit.Must(legality.New(legality.Options{Effort: verdict.Static, Stages: func() []legality.Stage { return []legality.Stage{refutesOne{s: s}} }}))(t)
	result := Result{Positions: map[string]int{}}
	testkit.OK(t, p.checkPredecessors(t.Context(), &result, 0))
	if n := result.Positions["before"]; n == 0 || len(result.Faults) != n {
		t.Fatalf("%d faults of %d setups, want one for each", len(result.Faults), n)
	}
	if !strings.HasPrefix(result.Faults[0], "before: ") {
		t.Errorf("the fault %q does not begin with its kind", result.Faults[0])
	}
}

// refutesOne is a stage that refutes one setup.
type refutesOne struct {
	legality.Stage
	s chess.Setup
}

func (refutesOne) Name() string           { return "only" }
func (refutesOne) Effort() verdict.Effort { return verdict.Static }
func (o refutesOne) Judge(_ context.Context, s chess.Setup, _ verdict.Budget) (verdict.Verdict, bool) {
	if s == o.s {
		return verdict.Refuted("only", verdict.ManyMen, verdict.Evidence{}), true
	}
	return verdict.Verdict{}, false
}

// TestNothingIsRefuted tries all stages on the first chunks, more than ten thousand positions.
func TestNothingIsRefuted(t *testing.T) {
	testkit.Medium(t)
	games := edgeGames(t)
	inputs := Inputs{Games: games, Draw: mostlyIllegalDraw}
	for _, fen := range compositions {
		inputs.Ends = append(inputs.Ends, testkit.Setup(t, fen+" 0 1"))
	}
	p := testkit.Must(New(Plan{Seed: 16, Games: len(games), Ends: len(compositions), Draws: "test"}, inputs))(t)
	total := Result{Positions: map[string]int{}, Judged: map[string]int{}}
	for chunk := range uint64(testkit.LongSize(1, 4)) {
		result := testkit.Must(p.Chunk(t.Context(), chunk))(t)
		total.add(&result)
	}
	for _, line := range total.Faults {
		t.Error(line)
	}
	for _, name := range p.Stages() {
		if total.Judged[name] == 0 {
			t.Errorf("stage %s has judged nothing", name)
		}
	}
	if len(p.Stages()) != len(interval) {
		t.Errorf("stages %v, want those of %v", p.Stages(), interval)
	}
	if want := len(chesstest.Styles()) + 8; len(total.Positions) != want { // the styles, and the eight other kinds of doc.go
		t.Errorf("kinds %v, want %d", total.Positions, want)
	}
	t.Logf("%v\n%v", total.Positions, total.Judged)
}

// faultyStage is a stage that refutes every setup with a white man on e4.
type faultyStage struct{ legality.Stage }

func (faultyStage) Name() string { return "rules" }

func (faultyStage) Judge(_ context.Context, s chess.Setup, _ verdict.Budget) (verdict.Verdict, bool) {
	if p := s.Board.At(chess.E4); p != chess.NoPiece && p.Color() == chess.White {
		return verdict.Refuted("rules", verdict.ManyMen, verdict.Evidence{}), true
	}
	return verdict.Verdict{}, false
}

// TestFaultyStage: a stage that refutes legal positions is reported with the position, also after a correct stage.
func TestFaultyStage(t *testing.T) {
	p, _ := New(Plan{Seed: 1}, Inputs{})
	p.stages = append(slices.Clone(p.stages[:1]), faultyStage{})
	result, err := p.Chunk(t.Context(), 0)
	if err != nil || len(result.Faults) == 0 {
		t.Fatalf("%v, %d faults, want some", err, len(result.Faults))
	}
	for _, want := range []string{": rules: ", "ManyMen"} {
		if !strings.Contains(result.Faults[0], want) {
			t.Errorf("the fault %q does not name %q", result.Faults[0], want)
		}
	}
}

// TestRecordIsContinued: an interrupted file is continued, and has the same sum as one made at once.
func TestRecordIsContinued(t *testing.T) {
	plan := Plan{Seed: 3}
	name := filepath.Join(t.TempDir(), "file")
	add := func(chunks ...uint64) *ResultFile {
		r := testkit.Must(Open(name, plan))(t)
		for _, c := range chunks {
			result := Result{Chunk: c, Positions: map[string]int{"a": int(c) + 1}, Judged: map[string]int{"rules": 2}}
			testkit.OK(t, r.Add(&result))
		}
		if err := r.Add(&Result{Chunk: 99}); err == nil {
			t.Error("a chunk out of order is written")
		}
		r.Close()
		return r
	}
	add(0, 1)
	text, _ := os.ReadFile(name)
	testkit.OK(t, os.WriteFile(name, append(text, `{"chunk":2,"posi`...), 0o666))
	if r := add(2); r.Total.Chunk != 3 || r.Total.Positions["a"] != 6 || r.Total.Judged["rules"] != 6 {
		t.Errorf("%+v", r.Total)
	}
	if _, err := Open(name, Plan{Seed: 4}); err == nil || !strings.Contains(err.Error(), ":1: another plan") {
		t.Error(err)
	}
	bad, _ := json.Marshal(Result{Chunk: 7})
	testkit.OK(t, os.WriteFile(name, append(text, append(bad, '\n')...), 0o666))
	if _, err := Open(name, plan); err == nil || !strings.Contains(err.Error(), ":4: want chunk 2") {
		t.Error(err)
	}
	for _, plan := range []Plan{{Games: 1}, {Ends: 1}, {Draws: "some"}} {
		if _, err := New(plan, Inputs{}); err == nil {
			t.Errorf("a plan with what is not there: %+v", plan)
		}
	}
}

// TestChunks: a chunk depends on its number only, and another chunk has other positions.
func TestChunks(t *testing.T) {
	testkit.Medium(t)
	p, _ := New(Plan{Seed: 5}, Inputs{})
	p.stages = p.stages[:1]
	one, _ := p.Chunk(t.Context(), 1)
	two, _ := p.Chunk(t.Context(), 2)
	again, _ := p.Chunk(t.Context(), 1)
	if a, b := one.Positions, again.Positions; len(a) == 0 || !maps.Equal(a, b) || maps.Equal(a, two.Positions) {
		t.Errorf("chunk 1 has %v, again %v, and chunk 2 %v; want the same twice, then others", a, b, two.Positions)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Chunk(ctx, 1); err == nil {
		t.Error("a chunk that was interrupted has no error")
	}
}

// TestFileMirror: exchanging files keeps ranks, men, side to move and the number of moves, and is its own inverse.
func TestFileMirror(t *testing.T) {
	for _, game := range edgeGames(t)[:4] {
		for pos := range positionsAlong(game) {
			s := pos.Setup()
			s.Castling, s.EP = 0, chess.NoSquare
			m := fileMirror(s)
			king := s.Board.King(chess.White)
			menMirrored := m.Board.At(chess.A2) == s.Board.At(chess.H2) && m.Board.King(chess.White) == chess.NewSquare(7-king.File(), king.Row())
			if m == s || fileMirror(m) != s || m.Turn != s.Turn || !menMirrored {
				t.Fatalf("%v becomes %v", s, m)
			}
			a, b := testkit.Must(s.Position())(t), testkit.Must(m.Position())(t)
			if na, nb := len(a.Moves(nil)), len(b.Moves(nil)); na != nb {
				t.Errorf("%v has %d moves, its mirror %v has %d", s, na, m, nb)
			}
		}
	}
}

// TestBesideIsOneMoveAway: every position beside a game is one move after a position of the game, and there is one for each move.
func TestBesideIsOneMoveAway(t *testing.T) {
	src := testkit.Rand("beside")
	for _, game := range edgeGames(t)[:6] {
		before, n := chess.InitialPosition(), 0
		for pos := range positionsBeside(src, game) {
			reached := slices.ContainsFunc(before.Moves(nil), func(m chess.Move) bool { after := before.Play(m); return after.Setup() == pos.Setup() })
			if !reached {
				t.Errorf("%v does not follow on %v", pos, before)
			}
			before = before.Play(game[n])
			n++
		}
		if n != len(game) {
			t.Errorf("%d positions beside a game of %d moves", n, len(game))
		}
	}
}

// TestFailedWrites: a result that cannot be written is an error and is not counted, and so is a folder instead of a file.
func TestFailedWrites(t *testing.T) {
	dir := t.TempDir()
	r := testkit.Must(Open(filepath.Join(dir, "file"), Plan{}))(t)
	testkit.OK(t, r.Close())
	if err := r.Add(&Result{Positions: map[string]int{"a": 1}}); err == nil || r.Total.Chunk != 0 || len(r.Total.Positions) > 0 {
		t.Errorf("%v, %+v", err, r.Total)
	}
	if _, err := Open(dir, Plan{}); err == nil || !strings.Contains(err.Error(), dir) {
		t.Errorf("a folder: %v", err)
	}
}
