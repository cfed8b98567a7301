package campaign

import (
	"strconv"

	"chesscensus/chess"
	"chesscensus/legality/rules"
)

// Names of the properties in the record.
const (
	All        = "all"
	Verdict    = "verdict"
	Men        = "men"
	Promotions = "promotions"
	Check      = "check"
	Castling   = "castling"
	EnPassant  = "enpassant"
	Queens     = "queens"
	Diagram    = "diagram"
	Plain      = "plain"
)

// Values of some properties.
const (
	Yes        = "yes"
	No         = "no"
	Single     = "single"
	Several    = "several"
	Promoted   = "promoted"
	Unpromoted = "unpromoted"
)

// A slot numbers a value of a property. The slots of a property follow each other.
type slot uint8

const (
	slotAll        slot = 0
	slotMen             = slotAll + 1
	slotPromotions      = slotMen + 33
	slotCheck           = slotPromotions + 31
	slotCastling        = slotCheck + 2
	slotEnPassant       = slotCastling + 16
	slotQueens          = slotEnPassant + 2
	slotDiagram         = slotQueens + 2
	slots               = slotDiagram + 2
)

// properties of one draw, the diagram last.
type properties [8]slot

// diagramAt is the place of the diagram among the properties.
const diagramAt = len(properties{}) - 1

// classify sets p to the properties of a setup.
func (p *properties) classify(s *chess.Setup) {
	st := rules.Stats(s)
	promotions := st.Promotions()
	single := s.Board.Pieces(chess.White, chess.Queen).Count() <= 1 && s.Board.Pieces(chess.Black, chess.Queen).Count() <= 1
	check := false
	if k := s.Board.King(s.Turn); k != chess.NoSquare {
		check = s.Board.Attackers(k, s.Turn.Other(), s.Board.Occupied()) != 0
	}
	*p = properties{slotAll,
		slotMen + slot(32-st.Captures),
		slotPromotions + slot(min(promotions, 30)),
		slotCheck + bit(check),
		slotCastling + slot(s.Castling)&15,
		slotEnPassant + bit(s.EP != chess.NoSquare),
		slotQueens + bit(!single),
		slotDiagram + bit(promotions > 0)}
}

func bit(b bool) slot {
	if b {
		return 1
	}
	return 0
}

// slotNames are property and value of every slot.
var slotNames = func() (t [slots][2]string) {
	t[slotAll] = [2]string{All, ""}
	for n := range 33 {
		t[int(slotMen)+n] = [2]string{Men, strconv.Itoa(n)}
	}
	for n := range 31 {
		t[int(slotPromotions)+n] = [2]string{Promotions, strconv.Itoa(n)}
	}
	for c := range 16 {
		t[int(slotCastling)+c] = [2]string{Castling, chess.Castling(c).String()}
	}
	for i, v := range [2]string{No, Yes} {
		t[int(slotCheck)+i] = [2]string{Check, v}
		t[int(slotEnPassant)+i] = [2]string{EnPassant, v}
		t[int(slotQueens)+i] = [2]string{Queens, [2]string{Single, Several}[i]}
		t[int(slotDiagram)+i] = [2]string{Diagram, [2]string{Unpromoted, Promoted}[i]}
	}
	return t
}()
