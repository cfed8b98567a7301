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
	testkit.Contains(t, result.Faults[0], ": rules: ", "ManyMen")
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
		testkit.FailsWith(t, r.Add(&Result{Chunk: 99}), "", "a chunk out of order is written")
		r.Close()
		return r
	}
	add(0, 1)
	text, _ := os.ReadFile(name)
	testkit.OK(t, os.WriteFile(name, append(text, `{"chunk":2,"posi`...), 0o666))
	if r := add(2); r.Total.Chunk != 3 || r.Total.Positions["a"] != 6 || r.Total.Judged["rules"] != 6 {
		t.Errorf("%+v", r.Total)
	}
	testkit.Fails(Open(name, Plan{Seed: 4}))(t, ":1: another plan")
	bad, _ := json.Marshal(Result{Chunk: 7})
	testkit.OK(t, os.WriteFile(name, append(text, append(bad, '\n')...), 0o666))
	testkit.Fails(Open(name, plan))(t, ":4: want chunk 2")
	for _, plan := range []Plan{{Games: 1}, {Ends: 1}, {Draws: "some"}} {
		testkit.Fails(New(plan, Inputs{}))(t, "", plan)
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
	testkit.Fails(p.Chunk(ctx, 1))(t, "", "a chunk that was interrupted has no error")
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
	testkit.Fails(Open(dir, Plan{}))(t, dir, "a folder")
}

// TestLemmas: each stage refutes the example of its lemma, and not a similar setup.
func TestLemmas(t *testing.T) {
	for _, c := range []struct {
		stage *lemma
		fen   string
		want  verdict.Outcome
	}{
		{severalMen(), "rnbqkbn1/ppppppp1/8/7p/P7/1P2P3/BrPP1PPP/K1BQRRNN w q - 0 1", verdict.Illegal},
		{severalMen(), "rnbqkbn1/ppppppp1/7r/7p/P7/1P2P3/B1PP1PPP/K1BQRRNN w q - 0 1", verdict.Unknown},
		{severalMen(), "rnbqkbn1/ppppppp1/8/7p/P7/1P2P3/BrPP1PPP/K1BQRRN1 w q - 0 1", verdict.Illegal},
		{severalMen(), "8/8/8/8/8/8/8/8 w - - 0 1", verdict.Unknown},
		{fallenBishops(), "rnbqkbnr/2pppppp/p7/1P6/1p1Q4/4P3/2PP1PPP/RNBQK2R w KQk - 0 1", verdict.Illegal},
		{fallenBishops(), "rnbqkbnr/2pppppp/p7/1P6/1p1Q4/4P3/2PP1PPP/RN1QKB1R w KQk - 0 1", verdict.Unknown},
		{fallenBishops(), "8/8/8/8/8/8/8/8 w - - 0 1", verdict.Unknown},
		{pairsLetIn(), "r1nBkb1r/pb1ppppp/1p1p1n2/8/7q/3P4/PPP1PPPP/RN1QKB1R w KQkq - 0 1", verdict.Illegal},
		{pairsLetIn(), "r1nBkb1r/1b1ppppp/pp1p1n2/8/7q/3P4/PPP1PPPP/RN1QKB1R w KQkq - 0 1", verdict.Unknown},
		{pairsLetIn(), "8/8/8/8/8/8/8/8 w - - 0 1", verdict.Unknown},
	} {
		if v, _ := c.stage.Judge(t.Context(), testkit.Setup(t, c.fen), verdict.Budget{}); v.Outcome != c.want {
			t.Errorf("%s: %s: %v, want %v", c.stage.name, c.fen, v, c.want)
		}
	}
}

