package proofkernel

import "chesscensus/chess"

// Rooks and queens that men who never moved keep at home (Lemma 19).

// A menShutIn counts the queens and rooks of a color that were taken in their areas at home (Lemma 19).
type menShutIn struct {
	taken          [4]int8 // by role less the knight
	takenByOfficer [4]int8 // of these, those that no pawn can have taken
	area           uint8   // files of the area of one that a pawn may have taken
	lowPawns       uint8   // files of its low pawns
}

// shutIn counts them on a board. Pawns of c have never moved on the files homePawns, other men of its home row on the files unmoved.
func (s *menShutIn) shutIn(b *chess.Board, c chess.Color, homePawns, unmoved uint8) {
	row := func(bb chess.Bitboard, ahead int) uint8 { // seen from the side of c
		if c == chess.Black {
			ahead = 7 - ahead
		}
		return uint8(bb >> (8 * ahead))
	}
	lowPawns := row(b.Pieces(c, chess.Pawn), 2) & between(homePawns)
	for _, man := range [...]struct {
		role chess.Role
		file uint8
	}{{chess.Rook, 1}, {chess.Rook, 1 << 7}, {chess.Queen, 1 << 3}} {
		if unmoved&man.file != 0 {
			continue
		}
		area := fill(man.file, ^unmoved)
		around := area | nextTo(area)
		shown := b.Pieces(c, man.role)
		if man.role == chess.Queen && around&^homePawns != 0 || area&^(homePawns|lowPawns) != 0 ||
			row(shown, 0)&area != 0 || row(shown, 1)&area&lowPawns != 0 {
			continue
		}
		s.taken[man.role-chess.Knight]++
		if around&^homePawns == 0 {
			s.takenByOfficer[man.role-chess.Knight]++
		} else {
			s.area, s.lowPawns = area, area&lowPawns
		}
	}
}

// nextTo returns the files beside some.
func nextTo(files uint8) uint8 { return files<<1 | files>>1 }

// between returns the files whose neighbors, one or two, are in a set.
func between(files uint8) uint8 { return (files<<1 | 1) & (files>>1 | 0x80) }

// fill returns the files that are connected to one through some.
func fill(file, through uint8) uint8 {
	for {
		next := (file | nextTo(file)) & through
		if next == file {
			return file
		}
		file = next
	}
}

// all adds numbers of men by role.
func all(men *[4]int8) int { return int(men[0] + men[1] + men[2] + men[3]) }

// A requiredCapture is a way in which a pawn may have taken a man in its area: by a promotion from a file,
// or by crossing the boundary to the right of that file.
type requiredCapture struct {
	demanded    bool
	byPromotion bool
	file        int
	letter      letter // color and direction
}

// satisfiedBy reports whether file x contains the capture, given an outcome and the promotions by capture.
// It is true for other files, and if no capture is demanded.
func (v *requiredCapture) satisfiedBy(g *goal, x int, o *outcome, turn [2]int) bool {
	c := v.letter.color()
	switch {
	case !v.demanded || x != v.file:
		return true
	case !v.byPromotion:
		right, left := o.out.Flow()
		return v.letter.leftward() && left[c] > 0 || !v.letter.leftward() && right[c] > 0
	case g.mode[c][x] == byCaptureOnly:
		return o.extra[c] > 0
	}
	return turn[c] > 0
}

// possibleCaptures lists the ways in which pawns may have taken the one man of c that was taken in an area
// that is open to them.
func (g *goal) possibleCaptures(c int) (list []requiredCapture) {
	s, o := &g.shutIn[c], letter(1-c)
	for x := range 8 {
		bit := uint8(1) << x
		if nextTo(s.area)&g.captureFiles[o]&bit != 0 {
			list = append(list, requiredCapture{demanded: true, byPromotion: true, file: x, letter: o})
		}
		if x < 7 && s.lowPawns&bit != 0 {
			list = append(list, requiredCapture{demanded: true, file: x, letter: o | leftward})
		}
		if x < 7 && s.lowPawns&(bit<<1) != 0 {
			list = append(list, requiredCapture{demanded: true, file: x, letter: o})
		}
	}
	return list
}

// singleOpenMan returns the color of the man that was taken in an area open to pawns, if there is just one
// such man on both sides.
func (g *goal) singleOpenMan() (c int, ok bool) {
	var n [2]int
	for c := range g.shutIn {
		n[c] = all(&g.shutIn[c].taken) - all(&g.shutIn[c].takenByOfficer)
	}
	return n[black], n[white]+n[black] == 1
}

// existsByCase is the answer for a setup in which singleOpenMan holds and that has a kernel as far as is
// known: Lemma 19(c). Either an officer took the man, or a pawn did so by one of the possible captures.
// There is a kernel if there is one in some case.
func (s *Solver) existsByCase() Result {
	c, ok := s.goal.singleOpenMan()
	if !ok {
		return Has
	}
	whole := s.goal
	s.goal.shutIn[c].takenByOfficer[chess.Rook-chess.Knight]++ // queens are always taken by officers
	s.goal.captures[1-c]--
	s.goal.takenOthers[c]--
	buried := s.goal
	result := s.exists()
	why := s.refutation
	for _, v := range whole.possibleCaptures(c) {
		if result == Has || result == GaveUp {
			return result
		}
		s.goal, s.demand = whole, v
		result = max(result, s.exists()) // NoExtended if that is the answer to one
		s.demand = requiredCapture{}
	}
	if s.exhausted {
		return GaveUp
	}
	if result != Has {
		s.goal, s.refutation = buried, why
	}
	return result
}

// describeTakenAtHome says in words how many men were taken where they were shut in.
func (g *goal) describeTakenAtHome() (note string) {
	for c := range g.shutIn {
		if n := all(&g.shutIn[c].taken); n > 0 {
			note += "; " + []string{1: "1 man", "2 men", "3 men"}[n] + " of " + colorName[c] + " fell at home, shut in by men that never moved"
		}
	}
	return note
}
