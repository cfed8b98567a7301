package sets

import "math/big"

// A base is one of the four sets of ChessCounter: the most officers of a kind and pawns of a side, the most men of a side besides the
// king, and the most of both.
type base struct {
	most              [4]int
	pawns, side, both int
}

var bases = map[string]base{
	"general":         {anyMen, 30, 30, 30},
	"split":           {anyMen, 15, 15, 30},
	"restricted":      {[4]int{3, 2, 2, 2}, 8, 15, 30},
	"very-restricted": {[4]int{1, 2, 2, 2}, 8, 15, 30},
}

// A start is what is decided before the men are placed: numbers of fixed rooks and pawns, squares where pawns may stand and free squares
// in all.
type start struct {
	rooks       [2]int
	pawns       int
	zone, frees int
}

// starts counts, with White to move, ordered pairs of kings that do not touch. Where outer is set, pawns may stand on rows 1 and 8. Where
// special is set, castling rights and en passant are decided too: a right has its king and rook at home; en passant has the pawn that
// made a double step, the two empty squares behind it, and one capturer beside it.
func starts(outer, special bool) map[start]int64 {
	type passing []int // squares of the two pawns, then the empty ones; a1 is 0
	passings, sets := []passing{nil}, 1
	if special {
		sets = 16
		for file := range 8 {
			for _, other := range []int{file - 1, file + 1} {
				if other >= 0 && other < 8 {
					passings = append(passings, passing{32 + file, 32 + other, 40 + file, 48 + file})
				}
			}
		}
	}
	count := map[start]int64{}
	for kings := range 64 * 64 {
		pair := [2]int{kings / 64, kings % 64}
		dx, dy := pair[0]%8-pair[1]%8, pair[0]/8-pair[1]/8
		if dx*dx <= 1 && dy*dy <= 1 {
			continue
		}
		for rights := range sets {
			for _, p := range passings {
				taken := map[int]bool{pair[0]: true, pair[1]: true}
				s, ok := start{}, true
				take := func(sq int) {
					ok = ok && !taken[sq]
					taken[sq] = true
				}
				for i, corner := range []int{7, 0, 63, 56} { // KQkq
					if rights>>i&1 != 0 {
						ok = ok && pair[i/2] == []int{4, 60}[i/2]
						take(corner)
						s.rooks[i/2]++
					}
				}
				for _, sq := range p {
					take(sq)
				}
				if p != nil {
					s.pawns = 1
				}
				if !ok {
					continue
				}
				for sq := range 64 {
					if !taken[sq] {
						s.frees++
						if outer || sq >= 8 && sq < 56 {
							s.zone++
						}
					}
				}
				count[s]++
			}
		}
	}
	return count
}

// place counts the ways to place the men of both sides that are not fixed, but for the orders of officers: pawns in the zone, then officers.
func (s start) place(n numbers) *big.Int {
	var pawns, men [2]int
	for c := range 2 {
		pawns[c], men[c] = n.pawns[c]-s.pawns, n.officers[c]-s.rooks[c]
		if pawns[c] < 0 || men[c] < 0 {
			return new(big.Int)
		}
	}
	ways := new(big.Int).Mul(choose(s.zone, pawns[0]), choose(s.zone-pawns[0], pawns[1]))
	free := s.frees - pawns[0] - pawns[1]
	ways.Mul(ways, choose(free, men[0]))
	return ways.Mul(ways, choose(free-men[0], men[1]))
}

// plain is the size of a set of ChessCounter without the condition on material, with pawns on rows 1 and 8 or without.
func (b base) plain(outer bool) *big.Int {
	orders := make([]*big.Int, 31) // of so many officers of a side
	for i := range orders {
		orders[i] = new(big.Int)
	}
	if b.most == anyMen {
		for i := range orders {
			orders[i].Lsh(big.NewInt(1), uint(2*i))
		}
	} else {
		for f, n := range forces(b.most, b.side, 0) {
			orders[f.officers].Add(orders[f.officers], new(big.Int).SetUint64(n))
		}
	}
	sum := new(big.Int)
	for s, count := range starts(outer, false) {
		for w := 0; w <= b.side; w++ {
			for p := 0; p <= min(w, b.pawns); p++ {
				for v := 0; v <= min(b.side, b.both-w); v++ {
					for q := 0; q <= min(v, b.pawns); q++ {
						term := s.place(numbers{officers: [2]int{w - p, v - q}, pawns: [2]int{p, q}})
						term.Mul(term, orders[w-p])
						term.Mul(term, orders[v-q])
						sum.Add(sum, term.Mul(term, big.NewInt(2*count)))
					}
				}
			}
		}
	}
	return sum
}

// feasible is the size of a set of ChessCounter whose material can have come about, without castling and en passant or with them.
func (b base) feasible(special bool) *big.Int {
	sum := new(big.Int)
	lists := map[[2]int]map[numbers]uint64{} // by fixed rooks
	for s, count := range starts(false, special) {
		if lists[s.rooks] == nil {
			lists[s.rooks] = pairUp([2]map[force]uint64{forces(b.most, 15, s.rooks[0]), forces(b.most, 15, s.rooks[1])}, paid)
		}
		for n, orders := range lists[s.rooks] {
			term := new(big.Int).SetUint64(orders)
			term.Mul(term, s.place(n))
			sum.Add(sum, term.Mul(term, big.NewInt(2*count)))
		}
	}
	return sum
}

// rndfen is the size of texelutil's raw set: side to move; kings that do not touch with the rights of those at home, no rooks asked for;
// which of 62 squares are occupied; a color and one of five types for 30 men; six codes for en passant.
func rndfen() *big.Int {
	places := int64(0)
	for kings := range 64 * 64 {
		w, b := kings/64, kings%64
		dx, dy := w%8-b%8, w/8-b/8
		if dx*dx > 1 || dy*dy > 1 {
			n := int64(1)
			if w == 4 {
				n *= 4
			}
			if b == 60 {
				n *= 4
			}
			places += n
		}
	}
	n := big.NewInt(2 * 6 * places)
	for range 30 {
		n.Mul(n, big.NewInt(2*5))
	}
	return n.Lsh(n, 62)
}

// krinitskii is the number of placements of some of the 32 initial men, all told apart, with both kings: man by man, each on a square that
// is free or off the board. After i men the entry k is the number of ways with k of them on the board.
func krinitskii() *big.Int {
	ways := []*big.Int{big.NewInt(64 * 63)}
	for range 30 {
		next := append(ways[:len(ways):len(ways)], new(big.Int))
		for k := range next {
			next[k] = new(big.Int).Set(next[k])
			if k > 0 {
				next[k].Add(next[k], new(big.Int).Mul(ways[k-1], big.NewInt(int64(63-k))))
			}
		}
		ways = next
	}
	sum := new(big.Int)
	for _, n := range ways {
		sum.Add(sum, n)
	}
	return sum
}

// naive is the number of boards with one of 13 things on each square, the side to move, an en passant file or none, and four rights.
func naive() *big.Int {
	n := big.NewInt(2 * 9 * 2 * 2 * 2 * 2)
	for range 64 {
		n.Mul(n, big.NewInt(13))
	}
	return n
}
