package kernelspace

// Resources are what the numbers of men of a setup leave to its pawns: captures that each color has
// made, and spare pawns, those of a color that need not promote.
type resources struct {
	captures [2]int8 // by White, by Black: men of the other color that are missing
	spare    [2]int8
}

// total returns the captures of both colors.
func (m resources) total() int { return int(m.captures[white] + m.captures[black]) }

// side returns what the resources say of the men of a color that has so many pawns.
func (m resources) side(c, pawns int) side {
	return side{pawns: pawns, missing: int(m.captures[1-c]), spare: int(m.spare[c])}
}

// allResources lists the resources with at most the given captures, in ascending order of them.
// A color has no more spare pawns than missing men: 16 - missing men are on the board, at most
// 8 + D of them no pawns, so pawns >= 8 - D - missing, and spare = 8 - pawns - D <= missing.
func allResources(captures int) (list []resources) {
	for total := range captures + 1 {
		for byWhite := range total + 1 {
			byBlack := total - byWhite
			for whiteSpare := range byBlack + 1 {
				for blackSpare := range byWhite + 1 {
					list = append(list, resources{[2]int8{int8(byWhite), int8(byBlack)}, [2]int8{int8(whiteSpare), int8(blackSpare)}})
				}
			}
		}
	}
	return list
}

// maxBishopCap is the largest [Params].BishopCap, maxPairs the number of requirements with it.
const (
	maxBishopCap = 3
	maxPairs     = (maxBishopCap + 1) * (maxBishopCap + 1)
)

// A requirementSet holds pairs of a requirement of White and one of Black: bit b of element w is set
// if the pair of White's number w and Black's number b is in the set. See requirementNumber.
type requirementSet [maxPairs]uint16

// A condition answers which requirements can be met with given costs and resources.
type condition struct {
	bishopCap int
	resources []resources
	// satisfiable[spared][missing on light][missing on dark] are the requirements of one color that can
	// be met when so many captures are left and so many promotions by a step are missing to the cap.
	satisfiable [][maxBishopCap + 1][maxBishopCap + 1]uint16
	// possible[color][pawns][resources] are the requirements that officers of such a side can have.
	possible [2][initialPawns + 1][]uint16
}

func newCondition(p Params) *condition {
	q := &condition{bishopCap: p.BishopCap, resources: allResources(p.Captures)}
	q.satisfiable = make([][maxBishopCap + 1][maxBishopCap + 1]uint16, p.Captures+1)
	for spared := range q.satisfiable {
		for light := range p.BishopCap + 1 {
			for dark := range p.BishopCap + 1 {
				q.satisfiable[spared][light][dark] = satisfiableRequirements(p.BishopCap, spared, light, dark)
			}
		}
	}
	for c := range 2 {
		for pawns := range initialPawns + 1 {
			for _, m := range q.resources {
				var possible uint16
				for _, o := range m.side(c, pawns).officerLists(p.BishopCap) {
					possible |= 1 << o.requirement
				}
				q.possible[c][pawns] = append(q.possible[c][pawns], possible)
			}
		}
	}
	return q
}

// satisfiableRequirements returns the requirements of one color that can be met when so many captures
// are left and so many promotions by a step are missing to the cap. Each promotion beyond those by a
// step takes a capture, which promotes on the other color of square.
func satisfiableRequirements(bishopCap, spared, missingLight, missingDark int) (set uint16) {
	for light := range bishopCap + 1 {
		for dark := range bishopCap + 1 {
			if max(0, light-(bishopCap-missingLight))+max(0, dark-(bishopCap-missingDark)) <= spared {
				set |= 1 << requirementNumber(light, dark, bishopCap)
			}
		}
	}
	return set
}

// accepted returns the pairs of requirements for which resources with a given number suffice, with
// one of the costs of a front. It leaves out what no setup with these pawns has.
func (q *condition) accepted(front []cost, number int, pawns [2]int) (set requirementSet) {
	m := &q.resources[number]
	possible := [2]uint16{q.possible[white][pawns[white]][number], q.possible[black][pawns[black]][number]}
	if possible[white] == 0 || possible[black] == 0 {
		return set
	}
	for _, c := range front {
		whiteSpared, blackSpared := int(m.captures[white])-c.component(captureByte), int(m.captures[black])-c.component(captureByte+1)
		if whiteSpared < 0 || blackSpared < 0 || c.component(lostByte) > int(m.spare[white]) || c.component(lostByte+1) > int(m.spare[black]) {
			continue
		}
		whiteOnes := q.satisfiable[whiteSpared][c.component(missingByte)][c.component(missingByte+1)] & possible[white]
		blackOnes := q.satisfiable[blackSpared][c.component(missingByte+2)][c.component(missingByte+3)] & possible[black]
		for whiteNumber := 0; whiteOnes != 0; whiteNumber, whiteOnes = whiteNumber+1, whiteOnes>>1 {
			if whiteOnes&1 != 0 {
				set[whiteNumber] |= blackOnes
			}
		}
	}
	return set
}
