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
)

// ChunkGames is the number of games of each kind in a chunk.
const ChunkGames = 4

// A Plan says what is looked at. Two runs with the same plan look at the same positions.
type Plan struct {
	Seed uint64 `json:"seed"`
	// Games is the number of given games, Ends that of given positions.
	Games int `json:"games"`
	Ends  int `json:"ends,omitempty"`
	// Draws names the space whose draws are looked at; without a name there are none.
	Draws string `json:"draws,omitempty"`
	// Nodes is the budget of a stage for a position; 0 means its default.
	Nodes int64 `json:"nodes,omitempty"`
}

// A Piece is what a chunk has found.
type Piece struct {
	Chunk uint64 `json:"chunk"`
	// Positions counts positions by kind, Asked questions by stage.
	Positions map[string]int `json:"positions"`
	Asked     map[string]int `json:"asked"`
	// Refuted are faults: a kind, a stage, and what it refutes.
	Refuted []string `json:"refuted,omitempty"`
}

// add adds what another chunk has found.
func (p *Piece) add(q *Piece) {
	for kind, n := range q.Positions {
		p.Positions[kind] += n
	}
	for stage, n := range q.Asked {
		p.Asked[stage] += n
	}
	p.Refuted = append(p.Refuted, q.Refuted...)
}

// interval says of which positions of a game a stage is asked: one in so many.
var interval = map[string]int{"rules": 1, "parity": 1, "bound": 2, "retro": 4, "kernel": 8, "knots of few men": 4, "knots": 32, "cage": 64, "several men": 16, "fallen bishops": 8, "pairs let in": 2}

// A Prober asks stages. It is for one goroutine at a time.
type Prober struct {
	plan   Plan
	inputs Inputs
	stages []legality.Stage
	engine *legality.Engine // for what is before draws
}

// Inputs is what a plan looks at besides random games.
type Inputs struct {
	// Games are moves from the initial position.
	Games [][]chess.Move
	// Ends are legal positions, such as ends of compositions.
	Ends []chess.Setup
	// Draw returns draw i of the space that the plan names; nil if it names none.
	Draw func(i uint64) chess.Setup
}

// New returns a prober for a plan, with as many games and positions as the plan says.
func New(plan Plan, inputs Inputs) (*Prober, error) {
	if len(inputs.Games) != plan.Games || len(inputs.Ends) != plan.Ends || (inputs.Draw == nil) != (plan.Draws == "") {
		return nil, fmt.Errorf("soundness: %d games and %d positions, with draws: %v; the plan has %+v", len(inputs.Games), len(inputs.Ends), inputs.Draw != nil, plan)
	}
	p := &Prober{plan: plan, inputs: inputs}
	for _, st := range legality.DefaultStages() {
		if interval[st.Name()] > 0 {
			p.stages = append(p.stages, st)
		}
	}
	p.stages = append(p.stages, severalMen(), fallenBishops(), pairsLetIn())
	return p, nil
}

// Stages returns the names of the stages that are asked.
func (p *Prober) Stages() (names []string) {
	for _, st := range p.stages {
		names = append(names, st.Name())
	}
	return names
}

// Chunk looks at the games of a chunk. It ends early when the context is done, with its error.
func (p *Prober) Chunk(ctx context.Context, chunk uint64) (Piece, error) {
	piece := Piece{Chunk: chunk, Positions: map[string]int{}, Asked: map[string]int{}}
	for i := chunk * ChunkGames; i < (chunk+1)*ChunkGames; i++ {
		for kind, game := range p.gamesAt(i) {
			ply := 0
			for pos := range game {
				p.judgeSetup(ctx, &piece, kind, pos.Setup(), ply)
				if ply++; ctx.Err() != nil {
					return piece, ctx.Err()
				}
			}
		}
		if err := p.checkPredecessors(ctx, &piece, i); err != nil {
			return piece, err
		}
	}
	return piece, nil
}

// gamesAt yields game i of every kind.
func (p *Prober) gamesAt(i uint64) iter.Seq2[string, iter.Seq[chess.Position]] {
	return func(yield func(string, iter.Seq[chess.Position]) bool) {
		styles := chesstest.Styles()
		for k, style := range styles {
			src := rand.New(rand.NewPCG(p.plan.Seed, i<<8|uint64(k)))
			if !yield(style.Name, chesstest.Playout(src, chesstest.Options{Weights: style.Weights})) {
				return
			}
		}
		src := rand.New(rand.NewPCG(p.plan.Seed, i<<8|0xff))
		game := movesBetween(chesstest.Playout(src, chesstest.Options{Weights: styles[i%uint64(len(styles))].Weights}))
		if n := uint64(len(p.inputs.Games)); n > 0 {
			game = p.inputs.Games[i%n]
			if !yield("proof", positionsAlong(game)) || !yield("beside", positionsBeside(src, game)) {
				return
			}
		}
		_ = yield("unmoved", otherQuietMoves(src, game)) && yield("uncaptured", withoutMove(src, game, isCapture)) && yield("unpromoted", withoutMove(src, game, isPromotion)) &&
			yield("ends", p.endAt(i))
	}
}

// endAt yields one of the given positions, if there are any.
func (p *Prober) endAt(i uint64) iter.Seq[chess.Position] {
	return func(yield func(chess.Position) bool) {
		if n := uint64(len(p.inputs.Ends)); n > 0 {
			if pos, err := p.inputs.Ends[i%n].Position(); err == nil {
				yield(pos)
			}
		}
	}
}

// positionsAlong yields the positions of a game.
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

// positionsBeside yields, for every position of a game, the one after another of its moves.
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

// judgeSetup asks the stages whose turn it is, of a setup and of the same with colors exchanged, and some with files exchanged. Of ends all are asked.
func (p *Prober) judgeSetup(ctx context.Context, piece *Piece, kind string, s chess.Setup, ply int) {
	piece.Positions[kind]++
	for _, st := range p.stages {
		name := st.Name()
		if kind != "ends" && ply%interval[name] != interval[name]-1 {
			continue
		}
		variants := []chess.Setup{s, s.Mirror()}
		if name == "parity" || s.Board.Men() == 32 {
			variants = variants[:1] // where nobody was taken a side may not be able to lose a move
		}
		if fileMirrorStages[name] && s.Castling == 0 && s.EP == chess.NoSquare && s.Board.Attackers(s.Board.King(s.Turn), s.Turn.Other(), s.Board.Occupied()) == 0 {
			variants = append(variants, fileMirror(s))
		}
		for _, t := range variants {
			piece.Asked[name]++
			v, _ := st.Judge(ctx, t, verdict.Budget{Nodes: p.plan.Nodes})
			if v.Outcome == verdict.Illegal {
				piece.Refuted = append(piece.Refuted, fmt.Sprintf("%s: %s: %v: %v", kind, name, t, v.Reasons))
			}
		}
	}
}
