package parity

import (
	"context"

	"chesscensus/chess"
	"chesscensus/legality/verdict"
)

// StageName is the name of the stage of this package in verdicts.
const StageName = "parity"

// A Stage is the stage of the legality engine that refutes by the theorem of this package. It uses the diagram, the
// side to move and the castling rights, and takes some nanoseconds. The zero value is ready.
type Stage struct{}

// Name returns [StageName].
func (Stage) Name() string { return StageName }

// Effort returns [verdict.Static].
func (Stage) Effort() verdict.Effort { return verdict.Static }

// Forget does nothing, since the stage has no memory.
func (Stage) Forget() {}

// Judge refutes a setup with reason [verdict.MoveParity] or leaves it undecided. It ignores budgets.
func (Stage) Judge(_ context.Context, s chess.Setup, _ verdict.Budget) (verdict.Verdict, bool) {
	if !Refutes(&s) {
		return verdict.Verdict{}, false
	}
	dark := s.Board.Occupied() & chess.DarkSquares
	return verdict.Refuted(StageName, verdict.MoveParity, verdict.Men(
		"men on dark squares, whose number, with the men that Black lacks, is even if White is to move and odd if Black", dark)), true
}

// Refutes reports whether the wrong side is to move in s, valid or not, by the theorem: s is stiff for both sides,
// and the parity of the men on dark squares and the men that Black has lost contradicts the side to move.
func Refutes(s *chess.Setup) bool {
	if !isStiff(s, chess.White) || !isStiff(s, chess.Black) {
		return false
	}
	blackLosses := 16 - s.Board.Colored(chess.Black).Count() // captured on d8 and f8, which are dark
	odd := ((s.Board.Occupied()&chess.DarkSquares).Count()+blackLosses)&1 != 0
	return odd != (s.Turn == chess.Black)
}

// The squares in the definition of a stiff setup, for White; for Black with reversed rows.
const (
	homePawns   = chess.Row1 << 8
	stepPawns   = chess.Bitboard(1<<chess.A2 | 1<<chess.H2)
	stepPawnF   = chess.Bitboard(1 << chess.F2)
	homeKing    = chess.Bitboard(1 << chess.E1)
	homeQueen   = chess.Bitboard(1 << chess.D1)
	homeBishopC = chess.Bitboard(1 << chess.C1)
	homeBishopF = chess.Bitboard(1 << chess.F1)
)

// isStiff reports whether s is stiff for a side, by the definition in the package comment.
func isStiff(s *chess.Setup, c chess.Color) bool {
	b := &s.Board
	pieces := func(r chess.Role) chess.Bitboard { return b.Pieces(c, r).For(c) }
	rights, kingside := s.Castling.Of(c), s.Castling.Of(c)&(chess.WhiteKingside|chess.BlackKingside) != 0
	king, queen, bishops := pieces(chess.King), pieces(chess.Queen), pieces(chess.Bishop)
	bishopsFit := bishops == homeBishopC|homeBishopF || bishops == homeBishopC && kingside
	royalsFit := queen == homeQueen && king == homeKing || queen == 0 && (king == homeKing || king == homeQueen)
	if !bishopsFit || !royalsFit || pieces(chess.Rook).Count() != 2 || pieces(chess.Knight).Count() != 2 {
		return false
	}
	mayStep := stepPawns
	if rights != 0 {
		mayStep |= stepPawnF
	}
	own := pieces(chess.Pawn)
	stepped := (own & chess.RowBB(2)).Ahead(chess.Black) // the home squares of pawns on row 3
	return own.Count() == 8 && own&homePawns|stepped == homePawns && stepped&^mayStep == 0
}
