package cage

import "chesscensus/chess"

// maxConfigs is the number of configurations that one question looks at. A question that meets
// more is left open.
const maxConfigs = 20_000

// maxModelPawns is the number of pawns of a model.
const maxModelPawns = 9

// A config is one arrangement of the pawns of a model.
type config struct {
	squares      [maxModelPawns]uint8
	capturesUsed [2]uint8 // captures taken back, by color of the capturer
}

// A model is that of Lemma 2: what is left of a setup when all men but some pawns and one
// other man are taken off the board.
type model struct {
	colors       [maxModelPawns]chess.Color
	first        config
	n            int
	unmoved      chess.Bitboard // men that have never moved
	isKing       bool           // the man is a king, of kingColor
	kingColor    chess.Color
	capturesLeft [2]uint8 // captures that a color may take back
}

// A retractionSearch enumerates what a model can have come from. The zero value is ready.
type retractionSearch struct {
	model
	index   map[config]int32
	configs []config
	reach   []chess.Bitboard // where the man can stand, by configuration
	stack   []int32

	// The question: can the man be on a square of goal while no pawn of the model is on emptySquare, if
	// that is a square?
	goal        chess.Bitboard
	emptySquare chess.Square
	reached     bool

	entrySquares chess.Bitboard // squares where the man may have been in any configuration, if no pawn was there
}

// excludes reports whether the answer is no for a man of the role that stands on a square of start in
// the setup. False means that it may be yes, or that there are more than maxConfigs configurations.
//
// Invariant: each configuration from which the model can have come is in configs, with all squares on
// which the man can then have stood in reach, or it follows from an entry of the stack.
func (x *retractionSearch) excludes(role chess.Role, start chess.Bitboard) bool {
	if x.index == nil {
		x.index = map[config]int32{}
	}
	clear(x.index)
	x.configs, x.reach, x.stack, x.reached = x.configs[:0], x.reach[:0], x.stack[:0], false
	x.enter(x.first, role, start)
	for len(x.stack) > 0 {
		i := x.stack[len(x.stack)-1]
		x.stack = x.stack[:len(x.stack)-1]
		if x.reached || len(x.configs) > maxConfigs {
			return false
		}
		c, reach := x.configs[i], x.reach[i]
		x.unmoves(&c, x.walls(&c), func(before config, from chess.Square) {
			if rest := reach&^from.BB() | x.entrySquares; rest != 0 {
				x.enter(before, role, rest)
			}
		})
	}
	return !x.reached
}

// unmoves calls yield with what comes before an unmove of a pawn to a square that is not blocked, and that square.
func (m *model) unmoves(c *config, blocked chess.Bitboard, yield func(before config, from chess.Square)) {
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

// enter adds squares of the man to a configuration, and all it can reach from there.
func (x *retractionSearch) enter(c config, role chess.Role, set chess.Bitboard) {
	i, ok := x.index[c]
	if !ok {
		i = int32(len(x.configs))
		x.index[c] = i
		x.configs, x.reach = append(x.configs, c), append(x.reach, 0)
	}
	walls := x.walls(&c)
	set = (set | x.entrySquares) &^ walls
	if ok && set&^x.reach[i] == 0 {
		return
	}
	if x.isKing {
		x.reach[i] = kingFlood(x.reach[i]|set, walls, x.attacked(&c))
	} else {
		x.reach[i] = chess.Flood(role, x.reach[i]|set, walls)
	}
	x.reached = x.reached || x.reach[i]&x.goal != 0 && !walls.Has(x.emptySquare)
	x.stack = append(x.stack, i)
}

// kingFlood returns the squares of from and all where a king on them can have come from: it has not moved to a square
// that is attacked: Lemma 11.
func kingFlood(from, walls, attacked chess.Bitboard) chess.Bitboard {
	for {
		next := from | chess.Steps(chess.King, from&^attacked)&^walls
		if next == from {
			return from
		}
		from = next
	}
}

// attacked returns the squares that pawns of the model attack, of the other color than the king.
func (x *retractionSearch) attacked(c *config) (set chess.Bitboard) {
	for i, sq := range c.squares[:x.n] {
		if x.colors[i] != x.kingColor {
			set |= chess.PawnAttacks(x.colors[i], chess.Square(sq))
		}
	}
	return set
}

// walls returns the squares of the pawns, and of men that have never moved.
func (m *model) walls(c *config) (set chess.Bitboard) {
	set = m.unmoved
	for _, sq := range c.squares[:m.n] {
		set |= chess.Square(sq).BB()
	}
	return set
}
