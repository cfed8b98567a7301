package campaign

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"chesscensus/chess"
	"chesscensus/legality/certificate"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/internal/shards"
)

// OpenDraws reads the lists of open draws.
func (c *Campaign) OpenDraws() (*shards.OpenList, error) { return c.survey().OpenDraws() }

// Unconfirmed checks the certificates of draws that were settled later, and returns those that it cannot confirm.
func (c *Campaign) Unconfirmed(ctx context.Context) ([]record.Problem, error) {
	return c.survey().Unconfirmed(ctx)
}

// A Settler adds certificates for open draws to a record.
type Settler struct {
	shards.OpenList

	campaign  *Campaign
	lock      *record.Lock
	openByKey map[string]int
	checker   certificate.Checker
}

// Settler locks the folder and reads the open draws. The caller has to close it.
func (c *Campaign) Settler() (*Settler, error) {
	lock, err := c.Folder.Lock()
	if err != nil {
		return nil, err
	}
	l, err := c.OpenDraws()
	if err != nil {
		return nil, errors.Join(err, lock.Unlock())
	}
	s := &Settler{OpenList: *l, campaign: c, lock: lock, openByKey: map[string]int{}}
	for i := range s.Open {
		s.openByKey[shards.Key(&s.Open[i].Draw.Setup)]++
	}
	return s, nil
}

// ErrNotOpen is wrapped by the error of [Settler.Add] for setups that are not open.
var ErrNotOpen = errors.New("not among the open draws")

// Add checks a certificate and stores it. It returns the number of open draws that it
// settles. The error is ErrNotOpen, or that of a check that does not confirm it.
func (s *Settler) Add(ctx context.Context, r *certificate.Record) (int, error) {
	fen, err := chess.ParseFEN(r.FEN)
	if err != nil {
		return 0, err
	}
	r.FEN = shards.Key(&fen.Setup)
	n := s.openByKey[r.FEN]
	if n == 0 {
		return 0, fmt.Errorf("%s: %w", r.FEN, ErrNotOpen)
	}
	if err := s.checker.Check(ctx, r); err != nil {
		return 0, fmt.Errorf("%s: %w", r.FEN, err)
	}
	object, err := json.Marshal(r)
	if err != nil {
		return 0, err
	}
	if err := s.campaign.Folder.AppendSettled(object); err != nil {
		return 0, err
	}
	delete(s.openByKey, r.FEN)
	s.Open = slices.DeleteFunc(s.Open, func(o shards.OpenDraw) bool { return shards.Key(&o.Draw.Setup) == r.FEN })
	return n, nil
}

// Close releases the lock of the folder.
func (s *Settler) Close() error { return s.lock.Unlock() }
