package mates

import (
	"cmp"
	"context"
	"fmt"
	"math/big"

	"chesscensus/chess"
	"chesscensus/chess/mate"
	"chesscensus/legality"
	"chesscensus/legality/chesscounter"
	"chesscensus/legality/verdict"
	"chesscensus/sampler"
	"chesscensus/stats"
	"chesscensus/survey/internal/loop"
)

// blockSize is the number of draws that a worker judges at a time.
const blockSize = 200

// DefaultNodes is the budget of the solver for one position: about two seconds.
const DefaultNodes = 10_000_000

// A Config is the configuration of a run.
type Config struct {
	Space sampler.Space
	Seed  uint64
	Draws uint64
	// Judge refutes illegal draws; nil means the engine at its default effort.
	Judge Judge
	// Moves is the deepest mate to look for, 1 to mate.MaxMoves.
	Moves int
	// Nodes is the budget of the solver for one position, see [Report].Budget. Zero means DefaultNodes.
	Nodes int64
	// Workers is the number of draws judged at the same time, zero for one for each
	// processor. It has no influence on the report.
	Workers int
	Options stats.Options
	// Progress, if not nil, is called now and then with the number of draws that are done.
	Progress func(done uint64)
}

// A Judge makes the judges of the draws, one for each goroutine.
type Judge interface {
	// String names the judge, such as "engine, effort kernel".
	String() string
	// NewJudge returns a judge for one goroutine. Its outcomes are In for proven legal, Out for refuted, and Open for neither.
	NewJudge() (loop.Judge, error)
}

// Engine is the judge that asks the engine of package legality.
type Engine struct{ Effort verdict.Effort }

// String returns a name such as "engine, effort kernel".
func (e Engine) String() string {
	return fmt.Sprintf("engine, effort %v", cmp.Or(e.Effort, legality.DefaultEffort()))
}

// NewJudge returns a judge with an engine of its own.
func (e Engine) NewJudge() (loop.Judge, error) {
	engine, err := legality.New(legality.Options{Effort: e.Effort})
	if err != nil {
		return nil, err
	}
	return loop.SkipWeightless(loop.Engine(engine)), nil
}

// ChessCounter is the judge that applies ChessCounter's rules as published and its weights,
// without the factor of two of its program, which cancels in shares. It judges diagrams: the
// space should be one without castling and en passant, such as "counter-split" of package spaces.
type ChessCounter struct{ Space chesscounter.Space }

// String returns a name such as "ChessCounter's rules, split".
func (c ChessCounter) String() string { return fmt.Sprintf("ChessCounter's rules, %v", c.Space) }

// NewJudge returns a judge that leaves accepted draws open and gives them the weight of the rules. It filters the others out.
func (c ChessCounter) NewJudge() (loop.Judge, error) {
	return loop.JudgeFunc(func(_ context.Context, d *sampler.Draw) (loop.Judgement, error) {
		v := chesscounter.Options{}.Judge(&d.Setup, c.Space)
		if !v.Accepted() {
			return loop.Judgement{Label: loop.Filtered}, nil
		}
		d.Weight = int(v.Weight)
		return loop.Judgement{Outcome: stats.Open, Label: loop.Unknown}, nil
	}), nil
}

// A Report is the result of a run.
type Report struct {
	Space     string   `json:"space"`
	Size      *big.Int `json:"-"`
	Seed      uint64   `json:"seed"`
	Requested uint64   `json:"requested"`
	Draws     uint64   `json:"draws"`
	Judge     string   `json:"judge"`
	Moves     int      `json:"moves"`
	Budget    int64    `json:"budget"` // nodes for one position

	// Solved is the number of draws that the judge did not refute and the solver classified,
	// and Nodes the number of nodes that this took.
	Solved uint64 `json:"solved"`
	Nodes  int64  `json:"nodes"`

	// Classes counts the draws by class, see binKey; InCheck by whether the side to move is
	// in check, 0 or 1. In means proven legal, Open neither proven nor refuted.
	Classes stats.Histogram `json:"classes"`
	InCheck stats.Histogram `json:"in_check"`

	Options stats.Options `json:"-"`
}

// Interrupted reports whether the run ended before all draws were done.
func (r *Report) Interrupted() bool { return r.Draws < r.Requested }

