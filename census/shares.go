package census

import (
	"errors"
	"fmt"

	"chesscensus/internal/digits"
	"chesscensus/jupyter/cell"
	"chesscensus/jupyter/forms"
	"chesscensus/survey/mates"
)

// Mates are the shares of mates among positions, the result of [MateShares].
type Mates = mates.Report

// PublishedMates are the shares that the README of ChessCounter gives.
var PublishedMates = mates.Published

// MateShares draws a sample, leaves out the draws that the engine refutes to the sample's effort, by default Kernel, and decides for
// the rest whether the side to move is mated, stalemated, or can force mate in 1 up to some number of moves. Ten thousand draws
// and mates in 2 take two seconds. The answer is kept on disk.
func MateShares(s Sample, moves int) (*Mates, error) {
	if s.Effort == 0 {
		s.Effort = Kernel
	}
	s, space, err := s.open()
	if err != nil {
		return nil, err
	}
	if s.Set != nil || s.Judge != nil {
		return nil, errors.New("census: shares of mates are asked of spaces with a name, and of the engine")
	}
	return cached(key("mates", space.Name(), s.Draws, s.Seed, s.Effort, moves), func() (*Mates, bool, error) {
		ctx, stop := interruptible()
		defer stop()
		r, err := mates.Run(ctx, mates.Config{Space: space, Seed: s.Seed, Draws: uint64(s.Draws), Judge: mates.Engine{Effort: s.Effort}, Moves: moves})
		if err != nil {
			return nil, false, fmt.Errorf("census: %w", err)
		}
		return r, true, nil
	})
}

// matesForm returns the table of shares.
func matesForm(r *Mates) cell.Rich {
	t := NewTable("side to move", "draws", "share, %", "positions")
	for _, row := range r.Rows() {
		share := row.Low
		share.Value, share.Lo, share.Hi = 100*share.Value, 100*share.Lo, 100*share.Hi
		t.Add(row.Class, row.Draws, share, row.Positions)
	}
	body := t.form()
	head := fmt.Sprintf("%s, seed %d: %s draws, %s of them not refuted and solved", r.Space, r.Seed, digits.Group(r.Draws), digits.Group(r.Solved))
	return cell.Rich{HTML: forms.Line(head) + body.HTML, Text: head + "\n" + body.Text}
}
