package cage

import "chesscensus/chess"

// maxConfigurations is the number of configurations that one search visits. A search that meets more proves nothing.
const maxConfigurations = 20_000

// maxModelPawns is the largest number of pawns of a model.
const maxModelPawns = 9

// A config is a configuration of Lemma 2 without the man: the squares of the pawns of a model, and the captures that were taken
// back. (The configurations of projections have a type of their own, configuration.)
type config struct {
	squares      [maxModelPawns]uint8
	capturesUsed [2]uint8 // captures taken back, by color of the capturing pawn
}

// A model is the retraction model of Lemma 2: some pawns of a setup, without the other men.
type model struct {
	colors       [maxModelPawns]chess.Color
	first        config
	n            int            // pawns
	unmoved      chess.Bitboard // men that have never moved (Lemma 11)
	isKing       bool           // the man that is followed is a king, of kingColor
	kingColor    chess.Color
	capturesLeft [2]uint8 // captures that a color may take back
}

// A retractionSearch enumerates the configurations from which a model can have come, and follows one man among the pawns. The
// zero value is ready.
type retractionSearch struct {
	model
	index          map[config]int32
	configurations []config
	reach          []chess.Bitboard // squares where the man can have been, by configuration
	stack          []int32          // numbers of configurations to expand

	// The question: can the man have been on a square of goal while no pawn of the model was on emptySquare?
	// If emptySquare is NoSquare, the second condition holds always.
	goal        chess.Bitboard
	emptySquare chess.Square
	reached     bool // the answer is yes

	entrySquares chess.Bitboard // squares where the man may have been in any configuration, if no pawn was there
}

// excludes reports whether the answer is no for a man of the role that stands on a square of start in the setup. False means that
// the answer may be yes, or that there are more than maxConfigurations configurations.
//
// Invariant: each configuration from which the model can have come is in configurations, with all squares on which the man can
// then have stood in reach, or it follows from an entry of the stack.
func (r *retractionSearch) excludes(role chess.Role, start chess.Bitboard) bool {
	if r.index == nil {
		r.index = map[config]int32{}
	}
	clear(r.index)
	r.configurations, r.reach, r.stack, r.reached = r.configurations[:0], r.reach[:0], r.stack[:0], false
	r.enter(r.first, role, start)
	for len(r.stack) > 0 {
		i := r.stack[len(r.stack)-1]
		r.stack = r.stack[:len(r.stack)-1]
		if r.reached || len(r.configurations) > maxConfigurations {
			return false
		}
		c, reach := r.configurations[i], r.reach[i]
		r.eachUnmove(&c, r.walls(&c), func(before config, from chess.Square) {
			if rest := reach&^from.BB() | r.entrySquares; rest != 0 {
				r.enter(before, role, rest)
			}
		})
	}
	return !r.reached
}

// eachUnmove calls yield for every way to take back a step or a capture of a pawn. The pawn goes to the square from, which is not
// blocked; before is the configuration that results.
func (m *model) eachUnmove(c *config, blocked chess.Bitboard, yield func(before config, from chess.Square)) {
	for p, sq := range c.squares[:m.n] {
		color, sq := m.colors[p], chess.Square(sq)
		for to := pawnSources(color, sq) &^ blocked; to != 0; to &= to - 1 {
			before, from := *c, to.First()
			if from.File() != sq.File() {
				before.capturesUsed[color]++
			}
			if before.capturesUsed[color] <= m.capturesLeft[color] {
				before.squares[p] = uint8(from)
				yield(before, from)
			}
		}
	}
}

// enter adds squares of the man to a configuration, with all squares that it reaches from there. If some are new, the
// configuration goes on the stack, again if it was expanded before.
func (r *retractionSearch) enter(c config, role chess.Role, set chess.Bitboard) {
	i, ok := r.index[c]
	if !ok {
		i = int32(len(r.configurations))
		r.index[c] = i
		r.configurations, r.reach = append(r.configurations, c), append(r.reach, 0)
	}
	walls := r.walls(&c)
	set = (set | r.entrySquares) &^ walls
	if ok && set&^r.reach[i] == 0 {
		return
	}
	if r.isKing {
		r.reach[i] = kingFlood(r.reach[i]|set, walls, r.attacked(&c))
	} else {
		r.reach[i] = chess.Flood(role, r.reach[i]|set, walls)
	}
	r.reached = r.reached || r.reach[i]&r.goal != 0 && !walls.Has(r.emptySquare)
	r.stack = append(r.stack, i)
}

// kingFlood returns the squares from which a king can have come to a square of from, and these themselves. Read forward, the king
// makes no step to an attacked square (Lemma 11). So, read backward, it leaves no such square.
func kingFlood(from, walls, attacked chess.Bitboard) chess.Bitboard {
	for {
		next := from | chess.Steps(chess.King, from&^attacked)&^walls
		if next == from {
			return from
		}
		from = next
	}
}

// attacked returns the squares that the enemy pawns of the followed king attack.
func (r *retractionSearch) attacked(c *config) (set chess.Bitboard) {
	for i, sq := range c.squares[:r.n] {
		if r.colors[i] != r.kingColor {
			set |= chess.PawnAttacks(r.colors[i], chess.Square(sq))
		}
	}
	return set
}

// walls returns the squares of the pawns, and those of men that have never moved.
func (m *model) walls(c *config) (set chess.Bitboard) {
	set = m.unmoved
	for _, sq := range c.squares[:m.n] {
		set |= chess.Square(sq).BB()
	}
	return set
}
