package proofgame_test

import (
	"bufio"
	"flag"
	"os"
	"strings"
	"testing"
	"time"

	"chesscensus/chess"
	"chesscensus/internal/cputime"
	"chesscensus/internal/testing/devdata"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality"
	"chesscensus/legality/proofgame"
	"chesscensus/legality/verdict"
)

var (
	ablate       = flag.String("ablate", "", "file of goals, a FEN a line, for TestAblation")
	ablatePasses = flag.Int("ablate.passes", 1, "passes over each goal of TestAblation")
)

// An answer is the judgment of an engine on a goal, with its cost and the methods asked for.
type answer struct {
	legal bool
	game  string
	cost  time.Duration
	asked uint32
}

// judgeWithout judges goals with one method switched off, or none if it is negative. Each goal has an engine of its own, so that no
// answer depends on another goal.
func judgeWithout(t *testing.T, goals []chess.Setup, without, passes int) []answer {
	t.Helper()
	var opt proofgame.Options
	opt.Foreign = -1
	if without >= 0 {
		opt.WithoutMethod(without)
	}
	var game *proofgame.Stage
	engine, err := legality.New(legality.Options{Effort: verdict.Exhaustive, Passes: passes, Stages: func() []legality.Stage {
		stages := legality.StagesWith(opt)
		for _, stage := range stages {
			if gameStage, ok := stage.(*proofgame.Stage); ok {
				game = gameStage
			}
		}
		return stages
	}})
	if err != nil {
		t.Fatal(err)
	}
	all := make([]answer, len(goals))
	for i, s := range goals {
		start := cputime.Used()
		v := engine.Judge(t.Context(), s)
		all[i] = answer{legal: v.Outcome == verdict.Legal, game: "", cost: cputime.Used() - start, asked: game.Asked()}
		if v.Outcome == verdict.Legal {
			all[i].game = v.Certificate.String()
		}
	}
	return all
}

// TestAblation switches each method off alone. A goal that does not ask for a method has to get the same answer without it, so that a
// table of the worth of a method needs only the goals that do. With -ablate FILE it prints that table, for docs/BENCHMARKS.md:
//
//	go test ./legality/proofgame -run TestAblation -v -timeout 0 -ablate goals.txt
func TestAblation(t *testing.T) {
	testkit.Medium(t)
	if *ablate != "" {
		logTable(t, readGoals(t, *ablate))
		return
	}
	var goals []chess.Setup
	for _, c := range devdata.Candidates(t, devdata.Known) {
		if c.Truth == "legal" && len(goals) < 12 {
			p := testkit.Position(t, c.FEN)
			goals = append(goals, p.Setup())
		}
	}
	with := judgeWithout(t, goals, -1, 1)
	changed := 0
	for m, name := range proofgame.Methods {
		for i, a := range judgeWithout(t, goals, m, 1) {
			if with[i].asked>>m&1 == 0 && a.game != with[i].game {
				t.Errorf("%v: not asked for %s, but another answer without it", &goals[i], name)
			}
			if name == "planning" && a.game != with[i].game {
				changed++
			}
		}
	}
	if changed < len(goals)/2 {
		t.Errorf("planning is not switched off: %d of %d games are others without it", changed, len(goals))
	}
}

// logTable logs, for each method, the number of goals that ask for it, the games lost and gained without it, and the processor time
// with and without it.
func logTable(t *testing.T, goals []chess.Setup) {
	with := judgeWithout(t, goals, -1, *ablatePasses)
	legal, cost := 0, time.Duration(0)
	for _, a := range with {
		cost += a.cost
		if a.legal {
			legal++
		}
	}
	t.Logf("%d goals, %d games, %.1f s", len(goals), legal, cost.Seconds())
	for m, name := range proofgame.Methods {
		var goalsOfMethod []chess.Setup
		var answersBefore []answer
		for i, a := range with {
			if a.asked>>m&1 != 0 {
				goalsOfMethod, answersBefore = append(goalsOfMethod, goals[i]), append(answersBefore, a)
			}
		}
		lost, gained, costBefore, costWithout := 0, 0, time.Duration(0), time.Duration(0)
		for i, a := range judgeWithout(t, goalsOfMethod, m, *ablatePasses) {
			costBefore, costWithout = costBefore+answersBefore[i].cost, costWithout+a.cost
			switch {
			case answersBefore[i].legal && !a.legal:
				lost++
			case !answersBefore[i].legal && a.legal:
				gained++
			}
		}
		t.Logf("| %s | %d | %d | %d | %.1f | %.1f |", name, len(goalsOfMethod), lost, gained, costBefore.Seconds(), costWithout.Seconds())
	}
}

// readGoals reads a file of goals.
func readGoals(t *testing.T, name string) (goals []chess.Setup) {
	f := testkit.Must(os.Open(name))(t)
	defer f.Close()
	for in := bufio.NewScanner(f); in.Scan(); {
		fen, _, _ := strings.Cut(in.Text(), "\t")
		if fen == "" || strings.HasPrefix(fen, "#") {
			continue
		}
		if strings.Count(fen, " ") == 3 {
			fen += " 0 1"
		}
		p := testkit.Position(t, fen)
		goals = append(goals, p.Setup())
	}
	return goals
}
