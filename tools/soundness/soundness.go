package main

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/legality"
	"chesscensus/legality/verdict"
	"chesscensus/recheck"
)

// ChunkGames is the number of games of each kind in a chunk.
const ChunkGames = 4

// A Plan determines the positions of a run.
type Plan struct {
	Seed uint64 `json:"seed"`
	// Games is the number of games in the inputs, Ends that of positions.
	Games int `json:"games"`
	Ends  int `json:"ends,omitempty"`
	// Draws names the space of the draws for the kind "before"; without a name there are none.
	Draws string `json:"draws,omitempty"`
	// Nodes is the budget of a stage for a position; 0 means its default.
	Nodes int64 `json:"nodes,omitempty"`
	// Forge is the limit of states of the checker for a forged claim. If it is not 0 there are
	// steered games only (forge.go).
	Forge int64 `json:"forge,omitempty"`
}

// A Result is the result of a chunk.
type Result struct {
	Chunk uint64 `json:"chunk"`
	// Positions counts positions by kind, Judged the setups that each stage has judged, and the answers of the checker by theorem.
	Positions map[string]int `json:"positions"`
	Judged    map[string]int `json:"asked"`
	// Faults describes legal positions that a stage refutes, and setups of the kind "before" that nothing refutes.
	Faults []string `json:"refuted,omitempty"`
}

// add adds the result of another chunk.
func (p *Result) add(q *Result) {
	for kind, n := range q.Positions {
		p.Positions[kind] += n
	}
	for stage, n := range q.Judged {
		p.Judged[stage] += n
	}
	p.Faults = append(p.Faults, q.Faults...)
}

// interval is the distance in plies between the positions of a game on which a stage is tried.
var interval = map[string]int{"rules": 1, "parity": 1, "bound": 2, "retro": 4, "kernel": 8, "knots of few men": 4, "knots": 32, "cage": 64,
	"several men": 16, "fallen bishops": 8, "pairs let in": 2}

// A Prober tries stages on positions. It is for one goroutine at a time.
type Prober struct {
	plan   Plan
	inputs Inputs
	stages []legality.Stage
	engine *legality.Engine                             // judges draws and their predecessors, made when first needed
	check  func(ctx context.Context, line []byte) error // returns nil if the checker confirms a certificate
}

// Inputs are the games, positions and draws of a plan besides its random games.
type Inputs struct {
	// Games are moves from the initial position.
	Games [][]chess.Move
	// Ends are legal positions, such as ends of compositions.
	Ends []chess.Setup
	// Draw returns draw i of the space that the plan names; nil if it names none.
	Draw func(i uint64) chess.Setup
}

// New returns a prober for a plan. The numbers of games and positions must be those of the plan.
func New(plan Plan, inputs Inputs) (*Prober, error) {
	if len(inputs.Games) != plan.Games || len(inputs.Ends) != plan.Ends || (inputs.Draw == nil) != (plan.Draws == "") {
		return nil, fmt.Errorf("soundness: %d games and %d positions, with draws: %v; the plan has %+v", len(inputs.Games),
			len(inputs.Ends), inputs.Draw != nil, plan)
	}
	p := &Prober{plan: plan, inputs: inputs}
	p.check = func(ctx context.Context, line []byte) error {
		_, _, err := recheck.Checker{States: plan.Forge}.Check(ctx, line)
		return err
	}
	for _, st := range legality.DefaultStages() {
		if interval[st.Name()] > 0 {
			p.stages = append(p.stages, st)
		}
	}
	p.stages = append(p.stages, severalMen(), fallenBishops(), pairsLetIn())
	return p, nil
}

// Stages returns the names of the stages.
func (p *Prober) Stages() (names []string) {
	for _, st := range p.stages {
		names = append(names, st.Name())
	}
	return names
}

// Chunk tries the stages on the games of a chunk. When the context ends it returns early with its error.
func (p *Prober) Chunk(ctx context.Context, chunk uint64) (Result, error) {
	result := Result{Chunk: chunk, Positions: map[string]int{}, Judged: map[string]int{}}
	for i := chunk * ChunkGames; i < (chunk+1)*ChunkGames; i++ {
		for kind, game := range p.gamesAt(i) {
			ply, src := 0, rand.New(rand.NewPCG(p.plan.Seed, i<<8|0xfd))
			for pos := range game {
				p.judgeSetup(ctx, &result, kind, pos.Setup(), ply)
				if p.plan.Forge != 0 && ply > 0 && src.IntN(forgeInterval) == 0 {
					p.forge(ctx, &result, src, pos.Setup())
				}
				if ply++; ctx.Err() != nil {
					return result, ctx.Err()
				}
			}
			if p.plan.Forge != 0 {
				break // steered games come first
			}
		}
		if err := p.checkPredecessors(ctx, &result, i); err != nil {
			return result, err
		}
	}
	return result, nil
}

