package kernelspace

// Means are what the numbers of men of a setup leave to its pawns: captures that each color has
// made, and spare pawns, those of a color that need not promote.
type means struct {
	captures [2]int8 // by White, by Black: men of the other color that are missing
	spare    [2]int8
}

// total returns the captures of both colors.
func (m means) total() int { return int(m.captures[white] + m.captures[black]) }

// side returns what the means say of the men of a color that has so many pawns.
func (m means) side(c, pawns int) side {
	return side{pawns: pawns, missing: int(m.captures[1-c]), spare: int(m.spare[c])}
}

// allMeans lists the means with at most the given captures, in ascending order of them. A spare
// pawn is a man that is missing, or was spared for one that is, so that there are no more of
// them.
func allMeans(captures int) (list []means) {
	for total := range captures + 1 {
		for byWhite := range total + 1 {
			byBlack := total - byWhite
			for s0 := range byBlack + 1 {
				for s1 := range byWhite + 1 {
					list = append(list, means{[2]int8{int8(byWhite), int8(byBlack)}, [2]int8{int8(s0), int8(s1)}})
				}
			}
		}
	}
	return list
}

// maxClip is the largest clip of needs, maxPairs the number of pairs of needs that it leaves.
const (
	maxClip  = 3
	maxPairs = (maxClip + 1) * (maxClip + 1)
)

// A needSet holds pairs of needs of White and of Black, for which see needsOf: bit b of word w is
// set if White needs w and Black needs b.
type needSet [maxPairs]uint16

// A condition answers for what needs the means suffice, for words with given states.
type condition struct {
	clip  int
	means []means
	// met[slack][missing on light][missing on dark] are the needs of one color that can be met if
	// so many promotions by a step are missing to the clip, and so many captures are over.
	met [][maxClip + 1][maxClip + 1]uint16
	// possible[color][pawns][means] are the needs of the crews of a side.
	possible [2][initialPawns + 1][]uint16
}

func newCondition(p Params) *condition {
	q := &condition{clip: p.Clip, means: allMeans(p.Captures)}
	q.met = make([][maxClip + 1][maxClip + 1]uint16, p.Captures+1)
	for slack := range q.met {
		for light := range p.Clip + 1 {
			for dark := range p.Clip + 1 {
				q.met[slack][light][dark] = meets(p.Clip, slack, light, dark)
			}
		}
	}
	for c := range 2 {
		for pawns := range initialPawns + 1 {
			for _, m := range q.means {
				var possible uint16
				for _, crew := range m.side(c, pawns).crews(p.Clip) {
					possible |= 1 << crew.needs
				}
				q.possible[c][pawns] = append(q.possible[c][pawns], possible)
			}
		}
	}
	return q
}

// meets returns the needs that can be met with the missing promotions and the captures left over.
// A promotion by a step that is on the wrong color of square can be one by capture, which is on
// the other.
func meets(clip, slack, missingLight, missingDark int) (needs uint16) {
	for light := range clip + 1 {
		for dark := range clip + 1 {
			if max(0, light-(clip-missingLight))+max(0, dark-(clip-missingDark)) <= slack {
				needs |= 1 << needsOf(light, dark, clip)
			}
		}
	}
	return needs
}

// accepted returns the needs for which some state is within means number i, of those that a setup
// with these pawns can have.
func (q *condition) accepted(states []state, i int, pawns [2]int) (set needSet) {
	m := &q.means[i]
	possible := [2]uint16{q.possible[white][pawns[white]][i], q.possible[black][pawns[black]][i]}
	if possible[white] == 0 || possible[black] == 0 {
		return set
	}
	for _, s := range states {
		slack0, slack1 := int(m.captures[white])-s.byte(captureByte), int(m.captures[black])-s.byte(captureByte+1)
		if slack0 < 0 || slack1 < 0 || s.byte(lostByte) > int(m.spare[white]) || s.byte(lostByte+1) > int(m.spare[black]) {
			continue
		}
		w := q.met[slack0][s.byte(missingByte)][s.byte(missingByte+1)] & possible[white]
		b := q.met[slack1][s.byte(missingByte+2)][s.byte(missingByte+3)] & possible[black]
		for k := 0; w != 0; k, w = k+1, w>>1 {
			if w&1 != 0 {
				set[k] |= b
			}
		}
	}
	return set
}
