package kernelspace

import "chesscensus/chess"

const (
	initialMen   = 16 // of a side at the start
	initialPawns = 8  // among them
)

// A side holds the numbers of the men of one color on which the condition depends.
type side struct {
	pawns   int // on the board
	missing int // men of any kind
	spare   int // pawns that need not promote
}

// promotions returns the least number of pawns that have promoted: D = 8 - pawns - S.
func (s side) promotions() int { return initialPawns - s.pawns - s.spare }

// An officers value describes the men of a side that are not pawns as far as the condition tells them
// apart: its bishops by color of square, and the number of the others.
type officers struct {
	bishops     [2]int8 // on light, on dark squares
	others      int8    // king, knights, rooks and queens
	promoted    int8    // least number of promoted pawns among the others
	requirement uint8   // see requirementNumber
	orders      uint64  // ways to share out given squares among the others, over all their kinds
}

// officerLists lists the officers that a side can have, in ascending order of requirements, then of
// bishops. It returns nil if the numbers of the side contradict each other.
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

// requirementNumber returns the number of the requirement of so many bishops promoted on light and on
// dark squares, each capped: a number to the base cap+1.
func requirementNumber(light, dark, bishopCap int) int {
	return min(light, bishopCap)*(bishopCap+1) + min(dark, bishopCap)
}

// A split is a division of officers into knights, rooks and queens, with the number of orders in which
// they and a king can stand on a list of squares.
type split struct {
	knights, rooks, queens int
	orders                 uint64
}

// splits[n][promoted] lists the divisions of n officers into knights, rooks and queens of which so many
// must be promoted pawns.
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

// splitAt returns the split to which a code below orders belongs, and the number of the code among those of the split.
func (o *officers) splitAt(code uint64) (s *split, rest uint64) {
	list := splits[o.others-1][o.promoted]
	k := 0
	for ; code >= list[k].orders; k++ {
		code -= list[k].orders
	}
	return &list[k], code
}

// countOrders returns the number of orders of a king and n knights, rooks and queens of which so many
// must be promoted pawns, over all their divisions.
func countOrders(n, promoted int) (sum uint64) {
	for _, s := range splits[n][promoted] {
		sum += s.orders
	}
	return sum
}

// factorial[n] is n!.
var factorial = func() (f [initialMen + 1]uint64) {
	f[0] = 1
	for n := range initialMen {
		f[n+1] = f[n] * uint64(n+1)
	}
	return f
}()
