package recheck

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"chesscensus/recheck/internal/board"
)

// DefaultStates is the default budget of one check, in states looked at: some seconds, and 300 to 500 MB.
const DefaultStates = 5_000_000

// LineStates is the default of programs that read certificates of others: a line then costs at most two seconds and 200 MB, whoever wrote it.
const LineStates = 400_000

// A Checker holds the limits of a check; the zero value has the default budget and no limit of time. A check changes nothing in it, so
// several goroutines may share one.
type Checker struct {
	// States limits the states that one check looks at; 0 means [DefaultStates].
	States int64
	// Time limits one check; 0 means none.
	Time time.Duration
}

// theorems holds every reason that verdicts name. A function returns nil if the setup is illegal
// for this reason, and an error that wraps [ErrWrong] if the reason does not hold; [ErrLimit] and [ErrUnable] leave it open.
var theorems map[string]func(q *question) error

func init() { // no literal, as the faults come from a list
	theorems = map[string]func(q *question) error{
		"ManyMen":          manyMen,
		"ManyPawns":        manyPawns,
		"ManyPromotions":   manyPromotions,
		"PromotionBalance": promotionBalance,
		"OpposingPairs":    opposingPairs,
		"PawnHomes":        pawnHomes,
		"PawnCaptures":     pawnCaptures,
		"CrossedPawns":     crossedPawns,
		"CagedBishop":      cagedBishop,
		"TripleCheck":      tripleCheck,
		"DoubleCheck":      func(q *question) error { return checkers(q, 2) },
		"SingleCheck":      func(q *question) error { return checkers(q, 1) },
		"EnPassantOrigin":  doubleStep,
		"MoveParity":       moveParity,

		"NoLastMove":        requiresPosition(noLastMove),
		"LastMovesRejected": requiresPosition(lastMoves),
		"NoProofKernel":     requiresPosition(noKernel),
		"NoExtendedKernel":  requiresPosition(noExtendedKernel),
		"Unreachable":       requiresPosition(unreachable),
		"Deadlock":          requiresPosition(deadlock),
		"TrappedMan":        requiresPosition(trappedMan),
		"PromotedMen":       requiresPosition(promotedMen),
		"TakenAtHome":       requiresPosition(takenAtHome),
		"ShutOut":           requiresPosition(shutOut),
		"BarredPromotions":  requiresPosition(barredPromotions),
	}
	for _, name := range faults {
		theorems[name] = func(q *question) error { return fault(q, name) }
	}
}

// requiresPosition returns the theorem that confirm states for valid positions only: of a setup with faults it is wrong.
func requiresPosition(confirm func(q *question) error) func(q *question) error {
	return func(q *question) error {
		if len(q.setup.Faults()) > 0 {
			return wrong("%v is no position", q.setup)
		}
		return confirm(q)
	}
}

// A question is one certificate under check.
type question struct {
	certificate *Certificate
	setup       board.Setup
	meter       *meter
}

// Check reads a line and confirms it; see [ErrForm] and the errors beside it for what it returns otherwise. Error or not, states is the
// number of states looked at, and cert is nil only if the line cannot be read.
func (c Checker) Check(ctx context.Context, line []byte) (cert *Certificate, states int64, err error) {
	cert, err = parse(line)
	if err != nil {
		return nil, 0, err
	}
	m := &meter{ctx: ctx, limit: cmp.Or(c.States, DefaultStates)}
	if c.Time > 0 {
		m.deadline = time.Now().Add(c.Time)
	}
	err = confirm(cert, m)
	return cert, m.states, err
}

// confirm replays the game of a certificate, or checks every reason that it names.
func confirm(cert *Certificate, m *meter) error {
	s, err := board.ParseFEN(cert.FEN)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrForm, err)
	}
	q := &question{certificate: cert, setup: s, meter: m}
	if len(cert.Reasons) == 0 {
		if err = game(q); errors.Is(err, ErrWrong) {
			return fmt.Errorf("%w: %w", ErrWrong, err)
		}
		return err
	}
	if s == board.Start {
		return fmt.Errorf("%w: it is the initial position", ErrWrong)
	}
	for _, r := range cert.Reasons {
		if err := theorems[r](q); errors.Is(err, ErrWrong) {
			return fmt.Errorf("%w: %s does not hold: %w", ErrWrong, r, err)
		} else if err != nil {
			return fmt.Errorf("%s: %w", r, err)
		}
	}
	return nil
}

// A meter counts states and says when to stop; err is then the reason.
type meter struct {
	ctx           context.Context
	deadline      time.Time
	states, limit int64
	err           error
}

// half returns a meter that stops when half of the states that are left are spent. It is for a search after which others are to follow.
func (m *meter) half() *meter {
	half := *m
	half.limit -= (m.limit - m.states) / 2
	return &half
}

// spend counts a state. It returns false once the budget or the time is spent or the context is done; it looks at these two once in 1024 states.
func (m *meter) spend() bool {
	if m.err != nil {
		return false
	}
	m.states++
	switch {
	case m.states > m.limit:
		m.err = fmt.Errorf("%w of %d states", ErrLimit, m.limit)
	case m.states&1023 != 0:
	case m.ctx.Err() != nil:
		m.err = fmt.Errorf("%w: %w", ErrLimit, m.ctx.Err())
	case !m.deadline.IsZero() && time.Now().After(m.deadline):
		m.err = fmt.Errorf("%w of time", ErrLimit)
	}
	return m.err == nil
}

// A falseClaim is the text of an [ErrWrong], without its prefix.
type falseClaim string

func (c falseClaim) Error() string        { return string(c) }
func (c falseClaim) Is(target error) bool { return target == ErrWrong }

// wrong returns the error of a claim that does not hold.
func wrong(format string, args ...any) error { return falseClaim(fmt.Sprintf(format, args...)) }