// TestRun makes a chunk, continues with nothing to do, and refuses to continue with another plan.
func TestRun(t *testing.T) {
	testkit.Medium(t)
	dir := t.TempDir()
	name, settled := filepath.Join(dir, "out"), filepath.Join(dir, "settled")
	testkit.OK(t, os.WriteFile(settled, []byte("{\"proof\":\"e4 e5 Nf3\"}\n{\"reasons\":[\"ManyMen\"]}\n"), 0o666))
	ends := filepath.Join(dir, "ends")
	testkit.OK(t, os.WriteFile(ends, []byte("# positions\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -\tlegal\n\n"), 0o666))
	args := []string{"-o", name, "-n", "1", "-settled", settled, "-ends", ends, "-draws", "ranked-repaired"}
	status, out, errs := call(t, args...)
	for _, counted := range []string{"before", "ends", "beside", "rules"} { // three kinds of positions and a stage
		testkit.Contains(t, out, counted)
	}
	if status != 0 || !strings.HasPrefix(errs, "chunk 0: ") || !strings.Contains(errs, "/s, 0s left, 0 refuted") {
		t.Errorf("status %d, want 0 and the progress of one chunk: %s", status, errs)
	}
	if status, again, errs := call(t, args...); status != 0 || again != out || errs != "" {
		t.Errorf("once more: status %d, %s%s; want the same counts and no progress", status, again, errs)
	}
	if status, _, errs := call(t, "-o", name, "-seed", "2"); status != 1 || !strings.Contains(errs, "another plan") {
		t.Errorf("with another seed: status %d, %s", status, errs)
	}
}

// call runs the command and returns its status and outputs.
func call(t *testing.T, args ...string) (status int, out, errs string) {
	t.Helper()
	var o, e strings.Builder
	status = run(t.Context(), args, &o, &e)
	return status, o.String(), e.String()
}

// TestBadInput: wrong flags and files are errors that name the file.
func TestBadInput(t *testing.T) {
	dir := t.TempDir()
	name, settled := filepath.Join(dir, "out"), filepath.Join(dir, "settled")
	testkit.OK(t, os.WriteFile(settled, []byte("{\"proof\":\"e4 e5 Nf3\"}\n{\"reasons\":[\"ManyMen\"]}\n"), 0o666))
	for _, c := range []struct {
		args []string
		want string
		code int
	}{
		{[]string{"-settled", name + "none"}, "no such file", 1},
		{[]string{"-ends", name + "none"}, "no such file", 1},
		{[]string{"-ends", settled}, "settled:1: ", 1},
		{[]string{"-draws", "none"}, "none", 1},
		{[]string{"-x"}, "not defined", 2},
		{[]string{"-n", "many"}, "invalid value", 2},
		{[]string{"-o", dir}, dir, 1},
	} {
		if status, _, errs := call(t, c.args...); status != c.code || !strings.Contains(errs, c.want) {
			t.Errorf("%v: status %d, want %d and %q: %s", c.args, status, c.code, c.want, errs)
		}
	}
	testkit.OK(t, os.WriteFile(settled, []byte("{\"proof\":\"e4 e4\"}\n"), 0o666))
	if status, _, errs := call(t, "-settled", settled); status != 1 || !strings.Contains(errs, "settled:1: ") {
		t.Errorf("status %d, %s", status, errs)
	}
}

// TestReadInputs: positions and games are read from the files, and errors have the number of the line.
func TestReadInputs(t *testing.T) {
	dir := t.TempDir()
	write := func(text string) string {
		name := filepath.Join(dir, "file")
		testkit.OK(t, os.WriteFile(name, []byte(text), 0o666))
		return name
	}
	list, err := readPositions(write("# none\n\n8/8/8/8/8/k7/8/K7 w - -\tof a composition\n  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1  \n"))
	if err != nil || len(list) != 2 || list[0].Board.Men() != 2 || list[1].Board.Men() != 32 {
		t.Errorf("%v, %v", list, err)
	}
	for text, want := range map[string]string{"\n\nno position\n": "file:3: ", "8/8/8/8/8/8/8/K7 w - -": "file:1: ", "8/8/8/8/8/8/8/Kk6 w - -": "file:1: "} {
		testkit.Fails(readPositions(write(text)))(t, want, text)
	}
	games, err := readGames(write(`{"proof":"e4 e5 Nf3"}` + "\n" + `{"reasons":["ManyMen"]}` + "\n" + `{"proof":"d4"}` + "\n"))
	if err != nil || len(games) != 2 || len(games[0]) != 3 || len(games[1]) != 1 {
		t.Errorf("%v, %v", games, err)
	}
	testkit.Fails(readGames(write("{\"proof\":\"d4\"}\nnonsense\n")))(t, "file:2: ")
	var plan Plan
	given, err := readInputs(&plan, write(`{"proof":"e4 e5 Nf3"}`), "")
	if err != nil || plan.Games != 1 || plan.Ends != 0 || len(given.Games) != 1 || given.Draw != nil {
		t.Errorf("%+v, %+v, %v", plan, given, err)
	}
}
