package kernelspace

import "chesscensus/chess"

// initialMen is the number of men of a side at the start, initialPawns of its pawns.
const (
	initialMen   = 16
	initialPawns = 8
)

// A side is what the condition asks of the men of one color.
type side struct {
	pawns   int // on the board
	missing int // men
	spare   int // pawns that need not promote
}

// promotions returns how many pawns have promoted at the least.
func (s side) promotions() int { return initialPawns - s.pawns - s.spare }

// Officers are the men of a side that are not pawns, as far as the condition tells them apart: its
// bishops on light and on dark squares, and the number of the others.
type officers struct {
	bishops     [2]int8 // on light, on dark squares
	others      int8    // king, knights, rooks and queens
	promoted    int8    // of the others, at the least
	requirement uint8   // see requirementNumber
	orders      uint64  // in which the others can stand on given squares, over all their kinds
}

// officerLists lists the officers of a side in ascending order of requirements, then of bishops.
func (s side) officerLists(bishopCap int) (list []officers) {
	promotions := s.promotions()
	rest := initialMen - 1 - s.missing - s.pawns // officers but the king
	if promotions < 0 || rest < 0 {
		return nil
	}
	for requirement := range (bishopCap + 1) * (bishopCap + 1) {
		for light := range rest + 1 {
			for dark := range rest - light + 1 {
				promotedLight, promotedDark := max(0, light-1), max(0, dark-1)
				if requirementNumber(promotedLight, promotedDark, bishopCap) != requirement {
					continue
				}
				others, promoted := rest-light-dark, promotions-promotedLight-promotedDark
				if promoted < 0 {
					continue
				}
				if n := countOrders(others, promoted); n > 0 {
					list = append(list, officers{[2]int8{int8(light), int8(dark)}, int8(others + 1), int8(promoted), uint8(requirement), n})
				}
			}
		}
	}
	return list
}

// requirementNumber returns the number of a requirement: so many bishops promoted on light and on
// dark squares, each capped.
func requirementNumber(light, dark, bishopCap int) int {
	return min(light, bishopCap)*(bishopCap+1) + min(dark, bishopCap)
}

// A split says how many knights, rooks and queens there are, and in how many orders they and a king
// can stand on a list of squares.
type split struct {
	knights, rooks, queens int
	orders                 uint64
}

// splits lists the ways to make a number of men knights, rooks and queens, by this number and by how
// many of them must be promoted pawns.
var splits = func() (t [initialMen][initialPawns + 1][]split) {
	for n := range t {
		for knights := range n + 1 {
			for rooks := range n - knights + 1 {
				queens := n - knights - rooks
				promoted := chess.LeastPromoted(queens, rooks, 0, knights)
				if promoted <= initialPawns {
					orders := factorial[n+1] / (factorial[knights] * factorial[rooks] * factorial[queens])
					t[n][promoted] = append(t[n][promoted], split{knights, rooks, queens, orders})
				}
			}
		}
	}
	return t
}()

// countOrders returns the number of orders of a king and n knights, rooks and queens of which so
// many must be promoted.
func countOrders(n, promoted int) (sum uint64) {
	for _, s := range splits[n][promoted] {
		sum += s.orders
	}
	return sum
}

var factorial = func() (f [initialMen + 1]uint64) {
	f[0] = 1
	for n := range initialMen {
		f[n+1] = f[n] * uint64(n+1)
	}
	return f
}()
