package campaign

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"chesscensus/chess"
	"chesscensus/legality"
	"chesscensus/legality/verdict"
	"chesscensus/survey/plan"
)

// checkSuffix follows the name of a stage in a phase of a plan if the stage judges only positions in check, with castling rights, or
// with an en passant square. These features tell something about the last moves.
const checkSuffix = "/check"

// selectStages returns the stages with the names of a phase, in the order of the names. Without names it returns all stages in
// their own order. The error shows a name that no stage has.
//
// Leaving a stage out of a phase changes which draws this phase refutes, but not which draws are counted in the end, as long as
// the last phase asks all stages: it refutes the draws that were not refuted before.
func selectStages(stages []legality.Stage, names []string) ([]legality.Stage, error) {
	if len(names) == 0 {
		return stages, nil
	}
	var list []legality.Stage
	for _, name := range names {
		plain, checks := strings.CutSuffix(name, checkSuffix)
		i := slices.IndexFunc(stages, func(st legality.Stage) bool { return st.Name() == plain })
		if i < 0 {
			var known []string
			for _, st := range stages {
				known = append(known, st.Name())
			}
			return nil, fmt.Errorf("found stage %.40q, want one of %s, or one of them with %s behind", name, strings.Join(known, ", "),
				checkSuffix)
		}
		st := stages[i]
		if checks {
			st = checkStage{st}
		}
		list = append(list, st)
	}
	return list, nil
}

// leanKernelPhases are the phases of effort kernel for sets in which nearly every draw has a kernel and kings that respect the
// theorems on checks. The analysis of last moves refutes one position in check in nine, but no position without checks, rights and
// en passant. Kernels refute one draw in sixty and cost twice as much, so fewer draws enter their phase. The lower bound on moves
// refutes two draws in ten million: it is left to the last phase, which asks all stages.
var leanKernelPhases = []plan.Phase{
	{Name: "last moves", Stages: []string{"retro" + checkSuffix}},
	{Name: "kernel", Stages: []string{"kernel"}},
}

// leanPhases replaces the phase of effort kernel by [leanKernelPhases], if the program has their stages.
func leanPhases(phases []plan.Phase, stages func() []legality.Stage) []plan.Phase {
	if stages == nil {
		stages = legality.DefaultStages
	}
	var list []plan.Phase
	for _, ph := range phases {
		if ph.Effort != verdict.Kernel.String() {
			list = append(list, ph)
			continue
		}
		for _, l := range leanKernelPhases {
			if _, err := selectStages(stages(), l.Stages); err != nil {
				return phases
			}
			list = append(list, plan.Phase{Name: l.Name, Effort: ph.Effort, Nodes: ph.Nodes, Stages: slices.Clone(l.Stages)})
		}
	}
	list[len(list)-1].Stages = nil // the last phase asks all, also where none looks for games
	return list
}

// phaseStages returns a function that makes the stages of a phase, new ones for each engine; stages makes all stages, and nil
// stands for legality.DefaultStages.
func phaseStages(stages func() []legality.Stage, ph *plan.Phase) (func() []legality.Stage, error) {
	if len(ph.Stages) == 0 {
		return stages, nil
	}
	if stages == nil {
		stages = legality.DefaultStages
	}
	if _, err := selectStages(stages(), ph.Stages); err != nil {
		return nil, &plan.FieldError{Field: "phases", Msg: err.Error()}
	}
	return func() []legality.Stage {
		list, _ := selectStages(stages(), ph.Stages) // without an error, as above
		return list
	}, nil
}

// A checkStage is a stage that judges only the positions of [checkSuffix].
type checkStage struct{ legality.Stage }

// Judge asks the stage if the position is one of [checkSuffix], and is undecided otherwise.
func (st checkStage) Judge(ctx context.Context, s chess.Setup, budget verdict.Budget) (verdict.Verdict, bool) {
	b := &s.Board
	if s.Castling == 0 && s.EP == chess.NoSquare {
		if k := b.King(s.Turn); k == chess.NoSquare || b.Attackers(k, s.Turn.Other(), b.Occupied()) == 0 {
			return verdict.Verdict{}, false
		}
	}
	return st.Stage.Judge(ctx, s, budget)
}
