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

// DefaultStages returns the stages of [StagesWith] the default options.
func DefaultStages() []Stage { return StagesWith(proofgame.Options{}) }

// StagesWith returns new instances of all stages of this build, cheapest first. Those that
// build games get the options, with LastMoves and Cages set if they are nil. Stages do not
// import each other; this function passes them the methods of others that they use.
//
// Stages that search cages come last: they cost as much as a hundred games, and most positions that reach them have a game. When the
// first try at a game has failed, the stages that build games use cages with a small limit.
func StagesWith(games proofgame.Options) []Stage {
	if games.Cages == nil {
		games.Cages = &cage.Stage{Limit: cage.EarlyLimit}
	}
	return makeStages(games)
}

// makeStages does what StagesWith does, but leaves Cages nil if it is: then stages that build games search no cages.
func makeStages(games proofgame.Options) []Stage {
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

// Alone returns new instances of the refuting stages with a name, to judge without the earlier stages, which may refute the same
// setups. The error lists the refuting stages; those that build games are not among them.
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

// LastMoves returns a new stage for last moves that uses the rules and the kernels. Its
// method Forced takes back forced last moves.
func LastMoves() *retro.Stage {
	return &retro.Stage{Static: staticReason(), Kernels: new(kernels)}
}

// DefaultEffort returns the effort of engines without Options.Effort: kernel, which refutes most
// setups that can be refuted, or the highest effort of this build below it.
func DefaultEffort() verdict.Effort { return highestUpToKernel(Efforts(DefaultStages())) }

// staticReason returns the rules as a function for other stages. It returns the reason why a
// setup is refuted, or 0.
func staticReason() func(*chess.Setup) (verdict.Reason, verdict.Evidence) {
	st := new(rules.Stage)
	return func(s *chess.Setup) (verdict.Reason, verdict.Evidence) {
		v, _ := st.Judge(context.Background(), *s, verdict.Budget{})
		return v.Reasons, v.Evidence
	}
}

// kernels finds for other stages whether proof kernels exist. It has a solver of its own, so
// that it does not change the state of the kernel stage.
type kernels struct{ solver proofkernel.Solver }

// Refutes reports whether the setup has no proof kernel or no extended one.
func (k *kernels) Refutes(s chess.Setup, budget int64) (bool, int64) {
	r, states := k.solver.Exists(&s, budget)
	return r.Refutes(), states
}

// Forget releases the solver's memory.
func (k *kernels) Forget() { k.solver.Forget() }
