package positions

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"chesscensus/chess"
	"chesscensus/survey"
	"chesscensus/survey/uniform"
)

// A Row is a legal position with its features. Tags hold the name and the description of each column. Kings are not counted by kind.
type Row struct {
	Draw uint64 `parquet:"draw" json:"draw" about:"number of the draw in the stream of the space, condition and seed, from 0"`
	FEN  string `parquet:"fen" json:"fen" about:"the position, with counters 0 1"`

	Men uint8 `parquet:"men" json:"men" about:"men on the board, kings included"`
	White
	Black

	BlackToMove bool  `parquet:"black_to_move" json:"black_to_move" about:"whether Black is to move"`
	Rights      uint8 `parquet:"rights" json:"rights" about:"castling rights, 0 to 4"`
	EnPassant   bool  `parquet:"en_passant" json:"en_passant" about:"whether a pawn can be taken en passant"`

	Play

	Captures   uint8  `parquet:"captures" json:"captures" about:"men captured so far, 32 less men"`
	Promotions uint8  `parquet:"promotions" json:"promotions" about:"promotions that counts of men force: knights and rooks beyond two of a side, queens beyond one, bishops beyond one on squares of either color"`
	Plies      uint16 `parquet:"plies" json:"plies" about:"half-moves of the proof game, which is not the shortest"`
	Game       string `parquet:"game,optional" json:"game,omitempty" about:"the proof game from the initial position, in SAN without numbers; empty unless games were asked for"`
}

// White counts White's men by kind.
type White struct {
	WhitePawns   uint8 `parquet:"white_pawns" json:"white_pawns" about:"white pawns"`
	WhiteKnights uint8 `parquet:"white_knights" json:"white_knights" about:"white knights"`
	WhiteBishops uint8 `parquet:"white_bishops" json:"white_bishops" about:"white bishops"`
	WhiteRooks   uint8 `parquet:"white_rooks" json:"white_rooks" about:"white rooks"`
	WhiteQueens  uint8 `parquet:"white_queens" json:"white_queens" about:"white queens"`
}

// Black counts Black's men by kind.
type Black struct {
	BlackPawns   uint8 `parquet:"black_pawns" json:"black_pawns" about:"black pawns"`
	BlackKnights uint8 `parquet:"black_knights" json:"black_knights" about:"black knights"`
	BlackBishops uint8 `parquet:"black_bishops" json:"black_bishops" about:"black bishops"`
	BlackRooks   uint8 `parquet:"black_rooks" json:"black_rooks" about:"black rooks"`
	BlackQueens  uint8 `parquet:"black_queens" json:"black_queens" about:"black queens"`
}

// Play describes the legal moves of the side to move.
type Play struct {
	Checkers       uint8 `parquet:"checkers" json:"checkers" about:"men that give check, 0 to 2"`
	Moves          uint8 `parquet:"moves" json:"moves" about:"legal moves"`
	CapturingMoves uint8 `parquet:"capturing_moves" json:"capturing_moves" about:"legal moves that capture"`
	Mate           bool  `parquet:"mate" json:"mate" about:"whether the side to move is mated"`
	Stalemate      bool  `parquet:"stalemate" json:"stalemate" about:"whether it is stalemated"`
}

// RowOf returns the row of a position, with its game if games is set. It returns an error for a setup
// that is not a valid position; package uniform returns no such setup.
func RowOf(p *uniform.Position, games bool) (Row, error) {
	position, err := p.Setup.Position()
	if err != nil {
		return Row{}, err
	}
	b := &p.Setup.Board
	var men [2][5]uint8 // by color and kind
	for c := range men {
		for i, role := range []chess.Role{chess.Pawn, chess.Knight, chess.Bishop, chess.Rook, chess.Queen} {
			men[c][i] = uint8(b.Pieces(chess.Color(c), role).Count())
		}
	}
	white, black := men[chess.White], men[chess.Black]
	f := chess.FEN{Setup: p.Setup, Fullmove: 1}
	r := Row{
		Draw: p.Draw, FEN: f.String(), Men: uint8(b.Men()),
		White:       White{white[0], white[1], white[2], white[3], white[4]},
		Black:       Black{black[0], black[1], black[2], black[3], black[4]},
		BlackToMove: p.Turn == chess.Black, Rights: uint8(p.Castling.Count()), EnPassant: p.EP != chess.NoSquare, Play: countPlay(&position),
		Captures: uint8(32 - b.Men()), Promotions: uint8(survey.Promotions.Of(&p.Setup)), Plies: uint16(len(strings.Fields(string(p.Game)))),
	}
	if games {
		r.Game = string(p.Game)
	}
	return r, nil
}

// countPlay counts checkers and legal moves.
func countPlay(p *chess.Position) Play {
	play := Play{Checkers: uint8(p.Checkers().Count()), Mate: p.IsCheckmate(), Stalemate: p.IsStalemate()}
	for _, m := range p.Moves(nil) {
		play.Moves++
		if m.Captured() != chess.NoRole {
			play.CapturingMoves++
		}
	}
	return play
}

// columns are the fields of a row in the order of the columns.
var columns = slices.DeleteFunc(reflect.VisibleFields(reflect.TypeFor[Row]()), func(f reflect.StructField) bool { return f.Anonymous })

// columnName returns the name of a column.
func columnName(column reflect.StructField) string {
	name, _, _ := strings.Cut(column.Tag.Get("parquet"), ",")
	return name
}

// AppendCSVHeader appends a line with the names of the columns.
func AppendCSVHeader(dst []byte) []byte {
	for _, c := range columns {
		dst = append(append(dst, columnName(c)...), ',')
	}
	return append(dst[:len(dst)-1], '\n')
}

// AppendCSV appends the row as a line. No cell needs quotes.
func (r *Row) AppendCSV(dst []byte) []byte {
	row := reflect.ValueOf(r).Elem()
	for _, c := range columns {
		dst = append(fmt.Append(dst, row.FieldByIndex(c.Index)), ',')
	}
	return append(dst[:len(dst)-1], '\n')
}
