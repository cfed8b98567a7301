package judging

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"chesscensus/legality"
	"chesscensus/legality/certificate"
	"chesscensus/legality/proofgame"
	"chesscensus/legality/rules"
	"chesscensus/legality/verdict"
	"chesscensus/recheck"
	"chesscensus/recheck/batch"
	"chesscensus/sampler"
)

// A rechecksPlan says what is drawn and checked. It is the first line of a file, and a run goes on only
// with the same.
type rechecksPlan struct {
	Space string `json:"space"`
	Seed  uint64 `json:"seed"`
	// Effort of the engine that judges.
	Effort verdict.Effort `json:"effort"`
	// Static is the share of refutations by rules that is checked: one draw in so many, 0 for
	// none. All others are checked.
	Static uint64 `json:"static"`
	// States limits one check.
	States int64 `json:"states"`
	// Chunk is the number of draws in a line of the file.
	Chunk uint64 `json:"chunk"`
	// Foreign is the share of games that the foreign program replays when they are made, as in
	// [proofgame.Options]; package recheck replays all.
	Foreign int `json:"foreign,omitempty"`
}

// A Piece is what came of the draws of one chunk.
type Piece struct {
	Chunk   uint64            `json:"chunk"`
	Draws   uint64            `json:"draws"`
	Refuted map[string]uint64 `json:"refuted"` // by stage, checked or not
	Tally   batch.Tally       `json:"tally"`
	// Legal is the number of draws with a proof game.
	Legal uint64 `json:"legal,omitempty"`
	// Undecided are draws that an effort with games leaves open, as FEN. At lower efforts all that is
	// not refuted stays open and is not listed.
	Undecided []string `json:"undecided,omitempty"`
	// rechecksOpen are verdicts that are not confirmed.
	Open []rechecksOpen `json:"open,omitempty"`
}

// An rechecksOpen is a verdict that is not confirmed, and why.
type rechecksOpen struct {
	Certificate json.RawMessage `json:"certificate"`
	Why         string          `json:"why"`
}

// A rechecksWorker makes pieces. It is for one goroutine at a time.
type rechecksWorker struct {
	plan   rechecksPlan
	engine *legality.Engine
	stream *sampler.Stream
}

// newRechecksWorker returns a worker for a plan, with the plan's space. It fails if the plan makes no sense.
func newRechecksWorker(p rechecksPlan, space sampler.Space) (*rechecksWorker, error) {
	if p.Chunk == 0 || p.States < 1 {
		return nil, errors.New("rechecks: want at least one draw in a chunk and one state")
	}
	engine, err := legality.New(legality.Options{Effort: p.Effort, Games: proofgame.Options{Foreign: p.Foreign}})
	if err != nil {
		return nil, err
	}
	return &rechecksWorker{p, engine, sampler.NewStream(space, p.Seed)}, nil
}

// Piece judges and checks a chunk. The error is that of the context or a fault of the engine.
func (w *rechecksWorker) Piece(ctx context.Context, chunk uint64) (*Piece, error) {
	p := &Piece{Chunk: chunk, Draws: w.plan.Chunk, Refuted: map[string]uint64{}}
	for i, d := range w.stream.Draws(chunk*w.plan.Chunk, w.plan.Chunk) {
		v := w.engine.Judge(ctx, d.Setup)
		if err := errors.Join(ctx.Err(), w.engine.Err()); err != nil {
			return nil, err
		}
		switch v.Outcome {
		case verdict.Legal:
			p.Legal++
		case verdict.Illegal:
			p.Refuted[v.Stage]++
		default:
			if w.engine.Effort() >= verdict.Game {
				p.Undecided = append(p.Undecided, d.Setup.String())
			}
			continue
		}
		if v.Stage == rules.StageName && (w.plan.Static == 0 || i%w.plan.Static != 0) {
			continue
		}
		r, err := certificate.New(&d.Setup, &v)
		if err != nil {
			return nil, err
		}
		if err := w.check(ctx, p, r); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// check checks one certificate from its line alone.
func (w *rechecksWorker) check(ctx context.Context, p *Piece, r *certificate.Record) error {
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	begin := time.Now()
	c, states, err := recheck.Checker{States: w.plan.States}.Check(ctx, line)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	p.Tally.Add(batch.Answer{Certificate: c, Err: err, States: states, Time: time.Since(begin)})
	if err != nil {
		p.Open = append(p.Open, rechecksOpen{line, err.Error()})
	}
	return nil
}
