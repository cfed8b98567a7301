// Package lastmoves answers the questions of retrograde analysis about one position, with an engine that judges what may have stood before: which last moves
// are possible, which are forced, and for a diagram alone who is to move, who may still castle, and whether a pawn may be taken en passant.
//
// A last move is possible as far as is known if the position before it is not refuted. It is certain if there is a game to the position before. If all
// are refuted, so is the position, unless it is the initial one.
package lastmoves

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"chesscensus/chess"
	"chesscensus/legality"
	"chesscensus/legality/retro"
	"chesscensus/legality/verdict"
)

// A Move is a last move taken back, with what it captured, and the verdict on the position before it.
type Move struct {
	retro.Unmove
	Before  chess.Setup
	Verdict verdict.Verdict
	// Open says of the last move of a chain that is forced that it is not known what it captured. Before is one of the positions.
	Open bool
}

// String is the move with what it captured, such as "Kd6xc7, takes a rook", "a2-a4", "castling, Ke1-g1", "e5xd6 en passant".
func (m *Move) String() string {
	sign, text, tail := "-", "", ""
	if m.Open {
		tail = ", what it took, if anything, is open"
	} else if m.Captured() != chess.NoRole {
		sign, tail = "x", ", takes a "+m.Captured().String()
	}
	if role := m.Role(); role != chess.Pawn {
		text = string(role.Letter())
	}
	text += m.From().String() + sign + m.To().String()
	if r := m.Promotion(); r != chess.NoRole {
		text += "=" + string(r.Letter())
	}
	switch {
	case m.Castles():
		return "castling, " + text
	case m.EnPassant() && !m.Open:
		return text + " en passant"
	}
	return text + tail
}

// A Branch is a possible last move with those that may have come before it.
type Branch struct {
	Move
	Earlier []Branch
}

// Tree returns the last single moves of a setup that are not refuted, n of them deep, each with those before it. A branch whose earlier moves are all refuted
// is left out, unless it begins with the initial position: so it says more of the last move than [List]. It judges most positions at most, and fails if
// there are more: with ten possible moves each, two single moves are a hundred lists of up to a hundred verdicts.
func Tree(ctx context.Context, e *legality.Engine, s chess.Setup, depth, limit int) ([]Branch, error) {
	t := treeBuilder{engine: e, remaining: limit, limit: limit}
	return t.grow(ctx, s, depth)
}

// Size returns how many positions [Tree] judges at most. It counts the single moves of two levels; further ones are taken to have as many each.
func Size(s chess.Setup, depth int) (size int) {
	first := retro.Unmoves(nil, s, retro.Options{AllEP: true})
	if depth < 1 {
		return 0
	}
	if depth == 1 || len(first) == 0 {
		return len(first)
	}
	second := 0
	for _, u := range first {
		second += len(retro.Unmoves(nil, retro.Undo(s, u), retro.Options{AllEP: true}))
	}
	size = len(first) + second
	for level := float64(second); depth > 2 && size < maxSize; depth-- {
		level *= float64(second) / float64(len(first))
		size += int(min(level, maxSize))
	}
	return min(size, maxSize)
}

// most is beyond what anybody waits for.
const maxSize = 1e12

// ErrTree is the error of a tree that is too large.
var ErrTree = errors.New("the tree of last moves is too large; fewer single moves take less")

type treeBuilder struct {
	engine           *legality.Engine
	remaining, limit int
}

func (t *treeBuilder) grow(ctx context.Context, s chess.Setup, n int) (list []Branch, err error) {
	if n < 1 {
		return nil, nil
	}
	moves, err := List(ctx, t.engine, s)
	if err != nil {
		return nil, err
	}
	if t.remaining -= len(moves); t.remaining < 0 {
		return nil, fmt.Errorf("%w: more than %d positions", ErrTree, t.limit)
	}
	for _, m := range Possible(moves) {
		b := Branch{Move: m}
		if b.Earlier, err = t.grow(ctx, m.Before, n-1); err != nil {
			return nil, err
		}
		if n > 1 && len(b.Earlier) == 0 && m.Before != chess.InitialSetup() {
			continue // nothing leads to it
		}
		list = append(list, b)
	}
	return list, nil
}

