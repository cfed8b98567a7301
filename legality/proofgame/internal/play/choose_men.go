package play

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/proofgame/internal/schedule"
)

// Terms of the cost of choosing a man, besides the cost of its way (10 a move, see [base.CostWay]), and a chance in percent.
const (
	choiceNoise   = 15  // a random number below it is added
	stuckBonus    = 100 // subtracted for a stuck man, captured by an officer
	kingCapturer  = 40  // added for a king that captures
	maxCost       = 1 << 30
	choosePercent = 30 // the chance that a man for a capture by an officer is chosen in a ply
)

// chooseMen chooses victims and capturers of the captures that are next, and men that settle. It records the victims of pawns that have
// arrived.
func (a *agenda) chooseMen() {
	a.arrived = a.settled
	for _, j := range a.open() {
		if j.Act != schedule.Capture && j.Act != schedule.Settle {
			continue
		}
		if j.man == base.NoMan && a.isTimeToChoose(j) {
			a.chooseMan(j)
		}
		if j.man == base.NoMan || j.Act == schedule.Settle {
			continue
		}
		switch victim := &a.Men[j.man]; {
		case j.Pawn != base.NoMan:
			if victim.Sq == j.To && !j.earlierSquares.Has(j.To) && victim.Role != chess.Pawn {
				a.arrived |= 1 << j.man
			}
		case j.capturer == base.NoMan && j.Color == a.Us && j.pawnsFree && a.rng.Chance(choosePercent):
			a.chooseCapturer(j)
		}
	}
}

// isTimeToChoose reports whether the man of a capture or Settle job is chosen in this ply: when no earlier task needs the job's pawns
// and squares, or, for a man that comes early or settles, its target square; and by chance if an officer captures.
func (a *agenda) isTimeToChoose(j *job) bool {
	needsTargetOnly := j.Early || j.Act == schedule.Settle
	isNext := j.isFree() || needsTargetOnly && !j.earlierSquares.Has(j.To)
	return isNext && (j.manComes() || a.rng.Chance(choosePercent))
}

// chooseMan chooses the man that is captured or settles in job j, and gives it to the job: of the candidates the one with the least cost,
// which is that of its way and noise. Stuck men come first for captures by officers. If a king settles, there is no choice.
func (a *agenda) chooseMan(j *job) {
	if j.Act == schedule.Settle && j.Kind == base.NoKind {
		j.man = a.At[a.Board.King(j.Color)]
		a.chosen |= 1 << j.man
		return
	}
	men := a.candidates(j) &^ a.lastOfficer(j.colorOfMan())
	if men == 0 {
		return
	}
	obstacles := a.pathObstacles()
	obstacles[j.To] = 0
	leastCost := maxCost
	for sq := range men.All() {
		u := a.At[sq]
		cost := a.rng.N(choiceNoise)
		switch {
		case !j.manComes() && contains(a.plan.StuckMen, u):
			cost -= stuckBonus
		case j.manComes() && sq != j.To:
			way := base.CostWay(sq, j.Kind.Role(), j.To, &obstacles, 0, 0)
			if way.First == chess.NoSquare {
				continue
			}
			cost += way.Cost
		}
		if cost < leastCost {
			j.man, leastCost = u, cost
		}
	}
	if j.man != base.NoMan {
		a.chosen |= 1 << j.man
	}
}

// chooseCapturer chooses one of our officers, or our king, with a cheap way to the victim of job j, plus noise.
func (a *agenda) chooseCapturer(j *job) {
	to := a.Men[j.man].Sq
	if a.Men[j.man].Role == chess.Pawn {
		to = j.To
	}
	obstacles := a.pathObstacles()
	obstacles[to] = 0
	leastCost := maxCost
	for sq := range (a.Own &^ a.Board.Of(chess.Pawn)).All() {
		u := a.At[sq]
		if contains(a.chosen|a.fixed.immobile, u) {
			continue
		}
		role := a.Men[u].Role
		cost := a.rng.N(choiceNoise)
		if role == chess.King {
			cost += kingCapturer
		}
		_, attacked := a.stopsOf(role)
		way := base.CostWay(sq, role, to, &obstacles, 0, attacked)
		if way.First == chess.NoSquare {
			continue
		}
		if cost += way.Cost; cost < leastCost {
			j.capturer, leastCost = u, cost
		}
	}
	if j.capturer != base.NoMan {
		a.chosen |= 1 << j.capturer
	}
}

// colorOfMan returns the color of the man of a capture or Settle job.
func (j *job) colorOfMan() chess.Color {
	if j.Act == schedule.Settle {
		return j.Color
	}
	return j.Color.Other()
}

// contains reports whether man u is in a set of men.
func contains(set uint32, u int8) bool { return set>>u&1 != 0 }

// candidates returns the squares of the men that may be chosen for job j, which has a kind; once one is chosen, its square alone.
func (a *agenda) candidates(j *job) chess.Bitboard {
	if j.man != base.NoMan {
		return a.Men[j.man].Sq.BB()
	}
	men := a.Board.Pieces(j.colorOfMan(), j.Kind.Role()) & j.Kind.Squares()
	for sq := range men.All() {
		if contains(a.chosen|a.protected|a.fixed.immobile, a.At[sq]) {
			men &^= sq.BB()
		}
	}
	return men
}

// lastOfficer returns the square of the only man of a color that can capture, if that color still has to capture with an officer. It
// returns 0 if there are more, or if the king can capture. Immobile men cannot.
func (a *agenda) lastOfficer(c chess.Color) chess.Bitboard {
	if a.canMove(a.At[a.Board.King(c)]) {
		return 0
	}
	capturers := a.Board.Colored(c) &^ a.Board.Of(chess.Pawn)
	for sq := range capturers.All() {
		if !a.canMove(a.At[sq]) {
			capturers &^= sq.BB()
		}
	}
	if capturers.Many() {
		return 0
	}
	for _, j := range a.open() {
		if j.Act == schedule.Capture && j.Pawn == base.NoMan && j.Color == c {
			return capturers
		}
	}
	return 0
}

// Costs of passing a man; a move costs 10, see [base.CostWay].
const (
	passOfficer  = 9
	passFreePawn = 18 // without open tasks, before its interim square
	passKing     = 35
	passPawn     = 60
)

// pathObstacles returns what it costs to pass each square before the last capture.
func (a *agenda) pathObstacles() (o base.Obstacles) {
	for bb := a.Occ; bb != 0; bb &= bb - 1 {
		sq := bb.First()
		u := a.At[sq]
		switch {
		case !a.canMove(u):
			o[sq] = base.Wall
		case a.Men[u].Role == chess.King:
			o[sq] = passKing
		case a.Men[u].Role != chess.Pawn:
			o[sq] = passOfficer
		case a.hasStep(u):
			o[sq] = passFreePawn
		case contains(a.taskPawns, u):
			o[sq] = passPawn
		default:
			o[sq] = base.Wall
		}
	}
	return o
}