// gamesAt yields game i of every kind.
func (p *Prober) gamesAt(i uint64) iter.Seq2[string, iter.Seq[chess.Position]] {
	return func(yield func(string, iter.Seq[chess.Position]) bool) {
		src := rand.New(rand.NewPCG(p.plan.Seed, i<<8|0xfe))
		options := chesstest.Options{Plies: 20 + src.IntN(100), Steer: steer(src)}
		if !yield("steered", chesstest.Playout(src, options)) {
			return
		}
		styles := chesstest.Styles()
		for k, style := range styles {
			src := rand.New(rand.NewPCG(p.plan.Seed, i<<8|uint64(k)))
			if !yield(style.Name, chesstest.Playout(src, chesstest.Options{Weights: style.Weights})) {
				return
			}
		}
		src = rand.New(rand.NewPCG(p.plan.Seed, i<<8|0xff))
		game := movesBetween(chesstest.Playout(src, chesstest.Options{Weights: styles[i%uint64(len(styles))].Weights}))
		if n := uint64(len(p.inputs.Games)); n > 0 {
			game = p.inputs.Games[i%n]
			if !yield("proof", positionsAlong(game)) || !yield("beside", positionsBeside(src, game)) {
				return
			}
		}
		_ = yield("unmoved", otherQuietMoves(src, game)) && yield("uncaptured", withoutMove(src, game, isCapture)) &&
			yield("unpromoted", withoutMove(src, game, isPromotion)) &&
			yield("ends", p.endAt(i))
	}
}

// endAt yields one of the positions of the inputs, if there are any.
func (p *Prober) endAt(i uint64) iter.Seq[chess.Position] {
	return func(yield func(chess.Position) bool) {
		if n := uint64(len(p.inputs.Ends)); n > 0 {
			if pos, err := p.inputs.Ends[i%n].Position(); err == nil {
				yield(pos)
			}
		}
	}
}

// positionsAlong yields the positions of a game after each move.
func positionsAlong(game []chess.Move) iter.Seq[chess.Position] {
	return func(yield func(chess.Position) bool) {
		pos := chess.InitialPosition()
		for _, m := range game {
			if pos = pos.Play(m); !yield(pos) {
				return
			}
		}
	}
}

// positionsBeside yields, for each move of a game, the position after a random other or the same move.
func positionsBeside(src *rand.Rand, game []chess.Move) iter.Seq[chess.Position] {
	return func(yield func(chess.Position) bool) {
		pos := chess.InitialPosition()
		for _, m := range game {
			moves := pos.Moves(nil)
			if !yield(pos.Play(moves[src.IntN(len(moves))])) {
				return
			}
			pos = pos.Play(m)
		}
	}
}

// judgeSetup tries the stages due at a ply on a setup and its variants. All stages are due for ends.
func (p *Prober) judgeSetup(ctx context.Context, result *Result, kind string, s chess.Setup, ply int) {
	result.Positions[kind]++
	for _, st := range p.stages {
		name := st.Name()
		if kind != "ends" && ply%interval[name] != interval[name]-1 {
			continue
		}
		for _, t := range variantsFor(name, s) {
			result.Judged[name]++
			v, _ := st.Judge(ctx, t, verdict.Budget{Nodes: p.plan.Nodes})
			if v.Outcome == verdict.Illegal {
				result.Faults = append(result.Faults, fmt.Sprintf("%s: %s: %v: %v", kind, name, t, v.Reasons))
			}
		}
	}
}

// variantsFor returns the setups that a stage must not refute if s is legal: s, the same with colors exchanged, and with files exchanged.
// Colors are not exchanged for the theorem of parity, nor with all men on the board, where a side may be unable to lose a move.
func variantsFor(stage string, s chess.Setup) []chess.Setup {
	list := []chess.Setup{s}
	if stage != "parity" && s.Board.Men() < 32 {
		list = append(list, s.Mirror())
	}
	inCheck := s.Board.Attackers(s.Board.King(s.Turn), s.Turn.Other(), s.Board.Occupied()) != 0
	if fileMirrorStages[stage] && s.Castling == 0 && s.EP == chess.NoSquare && !inCheck {
		list = append(list, fileMirror(s))
	}
	return list
}
