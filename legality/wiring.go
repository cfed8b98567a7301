package legality

import (
	"context"
	"fmt"
	"strings"

	"chesscensus/chess"
	"chesscensus/legality/cage"
	"chesscensus/legality/internal/bound"
	"chesscensus/legality/internal/parity"
	"chesscensus/legality/proofgame"
	"chesscensus/legality/proofkernel"
	"chesscensus/legality/retro"
	"chesscensus/legality/rules"
	"chesscensus/legality/verdict"
)

var (
	_ Stage = (*rules.Stage)(nil)
	_ Stage = parity.Stage{}
	_ Stage = (*proofkernel.Stage)(nil)
	_ Stage = (*bound.Stage)(nil)
	_ Stage = (*retro.Stage)(nil)
	_ Stage = (*interlocked)(nil)
	_ Stage = (*cage.Stage)(nil)
	_ Stage = (*proofgame.Stage)(nil)
)

// DefaultStages is [StagesWith] the default options.
func DefaultStages() []Stage { return StagesWith(proofgame.Options{}) }

// StagesWith returns new instances of all stages of this build, cheapest first, of which
// those that build games have the options; LastMoves and Cages are set if they are nil. A new
// stage is inserted here, at its place in the order. Stages do not know each other; what
// one asks of another is handed to it here.
//
// Cages come last: they cost as much as a hundred games, and most positions that get so far have one. A look at them
// with a small limit is taken before, when the first try at a game has failed.
func StagesWith(games proofgame.Options) []Stage {
	if games.Cages == nil {
		games.Cages = &cage.Stage{Limit: cage.EarlyLimit}
	}
	return stagesWith(games)
}

// stagesWith is StagesWith with Cages as they are given.
func stagesWith(games proofgame.Options) []Stage {
	if games.LastMoves == nil {
		games.LastMoves = LastMoves()
	}
	if games.Long && games.Backward == nil {
		games.Backward = &backward{games: games}
	}
	path, game := proofgame.Stages(games)
	return []Stage{
		new(rules.Stage),
		parity.Stage{},
		new(proofkernel.Stage),
		new(bound.Stage),
		LastMoves(),
		newInterlocked(fewMen),
		path,
		game,
		new(cage.Stage),
		newDeepInterlocked(),
	}
}

// Alone returns new instances of the stages of a name that refute, to ask them alone: what they refute may otherwise be refuted
// by an earlier one. The error names the stages there are; those that build games are not among them.
func Alone(name string) ([]Stage, error) {
	var alone []Stage
	var names []string
	for _, st := range DefaultStages() {
		if _, builds := st.(*proofgame.Stage); builds {
			continue
		}
		if names = append(names, st.Name()); st.Name() == name {
			alone = append(alone, st)
		}
	}
	if alone == nil {
		return nil, fmt.Errorf("legality: no stage %.40q refutes, only %s", name, strings.Join(names, ", "))
	}
	return alone, nil
}

// LastMoves returns a new stage for last moves that can ask the rules and the
// kernels. Its method Forced finds the goal from which the last moves are forced.
func LastMoves() *retro.Stage {
	return &retro.Stage{Static: staticReason(), Kernels: new(kernels)}
}

// DefaultEffort is what engines use unless told otherwise: kernel, which refutes most of what
// can be refuted, or the highest effort of this build below it.
func DefaultEffort() verdict.Effort { return usual(Efforts(DefaultStages())) }

// staticReason returns the rules as a question for other stages: the reason why a
// setup is refuted, or 0.
func staticReason() func(*chess.Setup) (verdict.Reason, verdict.Evidence) {
	st := new(rules.Stage)
	return func(s *chess.Setup) (verdict.Reason, verdict.Evidence) {
		v, _ := st.Judge(context.Background(), *s, verdict.Budget{})
		return v.Reasons, v.Evidence
	}
}

// kernels answers questions of other stages about proof kernels. It has a solver of
// its own, so that the class found by the kernel stage is left alone.
type kernels struct{ solver proofkernel.Solver }

// Refutes reports whether the setup has no proof kernel or no extended one.
func (k *kernels) Refutes(s chess.Setup, budget int64) (bool, int64) {
	r, states := k.solver.Exists(&s, budget)
	return r == proofkernel.NoKernel || r == proofkernel.NoExtended, states
}

// Forget gives the solver's memory back.
func (k *kernels) Forget() { k.solver.Forget() }
