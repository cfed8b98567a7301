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

// A recheckPlan says what is drawn and checked. It is the first line of a file; a run continues a file only with the same plan.
type recheckPlan struct {
	Space string `json:"space"`
	Seed  uint64 `json:"seed"`
	// Effort of the engine that judges.
	Effort verdict.Effort `json:"effort"`
	// Static selects the refutations by rules that are checked: those of every Static-th draw, 0 for
	// none. All other refutations are checked.
	Static uint64 `json:"static"`
	// States is the limit of states for one check.
	States int64 `json:"states"`
	// Chunk is the number of draws in a line of the file.
	Chunk uint64 `json:"chunk"`
	// Foreign selects the games that the foreign program replays when they are found, as in
	// [proofgame.Options]. Package recheck replays all games.
	Foreign int `json:"foreign,omitempty"`
}

// A Piece is the result for the draws of one chunk.
type Piece struct {
	Chunk   uint64            `json:"chunk"` // its number
	Draws   uint64            `json:"draws"`
	Refuted map[string]uint64 `json:"refuted"` // by stage, checked or not
	Tally   batch.Tally       `json:"tally"`
	// Legal is the number of draws with a proof game.
	Legal uint64 `json:"legal,omitempty"`
	// Undecided are the undecided draws, as FEN, at efforts with games. Lower efforts do not decide
	// legal positions, so their undecided draws are not listed.
	Undecided []string `json:"undecided,omitempty"`
	// Unconfirmed are the verdicts that are not confirmed.
	Unconfirmed []unconfirmedVerdict `json:"open,omitempty"`
}

// An unconfirmedVerdict is a verdict that is not confirmed, with the reason.
type unconfirmedVerdict struct {
	Certificate json.RawMessage `json:"certificate"`
	Why         string          `json:"why"`
}

// A recheckWorker computes pieces. It is for one goroutine at a time.
type recheckWorker struct {
	plan   recheckPlan
	engine *legality.Engine
	stream *sampler.Stream
}

// newRecheckWorker returns a worker for a plan and its space. It returns an error if the plan is invalid.
func newRecheckWorker(p recheckPlan, space sampler.Space) (*recheckWorker, error) {
	if p.Chunk == 0 || p.States < 1 {
		return nil, errors.New("rechecks: want at least one draw in a chunk and one state")
	}
	engine, err := legality.New(legality.Options{Effort: p.Effort, Games: proofgame.Options{Foreign: p.Foreign}})
	if err != nil {
		return nil, err
	}
	return &recheckWorker{p, engine, sampler.NewStream(space, p.Seed)}, nil
}

// Piece judges and checks a chunk. The error is that of the context or a fault of the engine.
func (w *recheckWorker) Piece(ctx context.Context, chunk uint64) (*Piece, error) {
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

// check checks a certificate, of which the checker gets nothing but the line.
func (w *recheckWorker) check(ctx context.Context, p *Piece, r *certificate.Record) error {
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	start := time.Now()
	c, states, err := recheck.Checker{States: w.plan.States}.Check(ctx, line)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	p.Tally.Add(batch.Answer{Certificate: c, Err: err, States: states, Time: time.Since(start)})
	if err != nil {
		p.Unconfirmed = append(p.Unconfirmed, unconfirmedVerdict{line, err.Error()})
	}
	return nil
}
