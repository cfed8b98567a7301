// Package chesstest makes random games. Their positions are legal by construction: no
// theorem may refute them, and every space must contain them.
//
// Uniformly random moves have few promotions, fewer en passant captures and lose all castling
// rights early. [Weights] change the probabilities of moves. [RandomOptions] draws from
// [Styles], which together reach rare kinds of positions often; TestStylesCoverTheCorners has
// the numbers.
package chesstest

import (
	"iter"
	"math/rand/v2"

	"chesscensus/chess"
)

// Options of a random game. The zero value is a game from the initial position,
// 400 plies at most, each move uniformly random among the legal ones.
type Options struct {
	Start   chess.Position // zero means the initial position
	Plies   int            // most moves of a game; 0 means defaultPlies
	Weights Weights
	// Steer is a further factor of the probability of the move from p to q, greater than 0; nil means 1.
	Steer func(p, q *chess.Position, m chess.Move) float64
}

// defaultPlies is the length of a game if its options give none.
const defaultPlies = 400

// Weights are factors of the probability of a move. The weight of a move is the product of
// the factors that apply to it, and its probability is proportional to its weight. A zero
// field means 1. With a negative field such moves are made only if there are no others.
type Weights struct {
	PawnStep     float64 // a pawn moves without capture
	PawnTakesMan float64 // a pawn captures anything but a pawn
	Take         float64 // any other capture
	Promote      float64 // a promotion
	EnPassant    float64 // an en passant capture
	OfferEP      float64 // a double step after which en passant is legal
	Castle       float64 // castling
	LoseRights   float64 // castling rights are lost other than by castling
	Check        float64 // the move gives check
}

// weightOf returns the weight of a move from p to q.
func (w *Weights) weightOf(p, q *chess.Position, m chess.Move) float64 {
	weight := 1.0
	apply := func(applies bool, factor float64) {
		switch {
		case !applies || factor == 0:
		case factor < 0:
			weight = 0
		default:
			weight *= factor
		}
	}
	pawn, captured := m.Role() == chess.Pawn, m.Captured()
	apply(pawn && captured == chess.NoRole, w.PawnStep)
	apply(pawn && captured > chess.Pawn, w.PawnTakesMan)
	apply(captured != chess.NoRole && !(pawn && captured > chess.Pawn) && !m.EnPassant(), w.Take)
	apply(m.Promotion() != chess.NoRole, w.Promote)
	apply(m.EnPassant(), w.EnPassant)
	apply(q.EP() != chess.NoSquare, w.OfferEP)
	apply(m.Castles(), w.Castle)
	apply(!m.Castles() && p.Castling() != q.Castling(), w.LoseRights)
	if w.Check != 0 {
		apply(q.InCheck(), w.Check)
	}
	return weight
}

// A Style is a named set of weights.
type Style struct {
	Name    string
	Weights Weights
}

// Styles returns the styles that [RandomOptions] draws from. Each but the first often reaches
// a kind of position that is rare in uniform games.
func Styles() []Style {
	return []Style{
		{"uniform", Weights{}},
		{"slaughter", Weights{Take: 8, PawnTakesMan: 8}}, // down to bare kings
		{"promotions", Weights{PawnStep: 3, PawnTakesMan: 60, Take: 0.05, Promote: 20, EnPassant: 0.1}},     // up to 12 and more
		{"enpassant", Weights{OfferEP: 300, EnPassant: 40, PawnStep: 0.5, Take: 0.1, PawnTakesMan: 0.3}},    // many ep squares and captures
		{"castling", Weights{LoseRights: -1, Castle: 0.05, PawnStep: 0.5}},                                  // rights held for long
		{"castled", Weights{LoseRights: -1, Castle: 50}},                                                    // castling made
		{"peace", Weights{Take: -1, PawnTakesMan: -1, EnPassant: -1}},                                       // 32 men, long games
		{"checks", Weights{Check: 6, Take: 0.5}},                                                            // many checks
		{"mixed", Weights{PawnStep: 2, PawnTakesMan: 5, Take: 0.3, Promote: 5, OfferEP: 10, EnPassant: 10}}, // some of all
	}
}

// RandomOptions draws a style and a length from 1 to 500 plies.
func RandomOptions(src *rand.Rand) Options {
	styles := Styles()
	return Options{Plies: 1 + src.IntN(500), Weights: styles[src.IntN(len(styles))].Weights}
}

// Playout yields the positions of a random game in order, including the start position. The
// game ends with mate, stalemate or after opt.Plies moves, but not by a draw by rule. The
// sequence draws from src while it runs: for the same game again, use an equal source.
func Playout(src *rand.Rand, opt Options) iter.Seq[chess.Position] {
	return func(yield func(chess.Position) bool) {
		start := opt.start()
		if !yield(start) {
			return
		}
		for _, q := range Moves(src, opt) {
			if !yield(q) {
				return
			}
		}
	}
}

// Moves is like [Playout] but yields every move with the position after it.
func Moves(src *rand.Rand, opt Options) iter.Seq2[chess.Move, chess.Position] {
	return func(yield func(chess.Move, chess.Position) bool) {
		p := opt.start()
		plies := opt.Plies
		if plies == 0 {
			plies = defaultPlies
		}
		var moves []chess.Move
		var sums []float64
		for range plies {
			moves = p.Moves(moves[:0])
			if len(moves) == 0 {
				return
			}
			m := opt.pick(src, &p, moves, &sums)
			p = p.Play(m)
			if !yield(m, p) {
				return
			}
		}
	}
}

// start returns the start position.
func (opt *Options) start() chess.Position {
	if opt.Start == (chess.Position{}) {
		return chess.InitialPosition()
	}
	return opt.Start
}

// pick draws one of the moves; sums is scratch space.
func (opt *Options) pick(src *rand.Rand, p *chess.Position, moves []chess.Move, sums *[]float64) chess.Move {
	if opt.Weights == (Weights{}) && opt.Steer == nil {
		return moves[src.IntN(len(moves))]
	}
	total := 0.0
	*sums = (*sums)[:0]
	for _, m := range moves {
		q := p.Play(m)
		weight := opt.Weights.weightOf(p, &q, m)
		if opt.Steer != nil {
			weight *= opt.Steer(p, &q, m)
		}
		total += weight
		*sums = append(*sums, total)
	}
	if total == 0 {
		return moves[src.IntN(len(moves))]
	}
	x := src.Float64() * total
	for i, s := range *sums {
		if x < s {
			return moves[i]
		}
	}
	return moves[len(moves)-1]
}
