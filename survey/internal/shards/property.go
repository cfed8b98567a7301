package shards

import (
	"strconv"

	"chesscensus/chess"
	"chesscensus/legality/rules"
	"chesscensus/sampler/kings"
	"chesscensus/stats"
	"chesscensus/survey"
	"chesscensus/survey/internal/record"
)

// Names of the properties in the record. Verdict and Plain have labels of package loop as values, and no slots.
const (
	All        = record.All
	Verdict    = "verdict" // labels of draws
	Men        = "men"
	Promotions = "promotions" // promoted men at the least, counting bishops by color of square
	ByKind     = "bykind"     // promoted men at the least, whatever the squares of the bishops
	Pawns      = "pawns"
	Turn       = "turn"
	Check      = "check"
	Double     = "doublecheck"
	End        = "end"
	Castling   = "castling"
	EnPassant  = "enpassant"
	Queens     = "queens"
	Diagram    = "diagram" // whether a man must be promoted
	Plain      = "plain"   // labels of draws as they were before they were redrawn
)

// Values of some properties.
const (
	Yes        = "yes"
	no         = "no"
	Single     = "single"  // of Queens: at most one a side
	several    = "several" // of Queens: a side has two or more
	Promoted   = "promoted"
	Unpromoted = "unpromoted" // of Diagram: no man must be promoted
	Mate       = "mate"
	Stalemate  = "stalemate"
	noEnd      = "none" // of End: the side to move can move, or the setup is no position
)

// The numbers of values of properties that are counts. Counts of promotions and pawns beyond the last value are added to it.
const (
	menValues       = 33 // 0 to 32
	promotionValues = 31 // 0 to 30, all men but the kings
	pawnValues      = 17 // 0 to 16
)

// A Slot is the number of a value of a property. The slots of a property follow each other.
type Slot uint8

const (
	slotAll        Slot = 0
	slotMen             = slotAll + 1
	slotPromotions      = slotMen + menValues
	slotByKind          = slotPromotions + promotionValues
	slotPawns           = slotByKind + promotionValues
	slotTurn            = slotPawns + pawnValues
	slotCheck           = slotTurn + 2
	slotDouble          = slotCheck + 2
	slotEnd             = slotDouble + 2
	slotCastling        = slotEnd + 3
	slotEnPassant       = slotCastling + 16
	slotQueens          = slotEnPassant + 2
	slotDiagram         = slotQueens + 2
	numSlots            = slotDiagram + 2
)

// numOutcomes is the number of outcomes.
const numOutcomes = int(stats.Open) + 1

// OutcomeNames are the names of the outcomes in a record.
var OutcomeNames = [numOutcomes]string{stats.Out: record.Out, stats.In: record.In, stats.Open: record.Pass}

// maxLevels is the largest number of levels that any source of redrawn draws has.
const maxLevels = kings.Levels

// Properties are the slots of one draw, one for each property, the diagram last.
type Properties [13]Slot

// DiagramAt is the place of the diagram among the properties.
const DiagramAt = len(Properties{}) - 1

// Classify sets p to the properties of a setup.
func (p *Properties) Classify(s *chess.Setup) {
	st := rules.Stats(s)
	promotions := st.Promotions()
	single := s.Board.Pieces(chess.White, chess.Queen).Count() <= 1 && s.Board.Pieces(chess.Black, chess.Queen).Count() <= 1
	checkers := 0
	if k := s.Board.King(s.Turn); k != chess.NoSquare {
		checkers = s.Board.Attackers(k, s.Turn.Other(), s.Board.Occupied()).Count()
	}
	pawns := s.Board.Pieces(chess.White, chess.Pawn).Count() + s.Board.Pieces(chess.Black, chess.Pawn).Count()
	*p = Properties{slotAll,
		slotMen + Slot(32-st.Captures),
		slotPromotions + Slot(min(promotions, promotionValues-1)),
		slotByKind + Slot(min(survey.PromotionsByKind.Of(s), promotionValues-1)),
		slotPawns + Slot(min(pawns, pawnValues-1)),
		slotTurn + offsetOf(s.Turn == chess.Black),
		slotCheck + offsetOf(checkers > 0),
		slotDouble + offsetOf(checkers > 1),
		slotEnd + endOffset(s, checkers > 0),
		slotCastling + Slot(s.Castling)&15,
		slotEnPassant + offsetOf(s.EP != chess.NoSquare),
		slotQueens + offsetOf(!single),
		slotDiagram + offsetOf(promotions > 0)}
}

// endOffset returns the offset from slotEnd: 1 for mate, 2 for stalemate and 0 for all other setups.
func endOffset(s *chess.Setup, check bool) Slot {
	p, err := s.Position()
	switch {
	case err != nil || p.CountMoves() > 0:
		return 0
	case check:
		return 1
	}
	return 2
}

// offsetOf returns the offset of a value of a property with two: 1 for true and 0 for false.
func offsetOf(b bool) Slot {
	if b {
		return 1
	}
	return 0
}

// A PropertyValue is a property with one of its values.
type PropertyValue struct{ Property, Value string }

// slotValues has the property and the value of every slot.
var slotValues = func() (t [numSlots]PropertyValue) {
	t[slotAll] = PropertyValue{All, ""}
	for n := range menValues {
		t[int(slotMen)+n] = PropertyValue{Men, strconv.Itoa(n)}
	}
	for n := range promotionValues {
		t[int(slotPromotions)+n] = PropertyValue{Promotions, strconv.Itoa(n)}
		t[int(slotByKind)+n] = PropertyValue{ByKind, strconv.Itoa(n)}
	}
	for n := range pawnValues {
		t[int(slotPawns)+n] = PropertyValue{Pawns, strconv.Itoa(n)}
	}
	for n, v := range [3]string{noEnd, Mate, Stalemate} {
		t[int(slotEnd)+n] = PropertyValue{End, v}
	}
	for c := range 16 {
		t[int(slotCastling)+c] = PropertyValue{Castling, chess.Castling(c).String()}
	}
	for i, v := range [2]string{no, Yes} {
		t[int(slotCheck)+i] = PropertyValue{Check, v}
		t[int(slotDouble)+i] = PropertyValue{Double, v}
		t[int(slotTurn)+i] = PropertyValue{Turn, chess.Color(i).String()}
		t[int(slotEnPassant)+i] = PropertyValue{EnPassant, v}
		t[int(slotQueens)+i] = PropertyValue{Queens, [2]string{Single, several}[i]}
		t[int(slotDiagram)+i] = PropertyValue{Diagram, [2]string{Unpromoted, Promoted}[i]}
	}
	return t
}()
