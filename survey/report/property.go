package report

import (
	"fmt"

	"chesscensus/chess"
)

// A Property is a whole number that every position has and shards do not count, such as its number of legal moves.
type Property struct {
	// Name in a word, Text for people.
	Name, Text string
	// Of returns the number, from 0 on, or -1 for setups that are no positions.
	Of func(*chess.Setup) int
	// Numbers is how many numbers there are, from 0 on, so that a law lists those that no draw has, with their upper limits; 0 if that is not known.
	Numbers int
	// fact is the same, of a setup of which others are asked, too; nil for those that [Properties] does not return.
	fact func(*facts) int
}

// Properties returns those that reports give the law of: moves, checkers, end, turn, and the number of men of each kind
// but kings, by the letters of FEN.
func Properties() []Property {
	list := []Property{
		property("moves", "number of legal moves", (*facts).moves),
		property("checkers", "number of men that give check", (*facts).checkers),
		property("end", "1 checkmate, 2 stalemate, 0 neither", (*facts).end),
		property("turn", "0 White to move, 1 Black to move", func(f *facts) int { return int(f.setup.Turn) }),
	}
	list[1].Numbers, list[2].Numbers, list[3].Numbers = 3, 3, 2
	for c := chess.White; c <= chess.Black; c++ {
		for _, r := range []chess.Role{chess.Queen, chess.Rook, chess.Bishop, chess.Knight, chess.Pawn} {
			text := fmt.Sprintf("number of %v %vs", c, r)
			list = append(list, property(chess.NewPiece(c, r).String(), text, func(f *facts) int { return f.setup.Board.Pieces(c, r).Count() }))
		}
	}
	return list
}

func property(name, text string, fact func(*facts) int) Property {
	return Property{Name: name, Text: text, Of: func(s *chess.Setup) int { return fact(&facts{setup: s}) }, fact: fact}
}

// number returns the number of a setup.
func (p *Property) number(f *facts) int {
	if p.fact != nil {
		return p.fact(f)
	}
	return p.Of(f.setup)
}

// facts are what several properties of one setup rest on, found when first asked for.
type facts struct {
	setup *chess.Setup
	known bool
	// Of the position; moves is -1 for setups that are none.
	movesOf, checkersOf int
}

// look finds the facts, and reports whether the setup is a position.
func (f *facts) look() bool {
	if f.known {
		return f.movesOf >= 0
	}
	f.known = true
	p, err := f.setup.Position()
	if err != nil {
		f.movesOf = -1
		return false
	}
	f.movesOf, f.checkersOf = p.CountMoves(), p.Checkers().Count()
	return true
}

func (f *facts) moves() int {
	f.look()
	return f.movesOf
}

func (f *facts) checkers() int {
	if !f.look() {
		return -1
	}
	return f.checkersOf
}

func (f *facts) end() int {
	switch {
	case !f.look():
		return -1
	case f.movesOf > 0:
		return 0
	case f.checkersOf > 0:
		return 1
	}
	return 2
}