// Possible reports whether the position before is not refuted.
func (m *Move) Possible() bool { return m.Verdict.Outcome != verdict.Illegal }

// List judges the positions before all last moves of a setup, one for each capture, castling right and en passant square that it may have had before. The
// cost is that of as many verdicts, ten to a hundred. The error is that of the context, or a fault of the engine.
func List(ctx context.Context, e *legality.Engine, s chess.Setup) (list []Move, err error) {
	for _, u := range retro.Unmoves(nil, s, retro.Options{AllEP: true}) {
		before := retro.Undo(s, u)
		list = append(list, Move{Unmove: u, Before: before, Verdict: e.Judge(ctx, before)})
		if err := ctx.Err(); err != nil {
			return list, err
		}
		if err := e.Err(); err != nil {
			return list, err
		}
	}
	return list, nil
}

// Possible returns those of a list that are not refuted.
func Possible(list []Move) (possible []Move) {
	for _, m := range list {
		if m.Possible() {
			possible = append(possible, m)
		}
	}
	return possible
}

// single reports whether moves are one move from one square to another, whatever else may have stood before it, and at least one.
func isSingleMove(list []Move) bool {
	for _, m := range list {
		if m.From() != list[0].From() || m.To() != list[0].To() || m.Promotion() != list[0].Promotion() {
			return false
		}
	}
	return len(list) > 0
}

// Forced returns the last moves of a setup that are forced, the last one first, at most most: each is the only one not refuted. With it the
// chain goes on as long as it is also known what the move captured and which rights there were; a move of which that is open is the last of the chain. The
// error is that of [List].
func Forced(ctx context.Context, e *legality.Engine, s chess.Setup, limit int) (chain []Move, err error) {
	for len(chain) < limit && s != chess.InitialSetup() {
		list, err := List(ctx, e, s)
		if err != nil {
			return chain, err
		}
		possible := Possible(list)
		if !isSingleMove(possible) {
			break
		}
		chain = append(chain, possible[0])
		if len(possible) > 1 {
			last := &chain[len(chain)-1]
			last.Open = slices.ContainsFunc(possible, func(m Move) bool { return m.Captured() != last.Captured() || m.EnPassant() != last.EnPassant() })
			break
		}
		s = possible[0].Before
	}
	return chain, nil
}

// A Case is a diagram with one choice of what it does not show.
type Case struct {
	Setup   chess.Setup
	Verdict verdict.Verdict
}

// Setups lists what a diagram can stand for: either side to move, with every set of castling rights that kings and rooks at home allow, and without an en
// passant square and with each on which a capture is legal. Those that are no valid position are left out: at most 2 x 16 x 9 are left.
func Setups(b chess.Board) (setups []chess.Setup) {
	for _, turn := range []chess.Color{chess.White, chess.Black} {
		for rights := range chess.Castling(16) {
			for sq := chess.NoSquare; ; {
				s := chess.EmptySetup()
				s.Board, s.Turn, s.Castling, s.EP = b, turn, rights, sq
				_, idle := s.DropIdleEP()
				if s.Violations() == 0 && !idle {
					setups = append(setups, s)
				}
				if sq = nextEP(turn, sq); sq == chess.NoSquare {
					break
				}
			}
		}
	}
	return setups
}

// Cases judges all that a diagram can stand for, see [Setups]. The error is that of [List].
func Cases(ctx context.Context, e *legality.Engine, b chess.Board) (cases []Case, err error) {
	for _, s := range Setups(b) {
		cases = append(cases, Case{s, e.Judge(ctx, s)})
		if err := ctx.Err(); err != nil {
			return cases, err
		}
	}
	return cases, e.Err()
}

// nextEP returns the square of the en passant row of the side to move that follows on another, the first after none, and none after the last.
func nextEP(turn chess.Color, sq chess.Square) chess.Square {
	row := 5
	if turn == chess.Black {
		row = 2
	}
	switch {
	case sq == chess.NoSquare:
		return chess.NewSquare(0, row)
	case sq.File() == 7:
		return chess.NoSquare
	}
	return sq + 1
}
