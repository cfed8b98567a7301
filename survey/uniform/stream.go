package uniform

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"math/rand/v2"

	"github.com/holiman/uint256"

	"chesscensus/chess"
	"chesscensus/legality"
	"chesscensus/legality/proofgame"
	"chesscensus/legality/verdict"
	"chesscensus/sampler"
	"chesscensus/sampler/where"
	"chesscensus/survey/internal/loop"
)

// blockSize is the number of draws that a worker makes at a time, with about four legal positions without a condition. The
// sequence does not depend on it. It is small, since unfinished blocks are lost when the caller stops.
const blockSize = 64

// endless is a number of draws that no caller reaches.
const endless = 1 << 60

// Options are the options of a stream.
type Options struct {
	// Space is the space to draw from. Each of its draws must represent one position or none, as in all spaces of whole
	// positions; otherwise the sequence ends with an error.
	Space sampler.Space
	// Where is the condition on the positions; the zero value is true for all.
	Where where.Condition
	// Seed chooses the sequence: any 64 bits.
	Seed uint64
	// Effort of the engine: Game, also for the zero value, or Exhaustive, which leaves fewer draws undecided.
	Effort verdict.Effort
	// Foreign sets the share of games that a foreign program replays, too: see [proofgame.Options]. Our own verifier replays
	// all.
	Foreign int
	// Workers is the number of draws judged at the same time, 0 for one for each processor. It changes nothing
	// in the sequence. A worker needs up to 300 MB.
	Workers int
	// Watch, if not nil, gets the tally of the draws now and then, also if none is accepted. An error ends the sequence.
	Watch func(Tally) error
}

// A Position is a legal position with its proof.
type Position struct {
	chess.Setup
	// Draw is the number of the draw in the stream of the space, condition and seed, from 0.
	Draw uint64
	// Game leads to it from the initial position: moves in SAN, without numbers.
	Game verdict.ProofGame
}

// A Stream is a sequence of independent positions, each uniform over those of a space that are
// proven legal. See the package documentation.
type Stream struct {
	options Options
	source  *source
}

// New returns the stream with the given options. It is an error if they are invalid.
func New(o Options) (*Stream, error) {
	if o.Effort == verdict.Unset {
		o.Effort = verdict.Game
	}
	if o.Effort < verdict.Game {
		return nil, fmt.Errorf("uniform: effort %v proves nothing legal; want %v or %v", o.Effort, verdict.Game, verdict.Exhaustive)
	}
	var err error
	if o.Space, err = sampler.RestrictTo(o.Space, o.Where.Predicates()...); err != nil {
		return nil, fmt.Errorf("uniform: %w", err)
	}
	return &Stream{options: o, source: newSource(o.Space, o.Where, o.Seed)}, nil
}

// Space returns the space of the draws: that of the options, restricted to the predicates of the condition.
func (s *Stream) Space() sampler.Space { return s.options.Space }

// Positions yields the sequence, from its beginning each time. It ends only at the first error, also that of the
// context, which comes with the zero Position. If tally is not nil, it is at every position the tally of the draws
// up to that position.
//
// The same options yield the same sequence, whatever the workers and the machine.
func (s *Stream) Positions(ctx context.Context, tally *Tally) iter.Seq2[Position, error] {
	return func(yield func(Position, error) bool) {
		r := &sequenceRun{yield: yield, watch: s.options.Watch, tally: tally}
		if r.tally == nil {
			r.tally = new(Tally)
		}
		*r.tally = Tally{}
		work, stop := context.WithCancel(ctx)
		defer stop()
		r.stop = stop
		workers, err := loop.Workers(s.options.Workers, s.worker)
		if err == nil {
			err = loop.InBlocks(work, loop.Sample{Source: s.source, Draws: endless, Size: blockSize}, workers, r.merge)
		}
		switch {
		case r.ended: // the caller has stopped
		case r.err != nil:
			yield(Position{}, r.err)
		default:
			yield(Position{}, err)
		}
	}
}

// worker makes a worker with an engine of its own.
func (s *Stream) worker() (w loop.Worker[*blockResult], err error) {
	e, err := legality.New(legality.Options{Effort: s.options.Effort, Games: proofgame.Options{Foreign: s.options.Foreign}})
	if err != nil {
		return w, err
	}
	return loop.Worker[*blockResult]{Judge: loop.Engine(e), Tally: func(uint64) *blockResult { return new(blockResult) }}, nil
}

// A sequenceRun is one pass over the sequence.
type sequenceRun struct {
	yield func(Position, error) bool
	watch func(Tally) error
	tally *Tally
	stop  context.CancelFunc
	ended bool
	err   error
}

// merge yields the positions of the next block.
func (r *sequenceRun) merge(b *blockResult) {
	if r.ended || r.err != nil {
		return
	}
	before := *r.tally
	for i := range b.positions {
		*r.tally = before.plus(&b.tallies[i])
		if !r.yield(b.positions[i], nil) {
			r.ended = true
			r.stop()
			return
		}
	}
	*r.tally = before.plus(&b.tally)
	if r.watch != nil {
		if r.err = r.watch(*r.tally); r.err != nil {
			r.stop()
		}
	}
}

// A source makes the draws, throws the coin, and tests the condition.
type source struct {
	*sampler.DividedStream
	accept func(*sampler.Draw, rand.Source) bool
}

// newSource returns the source of the draws of a space under a condition.
func newSource(space sampler.Space, c where.Condition, seed uint64) *source {
	return &source{sampler.NewDividedStream(oneStratum{space, sizeOf(space)}, seed), func(d *sampler.Draw, src rand.Source) bool {
		return passesCoin(d, src) && c.Holds(&d.Setup)
	}}
}

// passesCoin returns true with probability 1/multiplicity for a draw with a weight, and false for one of weight 0.
func passesCoin(d *sampler.Draw, src rand.Source) bool {
	return d.Weight > 0 && (d.Multiplicity <= 1 || sampler.Below(src, uint64(d.Multiplicity)) == 0)
}

// Redraw makes draw i, and reports whether it is to be judged.
func (s *source) Redraw(d *sampler.Draw, h int, i uint64) bool { return s.DrawThen(d, h, i, s.accept) }

// Levels is 1, as nothing is redrawn.
func (s *source) Levels(int) int { return 1 }

// oneStratum is a space as a set of one stratum.
type oneStratum struct {
	sampler.Space
	size uint256.Int
}

func sizeOf(space sampler.Space) (n uint256.Int) {
	n.SetFromBig(space.Size())
	return n
}

// Name differs from the name of the space, so that the draws are not those of a survey with the same seed.
func (w oneStratum) Name() string { return "uniform " + w.Space.Name() }

// Strata returns the one stratum.
func (w oneStratum) Strata() []sampler.Stratum {
	return []sampler.Stratum{{Name: "all", Size: new(big.Int).Set(w.Size())}}
}

// SampleStratum draws from the space, without a rank if it can.
func (w oneStratum) SampleStratum(d *sampler.Draw, _ int, words *sampler.Words) {
	if direct, ok := w.Space.(sampler.Direct); ok {
		if !direct.Sample(d, words) {
			*d = sampler.Draw{}
		}
		return
	}
	rank := sampler.Uniform(words, &w.size)
	w.Unrank(d, &rank)
}
