package cage

import "chesscensus/chess"

// most is the number of configurations that one question looks at. A question that meets
// more is left open.
const most = 20_000

// largest is the number of pawns of a model.
const largest = 9

// A config is one arrangement of the pawns of a model.
type config struct {
	squares [largest]uint8
	used    [2]uint8 // captures taken back, by color of the capturer
}

// A model is that of Lemma 2: what is left of a setup when all men but some pawns and one
// other man are taken off the board.
type model struct {
	colors [largest]chess.Color
	first  config
	n      int
	still  chess.Bitboard // men that have never moved
	king   bool           // the man is a king, of color prey
	prey   chess.Color
	left   [2]uint8 // captures that a color may take back
}

// A searcher enumerates what a model can have come from. The zero value is ready.
type searcher struct {
	model
	index   map[config]int32
	configs []config
	reach   []chess.Bitboard // where the man can stand, by configuration
	stack   []int32

	// What would answer the question: the man on a square of want while no pawn of the model
	// is on clear, if that is a square.
	want  chess.Bitboard
	clear chess.Square
	found bool

	anywhere chess.Bitboard // squares where the man may have been in any configuration, if no pawn was there
}

// excludes goes through all configurations from which the model can have come, and all squares
// where the man of the role can then have stood, if now it stands on one of the squares of
// start. It reports whether what is wanted is among none of them.
func (x *searcher) excludes(role chess.Role, start chess.Bitboard) bool {
	if x.index == nil {
		x.index = map[config]int32{}
	}
	clear(x.index)
	x.configs, x.reach, x.stack, x.found = x.configs[:0], x.reach[:0], x.stack[:0], false
	x.enter(x.first, role, start)
	for len(x.stack) > 0 {
		i := x.stack[len(x.stack)-1]
		x.stack = x.stack[:len(x.stack)-1]
		if x.found || len(x.configs) > most {
			return false
		}
		c, reach := x.configs[i], x.reach[i]
		walls := x.walls(&c)
		for p := range x.n {
			x.unmoves(&c, p, walls, role, reach)
		}
	}
	return !x.found
}

// unmoves enters what comes before an unmove of pawn p.
func (x *searcher) unmoves(c *config, p int, walls chess.Bitboard, role chess.Role, reach chess.Bitboard) {
	color, sq := x.colors[p], chess.Square(c.squares[p])
	back, home := -8, 1
	if color == chess.Black {
		back, home = 8, 6
	}
	if sq.Row() == home {
		return
	}
	try := func(to chess.Square, capture uint8) {
		if walls.Has(to) || c.used[color]+capture > x.left[color] {
			return
		}
		next := *c
		next.squares[p] = uint8(to)
		next.used[color] += capture
		if rest := reach&^to.BB() | x.anywhere; rest != 0 {
			x.enter(next, role, rest)
		}
	}
	to := chess.Square(int(sq) + back)
	try(to, 0)
	if f := sq.File(); f > 0 {
		try(to-1, 1)
	}
	if f := sq.File(); f < 7 {
		try(to+1, 1)
	}
}

// enter adds squares of the man to a configuration, and all it can reach from there.
func (x *searcher) enter(c config, role chess.Role, set chess.Bitboard) {
	i, ok := x.index[c]
	if !ok {
		i = int32(len(x.configs))
		x.index[c] = i
		x.configs, x.reach = append(x.configs, c), append(x.reach, 0)
	}
	walls := x.walls(&c)
	set = (set | x.anywhere) &^ walls
	if ok && set&^x.reach[i] == 0 {
		return
	}
	if x.king {
		x.reach[i] = kingFlood(x.reach[i]|set, walls, x.attacked(&c))
	} else {
		x.reach[i] = chess.Flood(role, x.reach[i]|set, walls)
	}
	x.found = x.found || x.reach[i]&x.want != 0 && !walls.Has(x.clear)
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
func (x *searcher) attacked(c *config) (set chess.Bitboard) {
	for i, sq := range c.squares[:x.n] {
		if x.colors[i] != x.prey {
			set |= chess.PawnAttacks(x.colors[i], chess.Square(sq))
		}
	}
	return set
}

// walls returns the squares of the pawns, and of men that have never moved.
func (x *searcher) walls(c *config) (set chess.Bitboard) {
	set = x.still
	for _, sq := range c.squares[:x.n] {
		set |= chess.Square(sq).BB()
	}
	return set
}
