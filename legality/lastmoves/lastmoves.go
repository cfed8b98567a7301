// Package lastmoves answers questions of retrograde analysis about one position: which last moves are possible, and which are
// forced. For a diagram it finds which side can be to move, which castling rights there can be, and whether a capture en passant
// can be possible. It uses an engine that judges the positions before the last moves.
//
// A last move counts as possible if the engine does not refute the position before it. It is certainly possible if the engine
// finds a game to the position before. If all last moves are refuted, so is the position, unless it is the initial one.
package lastmoves

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"chesscensus/chess"
	"chesscensus/legality"
	"chesscensus/legality/retro"
	"chesscensus/legality/verdict"
)

// A Move is a last move taken back, with the captured man, and the verdict on the position before it.
type Move struct {
	retro.Unmove
	Before  chess.Setup
	Verdict verdict.Verdict
	// Open says of a move of [Forced] that its captured man is not known. Before is then one of the possible positions before it.
	Open bool
}

// String returns the move with the captured man, such as "Kd6xc7, takes a rook", "a2-a4", "castling, Ke1-g1", or
// "e5xd6 en passant".
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

// A Branch is a possible last move with the possible moves before it.
type Branch struct {
	Move
	Earlier []Branch
}

// Tree returns the last single moves of a setup that are not refuted, each with the moves before it, up to the given depth.
// It leaves out a branch whose earlier moves are all refuted, unless the branch begins with the initial position. So it can
// refute more last moves than [List]. It is an error if more positions than the limit would have to be judged.
func Tree(ctx context.Context, e *legality.Engine, s chess.Setup, depth, limit int) ([]Branch, error) {
	t := treeBuilder{engine: e, remaining: limit, limit: limit}
	return t.grow(ctx, s, depth)
}

// Size returns an estimate of the number of positions that [Tree] judges, at most maxSize. Up to depth 2 it counts all unmoves,
// which is an upper bound. For larger depths it assumes that each level grows as the second does.
func Size(s chess.Setup, depth int) (size int) {
	unmoves := retro.Unmoves(nil, s, retro.Options{AllEP: true})
	if depth < 1 {
		return 0
	}
	if depth == 1 || len(unmoves) == 0 {
		return len(unmoves)
	}
	second := 0 // unmoves of the second level
	for _, u := range unmoves {
		second += len(retro.Unmoves(nil, retro.Undo(s, u), retro.Options{AllEP: true}))
	}
	size = len(unmoves) + second
	for level := float64(second); depth > 2 && size < maxSize; depth-- {
		level *= float64(second) / float64(len(unmoves))
		size += int(min(level, maxSize))
	}
	return min(size, maxSize)
}

// maxSize is the largest result of [Size]. Twice as much is an int.
const maxSize = min(1_000_000_000_000, math.MaxInt/2)

// ErrTree is the error of a tree that is too large.
var ErrTree = errors.New("the tree of last moves is too large; fewer single moves take less")

// A treeBuilder builds a tree of at most limit positions, of which it may judge remaining more.
type treeBuilder struct {
	engine           *legality.Engine
	remaining, limit int
}

// grow returns the branches of a setup to the given depth.
func (t *treeBuilder) grow(ctx context.Context, s chess.Setup, depth int) (list []Branch, err error) {
	if depth < 1 {
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
		if b.Earlier, err = t.grow(ctx, m.Before, depth-1); err != nil {
			return nil, err
		}
		if depth > 1 && len(b.Earlier) == 0 && m.Before != chess.InitialSetup() {
			continue // nothing leads to it
		}
		list = append(list, b)
	}
	return list, nil
}

// possible reports whether the position before is not refuted.
func (m *Move) possible() bool { return m.Verdict.Outcome != verdict.Illegal }

// List returns all last moves of a setup, one for each possible capture, set of castling rights and en passant square before
// it, with the verdicts on the positions before. It costs as many verdicts, ten to a hundred. The error is that of the context
// or of the engine.
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

// Possible returns the moves of a list that are not refuted.
func Possible(list []Move) (possible []Move) {
	for _, m := range list {
		if m.possible() {
			possible = append(possible, m)
		}
	}
	return possible
}

// isSingleMove reports whether the list is not empty and all its moves have the same squares and promotion: they differ only in
// the position before them.
func isSingleMove(list []Move) bool {
	return len(list) > 0 && !slices.ContainsFunc(list, func(m Move) bool {
		return m.From() != list[0].From() || m.To() != list[0].To() || m.Promotion() != list[0].Promotion()
	})
}

// Forced returns the forced last moves of a setup, the last move of the game first, up to a limit: each is the only move not
// refuted. The chain continues only from a known position: it ends with a move before which captured man, rights or en passant
// square are not known. The error is that of [List].
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
			last.Open = slices.ContainsFunc(possible, func(m Move) bool {
				return m.Captured() != last.Captured() || m.EnPassant() != last.EnPassant()
			})
			break
		}
		s = possible[0].Before
	}
	return chain, nil
}

// A Case is a setup that a diagram can stand for, with the verdict on it.
type Case struct {
	Setup   chess.Setup
	Verdict verdict.Verdict
}

// Setups returns the valid setups that a diagram can stand for: either side to move, every set of castling rights that kings and
// rooks at home allow, and either no en passant square or one on which a capture is legal. There are at most 2 x 16 x 9.
func Setups(b chess.Board) (setups []chess.Setup) {
	for _, turn := range []chess.Color{chess.White, chess.Black} {
		for rights := range chess.Castling(16) {
			for _, sq := range epSquares(turn) {
				s := chess.EmptySetup()
				s.Board, s.Turn, s.Castling, s.EP = b, turn, rights, sq
				_, idle := s.DropIdleEP()
				if s.Violations() == 0 && !idle {
					setups = append(setups, s)
				}
			}
		}
	}
	return setups
}

// Cases returns the setups that a diagram can stand for, see [Setups], with the verdicts. The error is that of [List].
func Cases(ctx context.Context, e *legality.Engine, b chess.Board) (cases []Case, err error) {
	for _, s := range Setups(b) {
		cases = append(cases, Case{s, e.Judge(ctx, s)})
		if err := ctx.Err(); err != nil {
			return cases, err
		}
	}
	return cases, e.Err()
}

// epSquares returns NoSquare and the squares where a side may capture en passant.
func epSquares(turn chess.Color) []chess.Square {
	row := 5
	if turn == chess.Black {
		row = 2
	}
	squares := []chess.Square{chess.NoSquare}
	for file := range 8 {
		squares = append(squares, chess.NewSquare(file, row))
	}
	return squares
}
