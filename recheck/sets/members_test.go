package sets

import "chesscensus/recheck/internal/board"

// A Members decides which setups are in a space of setups with an abstract kernel. It goes over the chains to the pattern of each, and
// keeps nothing from one setup to the next. Several goroutines must not use it at once.
type Members struct {
	space  kernelSet
	chains *chains
	kinds  map[kind]int
	seen   itemSet
	items  [2][]item
}

// NewMembers returns the Members of a space. It takes some seconds.
func NewMembers(s kernelSet) *Members {
	m := &Members{space: s, chains: newChains(s.Captures, s.Pawns), kinds: map[kind]int{}}
	for i, k := range m.chains.kinds {
		m.kinds[k] = i
	}
	return m
}

// Contains reports whether the setup of a FEN record is in the space. An error is about the record.
func (m *Members) Contains(fen string) (bool, error) {
	s, err := board.ParseFEN(fen)
	if err != nil {
		return false, err
	}
	kinds, pawns, e, ok := m.read(&s)
	if !ok {
		return false, nil
	}
	items := append(m.items[0][:0], itemOf(nothing, 0))
	for file, k := range kinds {
		pawns -= m.chains.kinds[k].pawnCount()
		next := m.chains.advance(m.items[1][:0], items, file, k, pawns, e.captures[0]+e.captures[1], &m.seen)
		// What is over K or S stays so: sums only grow.
		fit := next[:0]
		for _, it := range next {
			if c := it.cost(); c.captures(0) <= e.captures[0] && c.captures(1) <= e.captures[1] && c.lost(0) <= e.spare[0] && c.lost(1) <= e.spare[1] {
				fit = append(fit, it)
			}
		}
		m.items[1], m.items[0] = items, fit
		items = fit
	}
	for _, it := range items {
		if e.accepts(it.cost()) {
			return true, nil
		}
	}
	return false, nil
}

// read returns the kinds of the columns by file, the number of pawns, and the cell of the men. Ok is false if the setup is not in the
// region.
func (m *Members) read(s *board.Setup) (kinds [8]int, total int, e cell, ok bool) {
	var men, pawns, kings [2]int
	var kind [2][256]int // by letter of the role; bishops by color of square
	var columns [8][]int
	if s.Rights != 0 || s.EP != board.None {
		return
	}
	for sq := range int8(64) {
		letter := s.Men[sq]
		if letter == 0 {
			continue
		}
		color := white
		if board.IsBlack(letter) {
			color = black
		}
		role := board.Role(letter)
		men[color]++
		switch role {
		case 'P':
			if row := board.Row(sq); row == 0 || row == 7 {
				return
			}
			pawns[color]++
			columns[board.File(sq)] = append(columns[board.File(sq)], color)
		case 'K':
			kings[color]++
		case 'B':
			role += byte(board.Color(sq)) // B on light squares, C on dark ones
			kind[color][role]++
		default:
			kind[color][role]++
		}
	}
	total = pawns[0] + pawns[1]
	for c := range 2 {
		if kings[c] != 1 || men[c] > 16 || pawns[c] > 8 {
			return
		}
		promoted := 0
		for role, first := range map[byte]int{'Q': 1, 'R': 2, 'N': 2, 'B': 1, 'C': 1} {
			promoted += max(0, kind[c][role]-first)
		}
		e.needs[c] = [2]int{min(bishopCap, max(0, kind[c]['B']-1)), min(bishopCap, max(0, kind[c]['C']-1))}
		e.captures[1-c] = 16 - men[c]
		e.spare[c] = 8 - pawns[c] - promoted
	}
	if total > m.space.Pawns || e.captures[0]+e.captures[1] > m.space.Captures {
		return
	}
	for file, column := range columns {
		kinds[file] = m.kinds[kindOf(column)]
	}
	return kinds, total, e, true
}
