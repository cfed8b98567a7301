package kernelspace

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

// A crew is a choice of a side's bishops on light and on dark squares, and what it leaves to the
// others: the king and so many men more, that can be shared out as knights, rooks and queens, and
// set on a string of squares, in codes ways.
type crew struct {
	bishops  [2]int8
	others   int8 // the king included
	promoted int8 // of the others, at the least
	needs    uint8
	codes    uint64
}

// crews lists the crews of a side in ascending order of needs, then of bishops.
func (s side) crews(clip int) (list []crew) {
	promotions := s.promotions()
	rest := initialMen - 1 - s.missing - s.pawns // officers
	if promotions < 0 || rest < 0 {
		return nil
	}
	for needs := range (clip + 1) * (clip + 1) {
		for light := range rest + 1 {
			for dark := range rest - light + 1 {
				n0, n1 := max(0, light-1), max(0, dark-1)
				if needsOf(n0, n1, clip) != needs {
					continue
				}
				others, promoted := rest-light-dark, promotions-n0-n1
				if promoted < 0 {
					continue
				}
				if n := codes(others, promoted); n > 0 {
					list = append(list, crew{[2]int8{int8(light), int8(dark)}, int8(others + 1), int8(promoted), uint8(needs), n})
				}
			}
		}
	}
	return list
}

// needsOf returns the number of a pair of needs, of bishops promoted on light and on dark squares.
func needsOf(light, dark, clip int) int {
	return min(light, clip)*(clip+1) + min(dark, clip)
}

// A share says how many knights, rooks and queens there are, and in how many orders they and a king can stand
// in a row.
type share struct {
	knights, rooks, queens int
	orders                 uint64
}

// shares lists the ways to share out so many men as knights, rooks and queens, by their number and by how many
// of them must be promoted pawns.
var shares = func() (t [initialMen][initialPawns + 1][]share) {
	for n := range t {
		for knights := range n + 1 {
			for rooks := range n - knights + 1 {
				queens := n - knights - rooks
				promoted := max(0, knights-2) + max(0, rooks-2) + max(0, queens-1)
				if promoted <= initialPawns {
					orders := factorial[n+1] / (factorial[knights] * factorial[rooks] * factorial[queens])
					t[n][promoted] = append(t[n][promoted], share{knights, rooks, queens, orders})
				}
			}
		}
	}
	return t
}()

// codes returns the number of orders of a king and n knights, rooks and queens of which so many must be
// promoted.
func codes(n, promoted int) (sum uint64) {
	for _, s := range shares[n][promoted] {
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
