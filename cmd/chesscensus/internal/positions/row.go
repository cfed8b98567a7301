package positions

import (
	"strconv"
	"strings"

	"chesscensus/chess"
	"chesscensus/survey"
	"chesscensus/survey/uniform"
)

// A Row is a legal position with its features. Kings are not counted by kind, as there is one a side.
type Row struct {
	Draw uint64 `parquet:"draw" json:"draw"`
	FEN  string `parquet:"fen" json:"fen"`

	Men uint8 `parquet:"men" json:"men"`
	White
	Black

	BlackToMove bool  `parquet:"black_to_move" json:"black_to_move"`
	Rights      uint8 `parquet:"rights" json:"rights"`
	EnPassant   bool  `parquet:"en_passant" json:"en_passant"`

	Play

	Captures   uint8  `parquet:"captures" json:"captures"`
	Promotions uint8  `parquet:"promotions" json:"promotions"`
	Plies      uint16 `parquet:"plies" json:"plies"`
	Game       string `parquet:"game,optional" json:"game,omitempty"`
}

// White is White's men by kind.
type White struct {
	WhitePawns   uint8 `parquet:"white_pawns" json:"white_pawns"`
	WhiteKnights uint8 `parquet:"white_knights" json:"white_knights"`
	WhiteBishops uint8 `parquet:"white_bishops" json:"white_bishops"`
	WhiteRooks   uint8 `parquet:"white_rooks" json:"white_rooks"`
	WhiteQueens  uint8 `parquet:"white_queens" json:"white_queens"`
}

// Black is Black's men by kind.
type Black struct {
	BlackPawns   uint8 `parquet:"black_pawns" json:"black_pawns"`
	BlackKnights uint8 `parquet:"black_knights" json:"black_knights"`
	BlackBishops uint8 `parquet:"black_bishops" json:"black_bishops"`
	BlackRooks   uint8 `parquet:"black_rooks" json:"black_rooks"`
	BlackQueens  uint8 `parquet:"black_queens" json:"black_queens"`
}

// Play is what the side to move can do.
type Play struct {
	Checkers       uint8 `parquet:"checkers" json:"checkers"`
	Moves          uint8 `parquet:"moves" json:"moves"`
	CapturingMoves uint8 `parquet:"capturing_moves" json:"capturing_moves"`
	Mate           bool  `parquet:"mate" json:"mate"`
	Stalemate      bool  `parquet:"stalemate" json:"stalemate"`
}

// RowOf returns the row of a position. The game is part of it if games are wanted. The error is that of a setup
// that is no position, which none of package uniform is.
func RowOf(p *uniform.Position, games bool) (Row, error) {
	position, err := p.Setup.Position()
	if err != nil {
		return Row{}, err
	}
	b := &p.Setup.Board
	w, k := armyOf(b, chess.White), armyOf(b, chess.Black)
	f := chess.FEN{Setup: p.Setup, Fullmove: 1}
	r := Row{
		Draw: p.Draw, FEN: f.String(), Men: uint8(b.Men()), White: White{w.pawns, w.knights, w.bishops, w.rooks, w.queens}, Black: Black{k.pawns, k.knights, k.bishops, k.rooks, k.queens},
		BlackToMove: p.Turn == chess.Black, Rights: uint8(p.Castling.Count()), EnPassant: p.EP != chess.NoSquare, Play: playOf(&position),
		Captures: uint8(32 - b.Men()), Promotions: uint8(survey.Promotions.Of(&p.Setup)), Plies: uint16(len(strings.Fields(string(p.Game)))),
	}
	if games {
		r.Game = string(p.Game)
	}
	return r, nil
}

// An army is the men of a side by kind.
type army struct{ pawns, knights, bishops, rooks, queens uint8 }

func armyOf(b *chess.Board, c chess.Color) army {
	n := func(r chess.Role) uint8 { return uint8(b.Pieces(c, r).Count()) }
	return army{n(chess.Pawn), n(chess.Knight), n(chess.Bishop), n(chess.Rook), n(chess.Queen)}
}

