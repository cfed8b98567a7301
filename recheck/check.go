package recheck

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"chesscensus/recheck/internal/board"
)

// DefaultStates is the budget of one check, in states looked at: some seconds, and 300 to
// 500 MB.
const DefaultStates = 5_000_000

// LineStates is the default of programs that read certificates of others: a line then costs at most two seconds and 200 MB, whoever wrote it.
const LineStates = 400_000

// A Checker confirms certificates. The zero value is ready. It is for one goroutine at a time.
type Checker struct {
	// States limits the states that one check looks at; 0 means [DefaultStates].
	States int64
	// Time limits one check; 0 means none.
	Time time.Duration
}

// theorems holds every reason that verdicts name. A function returns nil if the setup is illegal
// for this reason, an error that wraps [ErrWrong] if it is not so.
var theorems map[string]func(q *question) error

func init() {
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

		"NoLastMove":        position(noLastMove),
		"LastMovesRejected": position(lastMoves),
		"NoProofKernel":     position(noKernel),
		"NoExtendedKernel":  position(noExtendedKernel),
		"Unreachable":       position(unreachable),
		"Deadlock":          position(deadlock),
		"TrappedMan":        position(trappedMan),
		"PromotedMen":       position(promotedMen),
		"TakenAtHome":       position(takenAtHome),
		"ShutOut":           position(shutOut),
		"BarredPromotions":  position(barredPromotions),
	}
	for _, name := range faults {
		theorems[name] = func(q *question) error { return fault(q, name) }
	}
}

// position is a theorem for setups without faults alone.
func position(confirm func(q *question) error) func(q *question) error {
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

// Check reads a line and confirms it. States is how many states it has looked at.
func (c Checker) Check(ctx context.Context, line []byte) (cert *Certificate, states int64, err error) {
	cert, err = parse(line)
	if err != nil {
		return nil, 0, err
	}
	m := &meter{ctx: ctx, limit: cmp.Or(c.States, DefaultStates)}
	if c.Time > 0 {
		m.deadline = time.Now().Add(c.Time)
	}
	err = c.confirm(cert, m)
	return cert, m.states, err
}

// confirm asks every theorem that the certificate names.
func (c Checker) confirm(cert *Certificate, m *meter) error {
	s, err := board.ParseFEN(cert.FEN)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrForm, err)
	}
	q := &question{certificate: cert, setup: s, meter: m}
	if len(cert.Reasons) == 0 {
		return game(q)
	}
	if s == board.Start {
		return fmt.Errorf("%w: it is the initial position", ErrWrong)
	}
	for _, r := range cert.Reasons {
		if err := theorems[r](q); errors.Is(err, ErrWrong) {
			return fmt.Errorf("%w: %s does not hold: %s", ErrWrong, r, strings.TrimPrefix(err.Error(), ErrWrong.Error()+": "))
		} else if err != nil {
			return fmt.Errorf("%s: %w", r, err)
		}
	}
	return nil
}

// A meter counts states and looks at the clock.
type meter struct {
	ctx           context.Context
	deadline      time.Time
	states, limit int64
	err           error
}

// spend counts a state. It returns false when the budget is spent, and from then on.
func (m *meter) spend() bool {
	m.states++
	if m.err != nil {
		return false
	}
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

// wrong is an error of a claim that does not hold.
func wrong(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrWrong, fmt.Sprintf(format, args...))
}
