package kernelspace

// A resources value holds K and S of both colors: the captures that each color has made, and its spare
// pawns, which need not promote. They follow from the numbers of men of a setup.
type resources struct {
	captures [2]int8 // by White, by Black: men of the other color that are missing
	spare    [2]int8
}

// total returns the captures of both colors together.
func (r resources) total() int { return int(r.captures[white] + r.captures[black]) }

// side returns the numbers of the men of a color that has so many pawns.
func (r resources) side(c, pawns int) side {
	return side{pawns: pawns, missing: int(r.captures[1-c]), spare: int(r.spare[c])}
}

// allResources lists the resources with at most the given captures, in ascending order of total
// captures, White's captures, White's spare pawns and Black's spare pawns.
//
// A color has no more spare pawns than missing men: 16 - missing men are on the board, at most
// 8 + D of them no pawns, so pawns >= 8 - D - missing, and spare = 8 - pawns - D <= missing.
func allResources(captures int) (list []resources) {
	for total := range captures + 1 {
		for byWhite := range total + 1 {
			byBlack := total - byWhite
			for whiteSpare := range byBlack + 1 {
				for blackSpare := range byWhite + 1 {
					list = append(list, resources{
						captures: [2]int8{int8(byWhite), int8(byBlack)},
						spare:    [2]int8{int8(whiteSpare), int8(blackSpare)},
					})
				}
			}
		}
	}
	return list
}

const (
	maxBishopCap = 3                                       // the largest [Params].BishopCap
	maxPairs     = (maxBishopCap + 1) * (maxBishopCap + 1) // number of requirements of a color with this cap
)

// A requirementSet holds pairs of a requirement of White and one of Black: bit b of element w is set
// if the pair of White's number w and Black's number b is in the set. See requirementNumber.
type requirementSet [maxPairs]uint16

// A condition holds tables that evaluate conditions (1) and (2) of the package documentation for all
// requirements at once. Bit r of a uint16 stands for requirement r of one color.
type condition struct {
	bishopCap int
	resources []resources
	// satisfiable[spared][missing on light][missing on dark] is the set of requirements of one color that
	// satisfy (2) when so many captures are left and so many promotions by a step are missing to the cap.
	satisfiable [][maxBishopCap + 1][maxBishopCap + 1]uint16
	// possible[color][pawns][resources] is the set of requirements that officers of such a side can have.
	possible [2][initialPawns + 1][]uint16
}

// newCondition returns the tables for given parameters.
func newCondition(p Params) *condition {
	cond := &condition{bishopCap: p.BishopCap, resources: allResources(p.Captures)}
	cond.satisfiable = make([][maxBishopCap + 1][maxBishopCap + 1]uint16, p.Captures+1)
	for spared := range cond.satisfiable {
		for light := range p.BishopCap + 1 {
			for dark := range p.BishopCap + 1 {
				cond.satisfiable[spared][light][dark] = satisfiableRequirements(p.BishopCap, spared, light, dark)
			}
		}
	}
	for color := range 2 {
		for pawns := range initialPawns + 1 {
			for _, res := range cond.resources {
				var possible uint16
				for _, o := range res.side(color, pawns).officerLists(p.BishopCap) {
					possible |= 1 << o.requirement
				}
				cond.possible[color][pawns] = append(cond.possible[color][pawns], possible)
			}
		}
	}
	return cond
}

// satisfiableRequirements returns the requirements of one color that can be met when spared captures are
// left and so many promotions by a step are missing to the cap. A chain has cap - missing promotions by
// a step on each color of square; each further one takes a capture.
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

// accepted returns the pairs of requirements for which the resources with a given number suffice with
// one of the costs of a front. It leaves out requirements that no setup with these pawns has.
func (c *condition) accepted(front []cost, number int, pawns [2]int) (set requirementSet) {
	available := &c.resources[number]
	possible := [2]uint16{c.possible[white][pawns[white]][number], c.possible[black][pawns[black]][number]}
	if possible[white] == 0 || possible[black] == 0 {
		return set
	}
	for _, spent := range front {
		whiteSpared := int(available.captures[white]) - spent.component(captureByte)
		blackSpared := int(available.captures[black]) - spent.component(captureByte+1)
		if whiteSpared < 0 || blackSpared < 0 ||
			spent.component(lostByte) > int(available.spare[white]) || spent.component(lostByte+1) > int(available.spare[black]) {
			continue
		}
		whiteSet := c.satisfiable[whiteSpared][spent.component(missingByte)][spent.component(missingByte+1)] & possible[white]
		blackSet := c.satisfiable[blackSpared][spent.component(missingByte+2)][spent.component(missingByte+3)] & possible[black]
		for whiteNumber := 0; whiteSet != 0; whiteNumber, whiteSet = whiteNumber+1, whiteSet>>1 {
			if whiteSet&1 != 0 {
				set[whiteNumber] |= blackSet
			}
		}
	}
	return set
}