// playOf counts checks and moves.
func playOf(p *chess.Position) (y Play) {
	y.Checkers = uint8(p.Checkers().Count())
	for _, m := range p.Moves(nil) {
		y.Moves++
		if m.Captured() != 0 {
			y.CapturingMoves++
		}
	}
	y.Mate, y.Stalemate = y.Moves == 0 && y.Checkers > 0, y.Moves == 0 && y.Checkers == 0
	return y
}

// columns are those of a row in their order, with their values as text.
var columns = []struct {
	Name, About string
	text        func(*Row) string
}{
	{"draw", "number of the draw in the stream of the space, condition and seed, from 0", func(r *Row) string { return strconv.FormatUint(r.Draw, 10) }},
	{"fen", "the position, with counters 0 1", func(r *Row) string { return r.FEN }},
	{"men", "men on the board, kings included", count(func(r *Row) uint8 { return r.Men })},
	{"white_pawns", "white pawns", count(func(r *Row) uint8 { return r.WhitePawns })},
	{"white_knights", "white knights", count(func(r *Row) uint8 { return r.WhiteKnights })},
	{"white_bishops", "white bishops", count(func(r *Row) uint8 { return r.WhiteBishops })},
	{"white_rooks", "white rooks", count(func(r *Row) uint8 { return r.WhiteRooks })},
	{"white_queens", "white queens", count(func(r *Row) uint8 { return r.WhiteQueens })},
	{"black_pawns", "black pawns", count(func(r *Row) uint8 { return r.BlackPawns })},
	{"black_knights", "black knights", count(func(r *Row) uint8 { return r.BlackKnights })},
	{"black_bishops", "black bishops", count(func(r *Row) uint8 { return r.BlackBishops })},
	{"black_rooks", "black rooks", count(func(r *Row) uint8 { return r.BlackRooks })},
	{"black_queens", "black queens", count(func(r *Row) uint8 { return r.BlackQueens })},
	{"black_to_move", "whether Black is to move", yes(func(r *Row) bool { return r.BlackToMove })},
	{"rights", "castling rights, 0 to 4", count(func(r *Row) uint8 { return r.Rights })},
	{"en_passant", "whether a pawn can be taken en passant", yes(func(r *Row) bool { return r.EnPassant })},
	{"checkers", "men that give check, 0 to 2", count(func(r *Row) uint8 { return r.Checkers })},
	{"moves", "legal moves", count(func(r *Row) uint8 { return r.Moves })},
	{"capturing_moves", "legal moves that capture", count(func(r *Row) uint8 { return r.CapturingMoves })},
	{"mate", "whether the side to move is mated", yes(func(r *Row) bool { return r.Mate })},
	{"stalemate", "whether it is stalemated", yes(func(r *Row) bool { return r.Stalemate })},
	{"captures", "men captured so far, 32 less men", count(func(r *Row) uint8 { return r.Captures })},
	{"promotions", "promotions that counts of men force: knights and rooks beyond two of a side, queens beyond one, bishops beyond one on squares of either color",
		count(func(r *Row) uint8 { return r.Promotions })},
	{"plies", "half-moves of the proof game, which is not the shortest", func(r *Row) string { return strconv.Itoa(int(r.Plies)) }},
	{"game", "the proof game from the initial position, in SAN without numbers; empty unless games were asked for", func(r *Row) string { return r.Game }},
}

func count(of func(*Row) uint8) func(*Row) string {
	return func(r *Row) string { return strconv.Itoa(int(of(r))) }
}

func yes(of func(*Row) bool) func(*Row) string {
	return func(r *Row) string { return strconv.FormatBool(of(r)) }
}

// AppendCSVHeader appends the names of the columns, a line.
func AppendCSVHeader(dst []byte) []byte {
	for i, c := range columns {
		dst = appendCell(dst, i, c.Name)
	}
	return append(dst, '\n')
}

// AppendCSV appends the row, a line. No cell needs quotes.
func (r *Row) AppendCSV(dst []byte) []byte {
	for i := range columns {
		dst = appendCell(dst, i, columns[i].text(r))
	}
	return append(dst, '\n')
}

func appendCell(dst []byte, i int, text string) []byte {
	if i > 0 {
		dst = append(dst, ',')
	}
	return append(dst, text...)
}
