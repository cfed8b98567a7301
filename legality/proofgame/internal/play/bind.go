package play

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/proofgame/internal/schedule"
)

// Terms of the cost of choosing a man, besides the cost of its way, and a chance in percent.
const (
	choiceNoise   = 15  // a random number below it is added
	stuckBonus    = 100 // subtracted for a stuck man, captured by an officer
	kingCapturer  = 40  // a king that captures
	choosePercent = 30  // of the plies in which men for a capture by an officer are chosen
)

// chooseMen chooses victims and capturers of the captures that are next, and officers that settle. It records the victims of pawns that
// have arrived.
func (a *agenda) chooseMen() {
	a.arrived = a.settled
	for i := range a.jobs {
		j := &a.jobs[i]
		if j.done || j.Act != schedule.Capture && j.Act != schedule.Settle {
			continue
		}
		if j.victim == base.NoMan {
			ready := j.pawnsFree && j.Squares&j.earlierSquares == 0
			if j.Early || j.Act == schedule.Settle {
				ready = ready || !j.earlierSquares.Has(j.To)
			}
			if ready && (j.Pawn != base.NoMan || j.Act == schedule.Settle || a.rng.Chance(choosePercent)) {
				a.chooseVictim(j)
			}
		}
		if j.victim == base.NoMan || j.Act == schedule.Settle {
			continue
		}
		victim := &a.Men[j.victim]
		if j.Pawn == base.NoMan {
			if j.capturer == base.NoMan && j.Color == a.Us && j.pawnsFree && a.rng.Chance(choosePercent) {
				a.chooseCapturer(j)
			}
		} else if victim.Sq == j.To && !j.earlierSquares.Has(j.To) && victim.Role != chess.Pawn {
			a.arrived |= 1 << j.victim
		}
	}
}

// chooseVictim chooses the officer that is captured or settles in job j: one of its kind with a cheap way to the square, plus noise.
// Stuck men come first for captures by officers. If a king settles, there is no choice.
func (a *agenda) chooseVictim(j *job) {
	c := j.Color.Other()
	if j.Act == schedule.Settle {
		c = j.Color
		if j.Kind == base.NoKind {
			j.victim = a.At[a.Board.King(c)]
			a.chosen |= 1 << j.victim
			return
		}
	}
	men := a.Board.Pieces(c, j.Kind.Role()) & j.Kind.Squares() &^ a.lastOfficer(c)
	victim, least := base.NoMan, 1<<30
	var obstacles base.Obstacles
	obstaclesKnown := false
	for ; men != 0; men &= men - 1 {
		sq := men.First()
		u := a.At[sq]
		if (a.chosen|a.protected|a.fixed.immobile)>>u&1 != 0 {
			continue
		}
		cost := a.rng.N(choiceNoise)
		if a.plan.StuckMen>>u&1 != 0 && j.Pawn == base.NoMan && j.Act != schedule.Settle {
			cost -= stuckBonus
		}
		if (j.Pawn != base.NoMan || j.Act == schedule.Settle) && sq != j.To {
			if !obstaclesKnown {
				obstacles, obstaclesKnown = a.pathObstacles(), true
				obstacles[j.To] = 0
			}
			way := base.CostWay(sq, j.Kind.Role(), j.To, &obstacles, 0, 0)
			if way.First == chess.NoSquare {
				continue
			}
			cost += way.Cost
		}
		if cost < least {
			victim, least = u, cost
		}
	}
	if victim != base.NoMan {
		j.victim = victim
		a.chosen |= 1 << victim
	}
}

// chooseCapturer chooses one of our officers, or our king, with a cheap way to the victim, plus noise.
func (a *agenda) chooseCapturer(j *job) {
	to := a.Men[j.victim].Sq
	if a.Men[j.victim].Role == chess.Pawn {
		to = j.To
	}
	obstacles := a.pathObstacles()
	obstacles[to] = 0
	capturer, least := base.NoMan, 1<<30
	for men := a.Own &^ a.Board.Of(chess.Pawn); men != 0; men &= men - 1 {
		sq := men.First()
		u := a.At[sq]
		if (a.chosen|a.fixed.immobile)>>u&1 != 0 {
			continue
		}
		role := a.Men[u].Role
		attacked := chess.Bitboard(0)
		cost := a.rng.N(choiceNoise)
		if role == chess.King {
			attacked = a.AttackedByEnemy()
			cost += kingCapturer
		}
		way := base.CostWay(sq, role, to, &obstacles, 0, attacked)
		if way.First == chess.NoSquare {
			continue
		}
		if cost += way.Cost; cost < least {
			capturer, least = u, cost
		}
	}
	if capturer != base.NoMan {
		j.capturer = capturer
		a.chosen |= 1 << capturer
	}
}

// lastOfficer returns the square of the only man of a color that can capture, if that color still has to capture with an officer. It
// returns 0 if there are more, or if the king can capture. Immobile men cannot.
func (a *agenda) lastOfficer(c chess.Color) chess.Bitboard {
	king := a.Board.King(c)
	if a.fixed.immobile>>a.At[king]&1 == 0 {
		return 0
	}
	free := a.Board.Colored(c) &^ a.Board.Of(chess.Pawn)
	for bb := free; bb != 0; bb &= bb - 1 {
		if a.fixed.immobile>>a.At[bb.First()]&1 != 0 {
			free &^= bb & -bb
		}
	}
	if free.Many() {
		return 0
	}
	for i := range a.jobs {
		if j := &a.jobs[i]; !j.done && j.Act == schedule.Capture && j.Pawn == base.NoMan && j.Color == c {
			return free
		}
	}
	return 0
}

// Costs of passing a man; a move costs 10, see [base.CostWay].
const (
	passOfficer  = 9
	passFreePawn = 18 // without open tasks, before its interim square
	passPlaced   = 25 // an officer on its target
	passKing     = 35
	passPawn     = 60
	kingExtra    = 25 // in addition, for a king while officers are placed
)

// pathObstacles returns what it costs to pass each square before the last capture.
func (a *agenda) pathObstacles() (o base.Obstacles) {
	for bb := a.Occ; bb != 0; bb &= bb - 1 {
		sq := bb.First()
		u := a.At[sq]
		switch {
		case a.fixed.immobile>>u&1 != 0:
			o[sq] = base.Wall
		case a.Men[u].Role == chess.King:
			o[sq] = passKing
		case a.Men[u].Role != chess.Pawn:
			o[sq] = passOfficer
		case a.hasStep(u):
			o[sq] = passFreePawn
		case a.taskPawns>>u&1 != 0:
			o[sq] = passPawn
		default:
			o[sq] = base.Wall
		}
	}
	return o
}