// binKey returns the bin of a class in [Report.Classes]: k for a mate in k, 0 for mated, -1 for
// stalemate, -2 for none of these, and -10-d if the solver has found no mate in d moves and
// left deeper ones undecided.
func binKey(c mate.Class) int {
	switch c.Kind {
	case mate.Checkmated:
		return 0
	case mate.Stalemated:
		return -1
	case mate.MateIn:
		return c.Moves
	case mate.Quiet:
		return -2
	}
	return -10 - c.Moves // mate.Open
}

// Run draws, judges and solves. When the context is done it returns the report of the blocks up
// to the first one that is missing, together with the error of the context.
func Run(ctx context.Context, c Config) (*Report, error) {
	if err := c.complete(); err != nil {
		return nil, err
	}
	workers, err := loop.Workers(c.Workers, func() (w loop.Worker[*block], err error) {
		judge, err := c.Judge.NewJudge()
		if err != nil {
			return w, err
		}
		solver := mate.New(mate.Options{Nodes: c.Nodes, TableBits: 14})
		return loop.Worker[*block]{Judge: judge, Tally: func(n uint64) *block { return &block{draws: n, moves: c.Moves, solver: solver} }}, nil
	})
	if err != nil {
		return nil, err
	}
	r := &Report{Space: c.Space.Name(), Size: c.Space.Size(), Seed: c.Seed, Requested: c.Draws,
		Judge: c.Judge.String(), Moves: c.Moves, Budget: c.Nodes, Options: c.Options}
	sample := loop.Sample{Source: loop.Whole(c.Space, c.Seed), Draws: c.Draws, Size: blockSize}
	return r, loop.InBlocks(ctx, sample, workers, func(b *block) {
		r.merge(b)
		if c.Progress != nil {
			c.Progress(r.Draws)
		}
	})
}

// complete validates the configuration and sets its defaults.
func (c *Config) complete() error {
	if err := loop.CheckSpace(c.Space); err != nil {
		return fmt.Errorf("mates: %w", err)
	}
	if c.Moves < 1 || c.Moves > mate.MaxMoves {
		return &mate.DepthError{Moves: c.Moves, Least: 1}
	}
	if c.Nodes < 0 {
		return fmt.Errorf("mates: a budget of %d nodes, want a positive number", c.Nodes)
	}
	if c.Nodes == 0 {
		c.Nodes = DefaultNodes
	}
	if c.Judge == nil {
		c.Judge = Engine{}
	}
	return c.Options.Validate()
}

// A block holds the counts of up to blockSize draws.
type block struct {
	loop.OnePhase
	draws            uint64
	moves            int
	solver           *mate.Solver
	solved           uint64
	nodes            int64
	classes, inCheck stats.Histogram
}

// Count solves and counts one draw.
func (b *block) Count(ctx context.Context, _ int, c *loop.Candidate[struct{}], j loop.Judgement) error {
	d := &c.Draw
	if j.Outcome == stats.Out || d.Weight == 0 {
		b.classes.AddOut(1)
		b.inCheck.AddOut(1)
		return nil
	}
	p, err := d.Setup.Position()
	if err != nil {
		return fmt.Errorf("mates: the judge did not refute an invalid setup: %w", err)
	}
	class := b.solver.Classify(ctx, p, b.moves)
	b.solved++
	if class.Kind != mate.Checkmated && class.Kind != mate.Stalemated { // for these Nodes is still that of the last position
		b.nodes += b.solver.Nodes()
	}
	weight, mult := uint64(d.Weight), uint64(d.Multiplicity)
	b.classes.Add(binKey(class), j.Outcome, weight, mult)
	b.inCheck.Add(inCheck(&p), j.Outcome, weight, mult)
	return nil
}

// inCheck returns 1 if the side to move is in check, else 0.
func inCheck(p *chess.Position) int {
	if p.InCheck() {
		return 1
	}
	return 0
}

// merge adds the counts of the next block.
func (r *Report) merge(b *block) {
	r.Draws += b.draws
	r.Solved += b.solved
	r.Nodes += b.nodes
	r.Classes.Merge(&b.classes)
	r.InCheck.Merge(&b.inCheck)
}
