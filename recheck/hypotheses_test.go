package recheck_test

import (
	"errors"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/recheck"
	"chesscensus/recheck/internal/board"
)

// A hypothesis is a setup that a theorem refutes, or one that it just does not refute, by one man, one row, one file or one right.
type hypothesis struct {
	theorem, fen string
	refutes      bool
	why          string
}

const (
	yes = true
	no  = false
)

// hypotheses are checked as they are written, and with colors exchanged; TestMirrors mirrors the files.
var hypotheses = []hypothesis{
	// faults.go
	{"NoWhiteKing", "k7/8/8/8/8/8/8/8 w - -", yes, "no king"},
	{"NoWhiteKing", "k7/8/8/8/8/8/8/K7 w - -", no, "a king"},
	{"NoBlackKing", "K7/8/8/8/8/8/8/8 w - -", yes, "no king"},
	{"NoBlackKing", "K7/8/8/8/8/8/8/KK6 w - -", yes, "kings of the other side do not help"},
	{"NoBlackKing", "k7/8/8/8/8/8/8/KK6 w - -", no, "a king"},
	{"ManyWhiteKings", "KK6/8/8/8/8/8/8/7k w - -", yes, "two"},
	{"ManyWhiteKings", "kk6/8/8/8/8/8/8/7K w - -", no, "two of the other side"},
	{"ManyBlackKings", "kk6/8/8/8/8/8/8/7K w - -", yes, "two"},
	{"ManyBlackKings", "k7/8/8/8/8/8/8/7K w - -", no, "one"},
	{"PawnOnEndRow", "k7/8/8/8/8/8/8/K6P w - -", yes, "White on row 1"},
	{"PawnOnEndRow", "k6P/8/8/8/8/8/8/K7 w - -", yes, "White on row 8"},
	{"PawnOnEndRow", "k6p/8/8/8/8/8/8/K7 w - -", yes, "Black on row 8"},
	{"PawnOnEndRow", "k7/7P/8/8/8/8/7p/K7 w - -", no, "one row before"},
	{"AdjacentKings", "8/8/8/3kK3/8/8/8/8 w - -", yes, "beside"},
	{"AdjacentKings", "8/8/4k3/3K4/8/8/8/8 w - -", yes, "corner to corner"},
	{"AdjacentKings", "8/8/8/2k1K3/8/8/8/8 w - -", no, "a file between"},
	{"AdjacentKings", "8/8/8/k7/7K/8/8/8 w - -", no, "over the edge"},
	{"AdjacentKings", "8/8/8/3k4/8/3K4/8/8 w - -", no, "a row between"},
	{"BothInCheck", "k6R/8/8/8/8/8/8/K6r w - -", yes, "a rook each"},
	{"BothInCheck", "k5nR/8/8/8/8/8/8/K6r w - -", no, "one line is closed"},
	{"OppositeCheck", "k6R/8/8/8/8/8/8/K7 w - -", yes, "the rook would take the king"},
	{"OppositeCheck", "k6R/8/8/8/8/8/8/K7 b - -", no, "the king is to move"},
	{"OppositeCheck", "8/8/8/2k5/1P6/8/8/K7 w - -", yes, "a pawn attacks forward"},
	{"OppositeCheck", "8/8/8/1P6/2k5/8/8/K7 w - -", no, "and not backward"},
	{"OppositeCheck", "8/8/8/k7/7P/8/8/K7 w - -", no, "nor over the edge"},
	{"BadCastling", "4k3/8/8/8/8/8/8/R3K3 w K -", yes, "the other rook"},
	{"BadCastling", "4k3/8/8/8/8/8/8/R3K3 w Q -", no, "its rook"},
	{"BadCastling", "4k3/8/8/8/8/8/8/R2K4 w Q -", yes, "the king is beside its home"},
	{"BadCastling", "4k3/8/8/8/8/8/8/r3K3 w Q -", yes, "a rook of the other side"},
	{"BadCastling", "r3k3/8/8/8/8/8/8/R3K2R w KQq -", no, "all rooks"},
	{"BadCastling", "r3k3/8/8/8/8/8/8/R3K2R w KQkq -", yes, "one rook is missing"},
	{"BadEnPassant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6", no, "a double step"},
	{"BadEnPassant", "4k3/8/8/3pP3/8/8/8/4K3 w - f6", yes, "no pawn on the file"},
	{"BadEnPassant", "4k3/8/3n4/3pP3/8/8/8/4K3 w - d6", yes, "the square is not empty"},
	{"BadEnPassant", "4k3/3n4/8/3pP3/8/8/8/4K3 w - d6", yes, "nor that where it began"},
	{"BadEnPassant", "4k3/8/8/3PP3/8/8/8/4K3 w - d6", yes, "a pawn of its own side"},
	{"BadEnPassant", "4k3/8/8/3pP3/8/8/8/4K3 b - d6", yes, "the other side is to move"},
	{"BadEnPassant", "4k3/8/8/3pP3/8/8/8/4K3 w - d5", yes, "the wrong row"},
	{"IdleEnPassant", "4k3/8/8/3p4/8/8/8/4K3 w - d6", yes, "no pawn beside"},
	{"IdleEnPassant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6", no, "a pawn beside"},
	{"IdleEnPassant", "4k3/8/4r3/3pP3/8/8/8/4K3 w - d6", yes, "a pawn that would expose its king"},
	{"IdleEnPassant", "4k3/8/8/K2pP2r/8/8/8/8 w - d6", yes, "along the row, as two men leave it"},
	{"IdleEnPassant", "4k3/8/8/KN1pP2r/8/8/8/8 w - d6", no, "but not past a third man"},
	{"IdleEnPassant", "4k3/8/8/7P/p7/8/8/4K3 w - a6", no, "that no pawn passed a6 is another fault"},
	{"IdleEnPassant", "4k3/8/8/p7/7P/8/8/4K3 w - a6", yes, "h is not beside a"},
	// men.go
	{"ManyMen", "4k3/8/8/8/8/N7/PPPPPPPP/RNBQKBNR w - -", yes, "seventeen"},
	{"ManyMen", "4k3/8/8/8/8/N7/PPPPPPPP/R1BQKBNR w - -", no, "sixteen"},
	{"ManyPawns", "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - -", yes, "nine"},
	{"ManyPawns", "4k3/8/8/8/8/P7/1PPPPPPP/4K3 w - -", no, "eight"},
	{"ManyPawns", "4k3/pp6/8/8/8/P7/1PPPPPPP/4K3 w - -", no, "eight, with two of the other side"},
	// men.go, promoted men
	{"ManyPromotions", "4k3/8/8/Q1Q5/8/3P4/PPP1PPPP/4K3 w - -", yes, "eight pawns and a second queen"},
	{"ManyPromotions", "4k3/8/8/Q1Q5/8/3P4/1PP1PPPP/4K3 w - -", no, "seven pawns"},
	{"ManyPromotions", "4k3/8/8/R1RR4/8/3P4/PPP1PPPP/4K3 w - -", yes, "a third rook"},
	{"ManyPromotions", "4k3/8/8/R1R5/8/3P4/PPP1PPPP/4K3 w - -", no, "two rooks"},
	{"ManyPromotions", "4k3/8/8/N1NN4/8/3P4/PPP1PPPP/4K3 w - -", yes, "a third knight"},
	{"ManyPromotions", "4k3/8/8/N1N5/8/3P4/PPP1PPPP/4K3 w - -", no, "two knights"},
	{"ManyPromotions", "4k3/8/8/B1B5/8/3P4/PPP1PPPP/4K3 w - -", yes, "two bishops on dark squares"},
	{"ManyPromotions", "4k3/8/8/BB6/8/1P2P3/P1PP1PPP/4K3 w - -", no, "on squares of both colors"},
	{"ManyPromotions", "4k3/8/8/1B6/8/4P3/PPPP1PPP/4K3 w - -", no, "the bishop of f1, which may have left over e2"},
	{"ManyPromotions", "4k3/8/8/1B6/8/3P4/PPP1PPPP/4K3 w - -", yes, "one from f1, whose cage is closed: promoted"},
	{"ManyPromotions", "4k3/8/8/1B6/8/3P4/PPP1PPP1/4K3 w - -", no, "a pawn is gone, which it can have been"},
	// caged.go
	{"CagedBishop", "4k3/8/8/8/8/8/1P6/B3K3 w - -", yes, "White on a1 behind b2"},
	{"CagedBishop", "4k3/8/8/8/8/1P6/8/B3K3 w - -", no, "the pawn has moved"},
	{"CagedBishop", "4k3/8/8/8/8/8/P7/B3K3 w - -", no, "a2 is not before a1 diagonally"},
	{"CagedBishop", "4k3/8/8/8/8/8/1P1P4/2B1K3 w - -", no, "c1 is its home"},
	{"CagedBishop", "4k3/8/8/8/8/8/P1P5/1B2K3 w - -", yes, "b1 is not"},
	{"CagedBishop", "4k3/8/8/8/8/8/P7/1B2K3 w - -", no, "one pawn is not enough"},
	{"CagedBishop", "4k3/8/8/8/8/8/1P6/b3K3 w - -", no, "a black one was promoted on a1"},
	{"CagedBishop", "4k3/8/8/8/8/8/PP6/b3K3 w - -", yes, "but not past a2"},
	{"CagedBishop", "4k3/8/8/8/8/8/1p6/B3K3 w - -", no, "a pawn of the other side"},
	// pairs.go
	{"OpposingPairs", "rnbqkbnr/pppp1ppp/8/4P3/4p3/8/PPPP1PPP/RNBQKBNR w - -", yes, "no man was taken"},
	{"OpposingPairs", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w - -", no, "they face each other"},
	{"OpposingPairs", "rnbqkb1r/pppp1ppp/8/4P3/4p3/8/PPPP1PPP/RNBQKBNR w - -", no, "a pawn took a knight"},
	{"OpposingPairs", "rnbqkbnr/ppp2ppp/8/4P3/4p3/8/PPPP1PPP/RNBQKBNR w - -", no, "a pawn was taken"},
	{"PromotionBalance", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP1/RNBQKQNR w - -", yes, "no pawn made way"},
	{"PromotionBalance", "rnbqkbnr/ppppppp1/8/8/8/8/PPPPPPP1/RNBQKQNR w - -", no, "h7 was taken"},
	{"PromotionBalance", "rnbqkb1r/pppppppp/8/8/8/8/PPPPPPP1/RNBQKQNR w - -", no, "a pawn took a knight"},
	// homes.go, pairs.go
	{"PawnHomes", "4k3/8/8/P7/8/8/PPPP4/4K3 w - -", yes, "the fifth home is four files away, three rows up"},
	{"PawnHomes", "4k3/8/8/P7/8/8/PPP5/4K3 w - -", no, "three files away"},
	{"PawnHomes", "4k3/8/P7/8/8/8/PPPP4/4K3 w - -", no, "four rows up"},
	{"PawnHomes", "4k3/8/8/8/8/P7/PP6/4K3 w - -", yes, "two files away, one row up"},
	{"PawnHomes", "4k3/8/8/8/8/P7/P7/4K3 w - -", no, "one file away"},
	{"PawnCaptures", "r1bqkbnr/pppppppp/8/8/1P6/8/PPP1PPPP/RNBQKBNR w - -", yes, "two files, one man missing"},
	{"PawnCaptures", "r1bqkbnr/pppppppp/8/8/2P5/8/PPP1PPPP/RNBQKBNR w - -", no, "one file"},
	{"PawnCaptures", "r1bqkb1r/pppppppp/8/8/1P6/8/PPP1PPPP/RNBQKBNR w - -", no, "two men missing"},
	{"PawnCaptures", "rnbqkbnr/pppppppp/8/8/1P6/8/PPP1PPPP/R1BQKB1R w - -", yes, "men of the wrong side missing"},
	{"CrossedPawns", "rnbqkbnr/pppp1ppp/8/4P3/4p3/8/PPPP1PPP/RNBQKBNR w - -", yes, "one has changed, no man was taken"},
	{"CrossedPawns", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w - -", no, "none has changed"},
	{"CrossedPawns", "rnbqkb1r/pppp1ppp/8/4P3/4p3/8/PPPP1PPP/RNBQKBNR w - -", no, "one man was taken"},
	{"CrossedPawns", "rnbqkbnr/ppp1pppp/8/4P3/8/8/PPPP1PPP/RNBQKBNR w - -", no, "White below Black, a file without Black"},
	// lastmove.go
	{"TripleCheck", "r3k3/8/8/8/3b4/1n6/8/K7 w - -", yes, "rook, bishop, knight"},
	{"TripleCheck", "r3k3/8/8/8/8/1n6/8/K7 w - -", no, "rook and knight"},
	{"TripleCheck", "r3k3/p7/8/8/3b4/1n6/8/K7 w - -", no, "the file is closed"},
	{"DoubleCheck", "4k3/8/8/8/r1K5/8/2r5/8 w - -", yes, "two rooks, neither from a line of the other"},
	{"DoubleCheck", "2r1k3/8/8/8/b7/8/2K5/8 w - -", no, "the bishop may have left the file"},
	{"DoubleCheck", "4k3/8/8/8/8/4n3/2K5/2r5 w - -", yes, "the knight cannot have stood before the rook"},
	{"DoubleCheck", "2r1k3/8/8/8/8/4n3/2K5/8 w - -", no, "here it can, on c4"},
	{"SingleCheck", "k6b/8/8/8/8/8/8/K7 w - -", yes, "a bishop in the corner came along its line"},
	{"SingleCheck", "7b/7k/8/8/8/8/8/K7 w - -", no, "its king stood between"},
	{"SingleCheck", "k5b1/8/8/8/8/8/8/K7 w - -", no, "no check"},
	{"SingleCheck", "4k3/8/8/8/8/8/1p6/K7 w - -", no, "a pawn came a step"},
	{"SingleCheck", "4k3/1p6/K7/8/8/8/8/8 w - -", yes, "a pawn at home never moved"},
	{"EnPassantOrigin", "4k3/8/8/3pP3/8/8/8/r3K3 w - d6", yes, "the rook gave check before"},
	{"EnPassantOrigin", "4k3/8/8/3pP3/8/8/8/r2BK3 w - d6", no, "it did not"},
	{"EnPassantOrigin", "4k3/8/8/3pP3/8/8/8/3K4 w - d6", no, "no check"},
	{"EnPassantOrigin", "4k3/8/8/4P3/8/8/8/r3K3 w - d6", no, "that no pawn passed d6 is another fault"},
	{"EnPassantOrigin", "8/8/8/3pP3/8/1K6/8/2k5 w - -", no, "no en passant square"},
	{"EnPassantOrigin", "b7/8/8/3pP3/8/5K2/8/2k5 w - d6", yes, "a bishop's line that the pawn has closed: a check before"},
	{"EnPassantOrigin", "8/r6K/8/3pP3/8/8/8/2k5 w - d6", no, "a rook's line that it has opened"},
	{"EnPassantOrigin", "8/8/r5K1/3pP3/8/8/8/2k5 w - d6", yes, "a line over the square that it passed"},
	// columns.go, squares.go
	{"NoProofKernel", columnsRefuted, yes, "a6 took one man for two captures"},
	{"NoProofKernel", "r1bqkb1r/1ppppppp/P7/p7/8/8/1PPPPPPP/RNBQKBNR b KQkq -", no, "two men are missing"},
	{"NoProofKernel", "rnbqkb1r/1ppppppp/p7/P7/8/8/1PPPPPPP/RNBQKBNR b KQkq -", no, "the pawns did not pass"},
	{"NoProofKernel", "rqb1k2r/ppnB1pp1/5n2/2p1p1p1/1P2N3/P3P3/B1PPNPP1/R3KQ1R b KQkq -", yes, "a pawn that promotes takes a bishop on the wrong color"},
	{"NoProofKernel", "2qrk2r/1Bn1Q3/1b1RNQ1B/nq6/1bB2r2/1q4B1/pn2N3/1rrRB2K b k -", yes, "the same; one in 66 000 refuted by kernels is of this kind"},
	{"NoProofKernel", "2qrk2r/1Bn1Q3/1b1RNQ1B/nq6/1bB2r2/1q4B1/pn2N3/1rrRB2K b - -", no, "the king may have moved, and pawns promote beside it by steps; there is a game"},
	{"NoProofKernel", "rnbqk1nr/pppp1ppp/4p3/8/8/1P6/1PPPPPPP/RNBQKBNR w KQkq -", no, "where a pawn does not promote the color is a matter of rows"},
	{"NoProofKernel", "rnb1kbnr/pppp1ppp/8/8/3Q4/8/PPPP1PPP/RNBQKBNR b KQkq -", yes, "a queen that promoted beside this king was taken"},
	{"NoProofKernel", "rnb1kbnr/pppp1ppp/8/8/3R4/8/PPPP1PPP/RNBQKBNR b KQk -", yes, "or a rook; one right is enough"},
	{"NoProofKernel", "rnb1kbnr/pppp1ppp/8/8/3Q4/8/PPPP1PPP/RNBQKBNR b KQ -", no, "the king may have moved"},
	{"NoProofKernel", "rnb1kbnr/pppp1ppp/8/8/3N4/8/PPPP1PPP/RNBQKBNR b KQkq -", no, "a knight gives no check"},
	{"NoProofKernel", "rnb1kbnr/pppp1ppp/8/8/3B4/8/PPPP1PPP/RNBQKBNR b KQkq -", no, "nor does a bishop"},
	{"NoProofKernel", "rnb1kbnr/pppp1ppp/8/8/4B3/8/PPPP1PPP/RNBQKBNR b KQkq -", yes, "one of the other color comes from nowhere"},
	{"NoProofKernel", "rnbQkbnr/pppp1ppp/8/8/8/8/PPPP1PPP/RNBQKBNR b KQkq -", no, "it may have promoted last"},
	{"NoExtendedKernel", "rnbqk1nr/pppp1ppp/4p3/8/8/1P6/1PPPPPPP/RNBQKBNR w KQkq -", yes, "no bishop comes to b3 for a2"},
	{"NoExtendedKernel", "rnbqk1nr/pppp1ppp/4p3/8/1P6/8/1PPPPPPP/RNBQKBNR w KQkq -", no, "one comes to b4"},
	{"NoExtendedKernel", "rnbqkb1r/pppp1ppp/4p3/8/8/1P6/1PPPPPPP/RNBQKBNR w KQkq -", no, "a knight comes to b3"},
	// parity.go
	{"MoveParity", "rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/R1BQKBNR w KQkq -", yes, "one move, White to move"},
	{"MoveParity", "rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/R1BQKBNR b KQkq -", no, "one move, Black to move"},
	{"MoveParity", "rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR w KQkq -", yes, "a pawn on a3 counts as a move"},
	{"MoveParity", "rnbqkbnr/pppppppp/8/8/8/1P6/P1PPPPPP/RNBQKBNR w KQkq -", no, "on b3 it lets a bishop out"},
	{"MoveParity", "rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR w KQkq -", yes, "on f3 with a right"},
	{"MoveParity", "rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR w kq -", no, "without one the king may have gone"},
	{"MoveParity", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq -", no, "a knight was taken"},
	{"MoveParity", "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR b - -", yes, "queens fell at home"},
	{"MoveParity", "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w - -", no, "and an even number of moves was made"},
	{"MoveParity", "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b - -", yes, "one fell on a dark square"},
	{"MoveParity", "rn2k1nr/pppppppp/8/8/8/8/PPPPPPPP/RN2K1NR b KQkq -", no, "with the bishop gone the queen may have moved"},
	{"MoveParity", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK1NR b K -", yes, "the bishop on f1 fell, king and rook stood"},
	{"MoveParity", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK1NR b Q -", no, "the rook may have lost a move on f1"},
	{"MoveParity", "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBK1BNR w - -", yes, "the king went to d1"},
	{"MoveParity", "rnbqkbnr/pppppppp/8/8/P7/8/1PPPPPPP/RNBQKBNR w KQkq -", no, "a double step is one move and two rows"},
	// deadlock.go
	{"Deadlock", "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQ1BRK b kq -", yes, "king and rook behind pawns that never moved"},
	{"Deadlock", "rnbqkbnr/pppppppp/8/8/8/4PN2/PPPP1PPP/RNBQ1BRK b kq -", no, "e2 is open"},
	{"Deadlock", "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQ1RK1 b kq -", no, "h1 is open: they castled before the bishop was put back"},
	{"Deadlock", "rnbqkbBr/pppppp1p/5n1p/8/8/8/PPPPPP1P/RNBQKB1R b KQkq -", no, "a bishop was promoted on g8, by a step from g7"},
	{"Deadlock", "1nbqkbNr/1ppppppr/7p/p7/8/8/PPPPPPPP/RNBQKB1R b KQk -", yes, "the knight would have come from f6, with check"},
	{"Deadlock", "1nbqkbNr/1ppppppr/8/p7/8/8/PPPPPPPP/RNBQKB1R b KQk -", no, "or over h6"},
	{"Deadlock", "1nbqkbNr/1pp1pppr/7p/p7/8/8/PPPPPPPP/RNBQKB1R b KQ -", no, "the king may have come last"},
	{"Deadlock", "1nbqkbNr/1pp1pppr/7p/p7/8/8/PPPPPPPP/RNBQKB1R b KQk -", yes, "not with a right: king and rook have never moved"},
	{"Deadlock", "4BQ1q/3ppKpk/4pP1p/8/8/8/8/8 b - -", yes, "kings beside each other, guarded squares, a check by the queen"},
	{"Deadlock", "4BQ1q/3ppKp1/4pP1p/7k/8/8/8/8 b - -", no, "the other king is elsewhere"},
	{"Deadlock", "4BQ1q/3ppKp1/4pP1k/7p/8/8/8/8 b - -", no, "g8 is not beside a king of the set"},
	{"Deadlock", "4BQ1q/3p1Kpk/4pP1p/4p3/8/8/8/8 b - -", no, "a pawn that guards f6 has moved"},
	{"Deadlock", "4BQ1r/3ppKpk/4pP1p/8/8/8/8/8 b - -", no, "a rook on g8 gives no check to f7"},
	{"Deadlock", "kBRB4/ppKpp1p1/2p4p/1P6/8/8/8/8 b - -", yes, "home pawns guard b6 and d6"},
	{"Deadlock", "kBRB4/1pKpp1p1/p1p4p/1P6/8/8/8/8 b - -", no, "the pawn that guards b6 has moved"},
	{"Deadlock", "3B1rqk/2pRKppp/3ppN2/8/8/8/8/8 b - -", yes, "a rook on f8 beside a queen has not castled, and came from e8 with check or not at all"},
	{"Deadlock", "3B1rk1/2pRKppp/3ppN2/8/8/8/8/8 b - -", no, "a rook on f8 beside its king may have castled"},
	{"Deadlock", "3B1rkr/2pRKppp/3ppN2/8/8/8/8/8 b - -", yes, "not where h8 is held"},
	{"Deadlock", "2kr4/1pppKR2/1P1pBp2/8/8/8/8/8 b - -", no, "a rook on d8 beside its king may have castled"},
	// trapped.go
	{"TrappedMan", "r1bqkb1r/pppppppp/8/3n4/8/8/PPPPPPPP/nQB1KBNR b Kkq -", yes, "the bishop on c1 has never moved"},
	{"TrappedMan", "r1bqkb1r/pppppppp/8/3n4/8/3P4/PPP1PPPP/nQB1KBNR b Kkq -", no, "it may have been away"},
	{"TrappedMan", "2bK1kN1/1pppprpp/5p2/8/8/8/8/8 b - -", yes, "pawns guard e6 and g6, and the bishop has never moved"},
	{"TrappedMan", "2bK1kN1/1pp1prpp/5p2/8/8/8/8/8 b - -", no, "e6 is not attacked"},
	{"TrappedMan", "2bK1kN1/1pppprp1/5p1p/8/8/8/8/8 b - -", no, "nor g6"},
	{"TrappedMan", "2bK1kN1/2ppprpp/1p3p2/8/8/8/8/8 b - -", no, "the bishop may have come after the king"},
	{"TrappedMan", "rnbqkb1r/pppppppp/8/8/3P4/6P1/PPP1PPPB/RN1QKBNR b KQkq -", yes, "h2 is behind g3"},
	{"TrappedMan", "rnbqkb1r/pppppppp/8/8/3P4/7P/PPP1PPPB/RN1QKBNR b KQkq -", no, "h3 came after it"},
	{"TrappedMan", "rnbqkb1r/pppppppp/8/8/3P4/6P1/PPP1PP1B/RN1QKBNR b KQkq -", no, "the pawn g3 came from g2"},
	{"TrappedMan", "rnbqkb1r/pppppppp/8/8/3P4/6P1/PPP1PPPN/RN1QKB1R b KQkq -", no, "a knight leaps"},
	{"TrappedMan", "r1bqk1nr/b1pp1ppp/1P2p3/1p6/8/8/1PPPPPPP/RNBQKBNR b KQkq -", no, "b6 came by a capture, and Black has made none"},
	{"TrappedMan", "rnbqk1nr/b1pp1ppp/1P2p3/1p6/8/8/1PPPPPPP/RNBQKBNR b KQkq -", no, "the same with one man missing, which a5 can have taken"},
	// promotedmen.go
	{"PromotedMen", "4k3/8/7R/8/8/1P6/P1PPPPPP/4K3 w - -", yes, "eight pawns, and a rook that they locked in"},
	{"PromotedMen", "4k3/8/7R/8/8/1P6/P1PPPPP1/4K3 w - -", no, "seven pawns: it may have been promoted"},
	{"PromotedMen", "4k3/8/7R/8/7P/8/PPPPPPP1/4K3 w - -", no, "a pawn on h4 has let it out"},
	{"PromotedMen", "4k3/8/3rr3/4r3/8/1P1P3P/P1P1PPP1/4K3 w - -", yes, "three rooks outside, none promoted"},
	{"PromotedMen", "4k3/8/3r4/4r3/8/1P1P3P/P1P1PPP1/4K3 w - -", no, "two of them"},
	{"PromotedMen", "4k3/8/3rr3/4r3/7P/1P1P4/P1P1PPP1/4K3 w - -", no, "the third may have come out over h2"},
	{"PromotedMen", "8/p1p2pp1/1p5p/1k2K3/8/5P2/1P1PPrPP/2B1rr2 w - -", yes, "three rooks inside, and two pawns gone"},
	{"PromotedMen", "8/p1p2pp1/1p6/1k2K3/8/5P2/1P1PPrPP/2B1rr2 w - -", no, "three pawns gone"},
	// athome.go
	{"TakenAtHome", "2r2b1r/p3p1pp/1pn1bn2/2p3kp/8/P1P2P1P/1P1PP1P1/3QK1N1 w - -", yes, "two captures, four men that stayed behind their pawns, and a knight"},
	{"TakenAtHome", "2r2b1r/p3p1pp/1pn1bnk1/2p4p/7P/P1P2P2/1P1PP1P1/3QK1N1 w - -", no, "a pawn on h4 has let a rook out"},
	{"TakenAtHome", "2r2b1r/p3p1pp/1pn1bn2/2p3kp/8/P1PP1P1P/1P2P1P1/3QK1N1 w - -", no, "a bishop came out over d2"},
	{"TakenAtHome", "2r2b1r/p3p1pp/1pn1bn2/2p3kp/8/P1P2P1P/1P1PP1P1/3QK3 w - -", no, "both knights are gone"},
	{"TakenAtHome", "rnbqkbnr/ppppp1pp/6p1/8/8/P7/1PPPPPPP/1NBQKBNR b Kkq -", yes, "the rook a1 never got beyond a2"},
	{"TakenAtHome", "rnbqkbnr/ppppp1pp/6pR/8/8/P7/1PPPPPP1/1NBQKBN1 b kq -", no, "a rook of the start is on h6: one of the two"},
	{"TakenAtHome", "rnbqkbnr/ppppp1pp/6p1/8/8/7P/PPPPPPP1/RNBQKBN1 b Qkq -", yes, "the rook h1 never got beyond g1 and h2"},
	{"TakenAtHome", "rnbqkbnr/ppppp1pp/6p1/8/4P3/7P/PPPP1PP1/RNBQKBN1 b kq -", no, "it came out over e2"},
	{"TakenAtHome", "rnbqkbnr/ppppp1pp/6p1/8/8/P7/RPPPPPPP/1NBQKB1R b Kkq -", no, "it is there, in its cage, and a knight was taken"},
	// the count of pairs.go that comes before columns.go
	{"NoExtendedKernel", "4k3/1p1ppppp/p1pB4/B1B5/1B6/8/8/4K3 w - -", yes, "three bishops by two captures each, and five men to take"},
	// shutout.go
	{"ShutOut", "rn1qkbbr/ppp1pp2/3p2p1/7p/6Q1/8/PPPPPPP1/RNBQKBNR b KQkq -", yes, "g8 was closed until the pawn came there"},
	{"ShutOut", "rn1qkbbr/ppp1pp2/3p2p1/8/6Q1/8/PPPPPPP1/RNBQKBNR b KQkq -", no, "one capture more"},
	{"ShutOut", "rn1qkbbr/ppp1p3/3p2p1/7p/6Q1/8/PPPPPPP1/RNBQKBNR b KQkq -", no, "f7 is open"},
	// letin.go
	{"ShutOut", "rnbqkbnR/ppppppp1/7p/8/8/6P1/1PPPPP1P/1NBQKBNR b - -", yes, "the knight on g8 and Black's pawns never moved, so no rook came to h8"},
	{"ShutOut", "2nBk2r/p2pp3/1p1p2P1/1K3NN1/PP4p1/7b/PP2P1Pp/2R2B2 b k -", yes, "White's pawns took all five, so the bishop of c8 was at home until b7-b6"},
	{"ShutOut", "2nBk2r/p2pp3/1p1p4/1K3NN1/PP4p1/7b/PP2P1Pp/2R2B2 b k -", no, "the same, with a pawn less"},
	{"ShutOut", "r1nBkb1r/pb1ppppp/1p1p1n2/8/7q/3P4/PPP1PPP1/RN1QKB1R w KQkq -", yes, "the pawn h2 is gone, but came to no promotion on b8 or d8"},
	{"ShutOut", "r1nBkb1r/pb1ppppp/1p1p1n2/8/7q/8/PPP1PPPP/RN1QKB1R w KQkq -", no, "the pawn d2 may have become the bishop on d8"},
	{"ShutOut", "r1nBkb1r/p2ppppp/1p1p1n2/8/7q/3P4/PPP1PPPP/RN1QKB1R w KQkq -", no, "the bishop of c8 is gone, at home perhaps"},
	// barred.go
	{"BarredPromotions", "1nbqkbnr/1ppppppp/1p6/3r4/5N2/8/1PPPPPPP/1NBQKBNR b Kk -", yes, "a knight never left a8"},
	{"BarredPromotions", "Nnbqkbnr/1ppppppp/1p6/3r4/8/8/1PPPPPPP/1NBQKBNR b Kk -", no, "it is still there"},
	{"BarredPromotions", "1nbqkbnr/1ppppppp/1p6/3r4/5Q2/8/1PPPPPPP/1NBQKBNR b Kk -", no, "a queen left along the file"},
	{"BarredPromotions", "rnbqkbnr/ppppp2p/8/6P1/2K5/7q/PPPPP1PP/RNBQ2NR w kq -", no, "the bishop of f1 was taken at home, and the pawn promoted there"},
	// bound.go
	{"Unreachable", "r1bqkbnr/pp1ppppp/8/8/R7/8/PPPPPPPP/1NB1K2R w - -", yes, "the rook of a1 came no further than b1, and no pawn is gone"},
	{"Unreachable", "r1bqkbnr/pp1ppppp/8/8/R7/8/PP1PPPPP/1NB1K2R w - -", no, "a pawn is gone"},
	{"Unreachable", "rnbqkbnr/pppp1ppp/3p4/8/8/8/PPPPPPPP/1NBQKBNR b Kkq -", yes, "no pawn took the rook, but one took a man"},
	{"Unreachable", "rnbqkbnr/pppp1ppp/3p4/8/1P6/8/P1PPPPPP/1NBQKBNR b Kkq -", no, "it went out over b2"},
	{"Unreachable", "3Q4/kp6/p2pQ2R/1Bp1nRN1/KQrQ1b2/bnr1Q3/PPBP2qq/2B3N1 w - -", yes, "a draw: the rook of a1 is gone, and no man was taken"},
	{"Unreachable", "3b2R1/4b2B/1Rp3br/4B1kn/2Rq2B1/p1qQ1QNp/1nRKP1PP/5B2 w - -", yes, "a draw: so is that of h1, and no pawn is promoted for it"},
}

// TestHypotheses checks each theorem with each of its setups, and with the same after an exchange of colors. Every theorem but those on last
// moves must have setups of both kinds.
func TestHypotheses(t *testing.T) {
	refuted, others := map[string]int{}, map[string]int{} // setups by theorem
	for _, h := range hypotheses {
		s := testkit.Must(board.ParseFEN(h.fen))(t)
		if h.refutes {
			refuted[h.theorem]++
		} else {
			others[h.theorem]++
		}
		otherColors := colorsExchanged(s)
		for fen, name := range map[string]string{h.fen: h.theorem, otherColors.String(): exchanged(h.theorem)} {
			if h.theorem == "MoveParity" && fen != h.fen {
				continue // White begins
			}
			err := check(t, claim(fen, name))
			isDenied := errors.Is(err, recheck.ErrWrong) || errors.Is(err, recheck.ErrUnable)
			if (err == nil) != h.refutes || err != nil && !isDenied {
				t.Errorf("%s of %s (%s): %v, want confirmed: %v", name, fen, h.why, err, h.refutes)
			}
		}
	}
	for _, name := range theoremNames {
		if (refuted[name] == 0 || others[name] == 0) && name != "NoLastMove" && name != "LastMovesRejected" {
			t.Errorf("%s: %d setups that it refutes, %d that it does not", name, refuted[name], others[name])
		}
	}
}

// exchanged returns the name of a theorem with colors exchanged.
func exchanged(name string) string {
	switch name {
	case "NoWhiteKing":
		return "NoBlackKing"
	case "NoBlackKing":
		return "NoWhiteKing"
	case "ManyWhiteKings":
		return "ManyBlackKings"
	case "ManyBlackKings":
		return "ManyWhiteKings"
	}
	return name
}

// TestLastMoves checks trees of setups in which most men have never moved, so that the last moves can be counted by hand.
func TestLastMoves(t *testing.T) {
	for _, test := range []struct {
		fen, tree string
		want      error
		why       string
	}{
		{lastMovesRefuted, "a2a3=KQkq", nil, "before a2-a3 no man of Black can have moved"},
		{"r1bqkb1r/pppppppp/8/8/8/P7/1PPPPPPP/R1BQKBNR b KQkq -", "a2a3=KQkq", recheck.ErrWrong, "the knight g1 can have moved"},
		{"rnbqkb1r/pppppppp/8/8/8/P7/1PPPPPPP/R1BQKB1R b KQkq -", "a2a3=KQkq", recheck.ErrWrong, "the knight b8 can have moved"},
		{"r1bqkb1r/pppppppp/8/8/8/P7/1PPPPPPP/R1BQKB1R b Qkq -", "a2a3=Qkq", recheck.ErrWrong, "the rook h1 can have moved"},
		{"r1bqkb1r/pppppppp/8/8/8/P7/1PPPPPPP/R1BQKB1R b KQkq -", "a2a3=KQkq()", nil, "empty brackets"},
		{"r1bqkb1r/pppppppp/8/8/8/P7/1PPPPPPP/R1BQKB1R b KQkq -", "a2a3=KQkq a2a3=KQkq", nil, "named twice"},
		{"r1bqkb1r/pppppppp/8/8/8/7P/PPPPPPP1/R1BQKB1R b KQkq -", "h2h3=KQkq", nil, "the same on h3"},
		{"r1bqkb1r/pppppppp/8/8/8/1P6/P1PPPPPP/R1BQKB1R b KQkq -", "b2b3=KQkq", recheck.ErrWrong, "over b2 the bishop can have come home"},
		{"r1bqkb1r/pppppppp/8/8/8/4P3/PPPP1PPP/R1BQKB1R b KQkq -", "e2e3=KQkq", recheck.ErrWrong, "over e2 the queen, too"},
		{"r1bqkb1r/pppppppp/8/8/4P3/8/PPPP1PPP/R1BQKB1R b KQkq -", "e2e4=KQkq e3e4=KQkq", recheck.ErrWrong, "before e3-e4 something can have moved"},
	} {
		c := claim(test.fen, "LastMovesRejected")
		c.Tree = test.tree
		if err := check(t, c); !errors.Is(err, test.want) || (err == nil) != (test.want == nil) {
			t.Errorf("%s, %s (%s): %v, want %v", test.fen, test.tree, test.why, err, test.want)
		}
	}
}
