package recheck

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"chesscensus/recheck/internal/board"
)

// DefaultStates is the default budget of one check, in states looked at. That many take some seconds and 300 to 500 MB.
const DefaultStates = 5_000_000

// LineStates is the default budget of programs that read certificates from elsewhere. A line then costs at most two seconds and 200 MB.
const LineStates = 400_000

// A Checker holds the limits of a check; the zero value has the default budget and no limit of time. A check changes nothing in it, so
// several goroutines may share one.
type Checker struct {
	States int64         // limit of states that one check looks at; 0 means [DefaultStates]
	Time   time.Duration // limit of one check; 0 means none
}

// theorems maps every reason that a verdict may name to the function that checks it. The function returns nil if the setup is illegal for
// this reason, and an error that wraps [ErrWrong] if the reason does not hold. [ErrLimit] and [ErrUnable] leave it open.
var theorems map[string]func(q *question) error

// init fills theorems. The names of the faults come from the list in faults.go.
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
		// These need a position without faults.
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

// requiresPosition returns a function that calls confirm if the setup has no faults, and otherwise returns an [ErrWrong].
func requiresPosition(confirm func(q *question) error) func(q *question) error {
	return func(q *question) error {
		if len(q.setup.Faults()) > 0 {
			return wrong("%v is no position", q.setup)
		}
		return confirm(q)
	}
}

// A question is one certificate under check, with its setup S.
type question struct {
	certificate *Certificate
	setup       board.Setup
	meter       *meter
}

// Check reads a certificate from a line and returns nil if it confirms the claim, and otherwise one of the errors beside [ErrForm]. In both
// cases states is the number of states looked at. The certificate is nil only if the line cannot be read.
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

// A meter counts the states of a check and stops it at its limits. Then err is the reason, an [ErrLimit].
type meter struct {
	ctx                     context.Context
	deadline                time.Time
	states, limit, reserved int64 // reserved states below the limit are left to later searches
	err, postponed          error // postponed is the err of a search that had a meter of its own
}

// spend counts a state. It returns false once the budget or the time is spent or the context is done (looked at once in 1024 states).
func (m *meter) spend() bool {
	if m.err != nil {
		return false
	}
	m.states++
	switch {
	case m.states > m.limit-m.reserved:
		m.err = fmt.Errorf("%w of %d states", ErrLimit, m.limit)
	case m.states&1023 != 0:
	case m.ctx.Err() != nil:
		m.err = fmt.Errorf("%w: %w", ErrLimit, m.ctx.Err())
	case !m.deadline.IsZero() && time.Now().After(m.deadline):
		m.err = fmt.Errorf("%w of time", ErrLimit)
	}
	return m.err == nil
}

// A falseClaim is an [ErrWrong] with a text of its own, without the prefix "not confirmed".
type falseClaim string

func (c falseClaim) Error() string        { return string(c) }
func (c falseClaim) Is(target error) bool { return target == ErrWrong }

// wrong returns an [ErrWrong] that says why a claim does not hold.
func wrong(format string, args ...any) error { return falseClaim(fmt.Sprintf(format, args...)) }

// A search visits every state that follows from the ones added first, the newest first. The map seen must not be nil. Invariant: every state
// that follows from those added is in seen, or follows from one in todo, unless the budget is spent.
type search[S comparable] struct {
	meter *meter
	seen  map[S]bool
	todo  []S
}

// add adds a state if it is new.
func (s *search[S]) add(state S) {
	if !s.seen[state] && s.meter.spend() {
		s.seen[state] = true
		s.todo = append(s.todo, state)
	}
}

// all yields every state once, also the ones that are added during the iteration. It ends when none is left, when yield returns false, or
// when the budget is spent.
func (s *search[S]) all(yield func(S) bool) {
	for len(s.todo) > 0 && s.meter.err == nil {
		state := s.todo[len(s.todo)-1]
		s.todo = s.todo[:len(s.todo)-1]
		if !yield(state) {
			return
		}
	}
}
