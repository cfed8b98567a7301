package report

import (
	"fmt"

	"chesscensus/chess"
)

// A Property assigns a whole number to every position, such as its number of legal moves. Shards do not count it.
type Property struct {
	// Name is one word, Text a description for people.
	Name, Text string
	// Of returns the number, from 0 on, or -1 for setups that are no positions.
	Of func(*chess.Setup) int
	// Numbers is the number of values, from 0 to Numbers-1, if it is known, else 0. A law then also lists values that no draw has, with
	// their upper limits.
	Numbers int
	// fact is the same as Of for facts that several properties share; nil for properties that [Properties] does not return.
	fact func(*facts) int
}

// Properties returns the properties whose laws reports have: moves, checkers, end, turn, and the number of men of each kind but
// kings, with the letters of FEN as names.
func Properties() []Property {
	list := []Property{
		newProperty("moves", "number of legal moves", (*facts).moves),
		newProperty("checkers", "number of men that give check", (*facts).checkers),
		newProperty("end", "1 checkmate, 2 stalemate, 0 neither", (*facts).end),
		newProperty("turn", "0 White to move, 1 Black to move", func(f *facts) int { return int(f.setup.Turn) }),
	}
	list[1].Numbers, list[2].Numbers, list[3].Numbers = 3, 3, 2
	for c := chess.White; c <= chess.Black; c++ {
		for _, r := range []chess.Role{chess.Queen, chess.Rook, chess.Bishop, chess.Knight, chess.Pawn} {
			text := fmt.Sprintf("number of %v %vs", c, r)
			list = append(list, newProperty(chess.NewPiece(c, r).String(), text,
				func(f *facts) int { return f.setup.Board.Pieces(c, r).Count() }))
		}
	}
	return list
}

func newProperty(name, text string, fact func(*facts) int) Property {
	return Property{Name: name, Text: text, Of: func(s *chess.Setup) int { return fact(&facts{setup: s}) }, fact: fact}
}

// number returns the value of the property for a setup.
func (p *Property) number(f *facts) int {
	if p.fact != nil {
		return p.fact(f)
	}
	return p.Of(f.setup)
}

// facts are values of one setup that several properties use. They are computed at the first use.
type facts struct {
	setup      *chess.Setup
	isComputed bool
	// numMoves is -1 for setups that are no positions.
	numMoves, numCheckers int
}

// compute computes the facts once, and reports whether the setup is a position.
func (f *facts) compute() bool {
	if f.isComputed {
		return f.numMoves >= 0
	}
	f.isComputed = true
	p, err := f.setup.Position()
	if err != nil {
		f.numMoves = -1
		return false
	}
	f.numMoves, f.numCheckers = p.CountMoves(), p.Checkers().Count()
	return true
}

func (f *facts) moves() int {
	f.compute()
	return f.numMoves
}

func (f *facts) checkers() int {
	if !f.compute() {
		return -1
	}
	return f.numCheckers
}

// end returns 1 for mate, 2 for stalemate, 0 for other positions, and -1 for setups that are none.
func (f *facts) end() int {
	switch {
	case !f.compute():
		return -1
	case f.numMoves > 0:
		return 0
	case f.numCheckers > 0:
		return 1
	}
	return 2
}
