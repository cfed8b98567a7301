package proofkernel

import "chesscensus/chess"

// This file is about rooks and queens that never left home, since men that never moved kept them in (Lemma 19).

// A menShutIn counts the queens and rooks of a color that were taken in their areas at home.
type menShutIn struct {
	taken          menByRole
	takenByOfficer menByRole // the men among them that no pawn can have taken
	area           uint8     // files of the area of a man that a pawn may have taken
	lowPawns       uint8     // files of the low pawns of this area
}

// count fills in the counts for color c of a board. Pawns of c have never moved on the files homePawns, other men of its home row
// on the files unmoved.
func (shut *menShutIn) count(b *chess.Board, c chess.Color, homePawns, unmoved uint8) {
	filesOnRow := func(bb chess.Bitboard, row int) uint8 { // seen from the side of c
		if c == chess.Black {
			row = 7 - row
		}
		return uint8(bb >> (8 * row))
	}
	lowPawns := filesOnRow(b.Pieces(c, chess.Pawn), 2) & filesBetween(homePawns)
	for _, man := range [...]struct {
		role chess.Role
		file uint8
	}{{chess.Rook, 1}, {chess.Rook, 1 << 7}, {chess.Queen, 1 << 3}} {
		if unmoved&man.file != 0 {
			continue
		}
		area := connectedFiles(man.file, ^unmoved)
		around := area | filesBeside(area)
		shown := b.Pieces(c, man.role)
		hasArea := area&^(homePawns|lowPawns) == 0 && (man.role == chess.Rook || around&^homePawns == 0)
		isShown := filesOnRow(shown, 0)&area != 0 || filesOnRow(shown, 1)&area&lowPawns != 0
		if !hasArea || isShown {
			continue
		}
		shut.taken[man.role]++
		if around&^homePawns == 0 {
			shut.takenByOfficer[man.role]++
		} else {
			shut.area, shut.lowPawns = area, area&lowPawns
		}
	}
}

// filesBeside returns the files beside those of a set.
func filesBeside(files uint8) uint8 { return files<<1 | files>>1 }

// filesBetween returns the files whose neighbors, one or two, are in a set.
func filesBetween(files uint8) uint8 { return (files<<1 | 1) & (files>>1 | 0x80) }

// connectedFiles returns the files that are connected to a set of files by neighbors in the set through.
func connectedFiles(files, through uint8) uint8 {
	for {
		next := (files | filesBeside(files)) & through
		if next == files {
			return files
		}
		files = next
	}
}

// A requiredCapture is a capture that a kernel must contain: one by which a pawn may have taken a man in its area. The pawn
// promotes with it from a file, or crosses the boundary to the right of that file. The zero value demands nothing.
type requiredCapture struct {
	isRequired  bool
	byPromotion bool
	file        int
	letter      letter // color of the pawn, and direction of a crossing
}

// satisfiedBy reports whether the file contains the capture, given an outcome and the numbers of promotions by capture. It returns
// true for other files, and if no capture is required.
func (r *requiredCapture) satisfiedBy(g *goal, file int, o *outcome, byCapture [2]int) bool {
	c := r.letter.color()
	switch {
	case !r.isRequired || file != r.file:
		return true
	case !r.byPromotion:
		right, left := o.out.Flow()
		if r.letter.leftward() {
			return left[c] > 0
		}
		return right[c] > 0
	case g.mode[c][file] == byCaptureOnly:
		return o.extra[c] > 0
	}
	return byCapture[c] > 0
}

// possibleCaptures lists the captures by which a pawn may have taken the man of color c that was taken in an area open to pawns
// (Lemma 19(c)).
func (g *goal) possibleCaptures(c int) (list []requiredCapture) {
	shut, enemy := &g.shutIn[c], letter(1-c)
	for file := range 8 {
		bit := uint8(1) << file
		if filesBeside(shut.area)&g.captureFiles[enemy]&bit != 0 {
			list = append(list, requiredCapture{isRequired: true, byPromotion: true, file: file, letter: enemy})
		}
		if file < 7 && shut.lowPawns&bit != 0 {
			list = append(list, requiredCapture{isRequired: true, file: file, letter: enemy | leftward})
		}
		if file < 7 && shut.lowPawns&(bit<<1) != 0 {
			list = append(list, requiredCapture{isRequired: true, file: file, letter: enemy})
		}
	}
	return list
}

// singleOpenMan returns the color of the man that was taken in an area open to pawns. If there is not just one such man, both
// colors together, ok is false.
func (g *goal) singleOpenMan() (c int, ok bool) {
	var n [2]int
	for c := range g.shutIn {
		n[c] = g.shutIn[c].taken.sum() - g.shutIn[c].takenByOfficer.sum()
	}
	return n[black], n[white]+n[black] == 1
}

// existsByCase is the result for a setup that has an extended kernel as far as the other lemmas say. If singleOpenMan holds, it
// distinguishes the cases of Lemma 19(c): an officer took the man, or a pawn did so by one of the possible captures. There is a
// kernel if there is one in some case.
func (s *Solver) existsByCase() Result {
	c, ok := s.goal.singleOpenMan()
	if !ok {
		return Has
	}
	setupGoal := s.goal
	s.goal.shutIn[c].takenByOfficer[chess.Rook]++ // queens are always taken by officers
	s.goal.captures[1-c]--
	s.goal.takenOthers[c]--
	takenByOfficer := s.goal
	result := s.existsForGoal()
	refutation := s.refutation
	for _, capture := range setupGoal.possibleCaptures(c) {
		if result == Has || result == GaveUp {
			return result
		}
		s.goal, s.required = setupGoal, capture
		result = max(result, s.existsForGoal()) // of no kernel, one without rows and one with rows, the most that a case allows
		s.required = requiredCapture{}
	}
	if s.exhausted {
		return GaveUp
	}
	if result != Has {
		s.goal, s.refutation = takenByOfficer, refutation
	}
	return result
}

// describeTakenAtHome says in words how many men were taken where they were shut in.
func (g *goal) describeTakenAtHome() (note string) {
	for c := range g.shutIn {
		if n := g.shutIn[c].taken.sum(); n > 0 {
			note += "; " + []string{1: "1 man", "2 men", "3 men"}[n] + " of " + colorName[c] + " fell at home, shut in by men that never moved"
		}
	}
	return note
}
