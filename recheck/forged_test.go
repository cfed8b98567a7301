package recheck_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"chesscensus/recheck"
)

// Setups of forgeries: legal ones, one with a pawn on row 8, and three that a theorem refutes.
const (
	start     = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
	afterNc3  = "rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/R1BQKBNR b KQkq -"
	kingsOnly = "7k/8/8/8/8/8/8/K7 w - -"
	endRow    = "k6P/8/8/8/8/8/8/7K w - -"

	lastMovesRefuted = "r1bqkb1r/pppppppp/8/8/8/P7/1PPPPPPP/R1BQKB1R b KQkq -"    // LastMovesRejected
	columnsRefuted   = "rnbqkb1r/1ppppppp/P7/p7/8/8/1PPPPPPP/RNBQKBNR b KQkq -"   // NoProofKernel: by the columns of its pawns
	squaresRefuted   = "rnbqk1nr/pppp1ppp/4p3/8/8/1P6/1PPPPPPP/RNBQKBNR w KQkq -" // NoExtendedKernel, but not NoProofKernel

	// a game leads here in which White's e-pawn promotes beside the king, which never moves
	besideKing = "rnbNkbnr/1pp2p1p/8/8/p7/P7/1PPP1PP1/RNBQKBbR w KQkq -"
)

// gameLine returns the line of a game.
func gameLine(fen, proof string) string {
	return fmt.Sprintf(`{"fen":%q,"stage":"proofgame","reasons":[],"proof":%q}`, fen, proof)
}

// fideLine returns the line of a game that claims to stop at draws.
func fideLine(fen, proof string) string {
	return strings.Replace(gameLine(fen, proof), `"proof"`, `"rules":"fide","proof"`, 1)
}

// theoremLine returns the line of a theorem that needs the setup alone.
func theoremLine(fen, reason string) string {
	return fmt.Sprintf(`{"fen":%q,"stage":"rules","reasons":[%q]}`, fen, reason)
}

// treeLine returns the line of a tree of last moves.
func treeLine(fen, rest string) string {
	return fmt.Sprintf(`{"format":2,"fen":%q,"stage":"retro","reasons":["LastMovesRejected"],%s}`, fen, rest)
}

// oldCageLine returns a line of version 1 on cages.
func oldCageLine(fen, reason, evidence string) string {
	return fmt.Sprintf(`{"fen":%q,"stage":"cage","reasons":["%s"],"evidence":%q}`, fen, reason, evidence)
}

// oldTree returns an entry of a tree of format 1.
func oldTree(depth int, unmove, why string) string {
	return fmt.Sprintf(`"unmoves":[{"depth":%d,"unmove":%q,"why":%q}]`, depth, unmove, why)
}

// forgeries are lines whose claim is false, or that claim nothing, one of each kind, with the answer that each gets.
var forgeries = []struct {
	kind, line string // for a theorem that does not hold, kind is its name and why
	want       error
	text       string // a part of the error
}{
	// Lines that are no certificates.
	{"nothing", "", recheck.ErrForm, ""},
	{"no JSON", "nonsense", recheck.ErrForm, "invalid character"},
	{"bytes that are no text", "\xff\xfe\x00", recheck.ErrForm, "invalid character"},
	{"cut in a text", `{"fen":"` + start, recheck.ErrForm, "unexpected end"},
	{"cut after a field", theoremLine(start, "ManyMen")[:60], recheck.ErrForm, "unexpected end"},
	{"cut before the last bracket", strings.TrimSuffix(theoremLine(endRow, "PawnOnEndRow"), "}"), recheck.ErrForm, "unexpected end"},
	{"two certificates in a line", theoremLine(endRow, "PawnOnEndRow") + theoremLine(endRow, "PawnOnEndRow"), recheck.ErrForm, "after top-level"},
	{"a list", "[]", recheck.ErrForm, "cannot unmarshal"},
	{"a certificate in a list", "[" + theoremLine(endRow, "PawnOnEndRow") + "]", recheck.ErrForm, "cannot unmarshal"},
	{"null", "null", recheck.ErrForm, "no FEN"},
	{"a number for a FEN record", `{"fen":7}`, recheck.ErrForm, "cannot unmarshal"},
	{"a text for reasons", `{"fen":"` + endRow + `","stage":"rules","reasons":"PawnOnEndRow"}`, recheck.ErrForm, "cannot unmarshal"},
	{"a text for the format", `{"format":"2","fen":"` + endRow + `","reasons":["PawnOnEndRow"]}`, recheck.ErrForm, "cannot unmarshal"},
	{"no fields", "{}", recheck.ErrForm, "no FEN"},
	{"neither reasons nor a game", `{"fen":"` + start + `","reasons":[]}`, recheck.ErrForm, "no reason"},
	{"a game of another stage", `{"fen":"` + afterNc3 + `","stage":"rules","reasons":[],"proof":"Nc3"}`, recheck.ErrForm, "no reason"},
	{"a later format", `{"format":3,"fen":"` + start + `","stage":"proofgame"}`, recheck.ErrForm, "format 3"},
	{"a format below none", `{"format":-1,"fen":"` + start + `","stage":"proofgame"}`, recheck.ErrForm, "format -1"},
	{"a format beyond all numbers", `{"format":99999999999999999999,"fen":"` + start + `"}`, recheck.ErrForm, "cannot unmarshal"},
	{"an unknown reason", theoremLine(start, "Nonsense"), recheck.ErrForm, "unknown reason"},
	{"a reason in other letters", theoremLine(endRow, "pawnonendrow"), recheck.ErrForm, "unknown reason"},
	{"an empty reason", theoremLine(endRow, ""), recheck.ErrForm, "unknown reason"},
	{"a reason of a thousand letters", theoremLine(endRow, strings.Repeat("x", 1000)), recheck.ErrForm, `xxxx"`},
	{"a reason twice", `{"fen":"` + endRow + `","stage":"rules","reasons":["PawnOnEndRow","PawnOnEndRow"]}`, recheck.ErrForm, "twice"},
	{"a reason of stage cage ten thousand times", oldCageLine("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQ1BRK b kq -",
		strings.Repeat(`Deadlock","`, 9_999)+"Deadlock", ""), recheck.ErrForm, "10000 reasons"},
	{"reasons and a game", `{"fen":"` + afterNc3 + `","stage":"rules","reasons":["ManyMen"],"proof":"Nc3"}`, recheck.ErrForm, "reasons and a proof"},
	{"NoExtendedKernel: a promotion beside the king", theoremLine(besideKing, "NoExtendedKernel"), recheck.ErrWrong, "kernel with squares"},
	{"BarredPromotions: a promotion beside the king", theoremLine(besideKing, "BarredPromotions"), recheck.ErrUnable, "barred"},
	{"Unreachable: a promotion beside the king", theoremLine(besideKing, "Unreachable"), recheck.ErrUnable, ""},
	{"two trees", treeLine(lastMovesRefuted, `"tree":"a2a3","unmoves":[{"depth":1}]`), recheck.ErrForm, "two trees"},
	{"longer than a line may be", strings.Repeat("x", recheck.MaxBytes+1), recheck.ErrForm, "want at most"},
	{"brackets in brackets in JSON", strings.Repeat(`{"fen":`, 20_000), recheck.ErrForm, "not a certificate"},
	// FEN records that are none.
	{"a diagram of two rows", theoremLine("8/8", "ManyMen"), recheck.ErrForm, "fields"},
	{"an unknown man", theoremLine("rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", "ManyMen"), recheck.ErrForm, "man 'x'"},
	{"a row too many", theoremLine("8/8/8/8/8/8/8/8/8 w - -", "NoWhiteKing"), recheck.ErrForm, "9 rows"},
	{"a square too many", theoremLine("8/8/8/8/8/8/8/71K w - -", "NoWhiteKing"), recheck.ErrForm, "row 1"},
	{"five fields", theoremLine("8/8/8/8/8/8/8/8 w - - 0", "NoWhiteKing"), recheck.ErrForm, "fields"},
	{"a third side", theoremLine("8/8/8/8/8/8/8/8 x - -", "NoWhiteKing"), recheck.ErrForm, "want w or b"},
	{"rights in another order", theoremLine("8/8/8/8/8/8/8/8 w qK -", "NoWhiteKing"), recheck.ErrForm, "castling"},
	{"no square behind a pawn", theoremLine("8/8/8/8/8/8/8/8 w - i3", "NoWhiteKing"), recheck.ErrForm, "en passant"},
	{"a FEN record of a kilobyte", theoremLine(strings.Repeat("8/", 500), "NoWhiteKing"), recheck.ErrForm, "at most 200"},
	// Games that are none, or lead elsewhere.
	{"a game that goes on", gameLine(start, "Nc3"), recheck.ErrWrong, "the game leads to"},
	{"a game without moves", gameLine(afterNc3, ""), recheck.ErrWrong, "the game leads to"},
	{"a game to another position", gameLine(afterNc3, "Nf3"), recheck.ErrWrong, "the game leads to"},
	{"a move too many", gameLine(afterNc3, "Nc3 Nf6"), recheck.ErrWrong, "the game leads to"},
	{"a right too few", gameLine(strings.Replace(afterNc3, "KQkq", "Qkq", 1), "Nc3"), recheck.ErrWrong, "the game leads to"},
	{"the wrong side to move", gameLine(strings.Replace(afterNc3, " b ", " w ", 1), "Nc3"), recheck.ErrWrong, "the game leads to"},
	{"a square where nobody takes", gameLine("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3", "e4"), recheck.ErrWrong, "the game leads to"},
	{"no square where somebody takes", gameLine("rnbqkbnr/p1pppppp/8/8/1pP5/8/PP1PPPPP/RNBQKBNR b KQkq -", "h3 b5 h4 b4 c4"), recheck.ErrWrong, "the game leads to"},
	{"a leap too far", gameLine(afterNc3, "Nd5"), recheck.ErrWrong, "not legal"},
	{"a move of the other side", gameLine(afterNc3, "Nc3 Nf3"), recheck.ErrWrong, "not legal"},
	{"a move that leaves the king in check", gameLine(kingsOnly, "e4 e5 Qh5 Nf6 Qxf7 Nc6"), recheck.ErrWrong, "half-move 6"},
	{"castling over men", gameLine(kingsOnly, "O-O"), recheck.ErrWrong, "not legal"},
	{"castling without a right", gameLine(kingsOnly, "e4 e5 Nf3 Nf6 Be2 Be7 Kf1 Kf8 Ke1 Ke8 O-O"), recheck.ErrWrong, "half-move 11"},
	{"en passant too late", gameLine(kingsOnly, "e4 h6 e5 d5 h3 h5 exd6"), recheck.ErrWrong, "half-move 7"},
	{"a pawn that stays a pawn", gameLine(kingsOnly, "a4 b5 axb5 a6 bxa6 Bb7 axb7 Nc6 b8"), recheck.ErrWrong, "half-move 9"},
	{"a pawn that becomes a king", gameLine(kingsOnly, "a4 b5 axb5 a6 bxa6 Bb7 axb7 Nc6 b8=K"), recheck.ErrWrong, "no move in"},
	{"a move that two men make", gameLine(kingsOnly, "Nf3 a6 Nd4 a5 Na3 a4 Nb5"), recheck.ErrWrong, "more than one"},
	{"a check that is none", gameLine(afterNc3, "Nc3+"), recheck.ErrWrong, "no check"},
	{"a mate that is no check", gameLine(afterNc3, "Nc3#"), recheck.ErrWrong, "no check"},
	{"a capture of nobody", gameLine(afterNc3, "Nxc3"), recheck.ErrWrong, "nothing is captured"},
	{"a word that is no move", gameLine(afterNc3, "Nc3 castles"), recheck.ErrWrong, "no move"},
	{"a null move", gameLine(kingsOnly, "-- Nc6"), recheck.ErrWrong, "no move"},
	{"a result", gameLine(afterNc3, "Nc3 1-0"), recheck.ErrWrong, "no move"},
	{"a comment", gameLine(afterNc3, "{best} Nc3"), recheck.ErrWrong, "no move"},
	{"letters of another script", gameLine(afterNc3, "Кc3"), recheck.ErrWrong, "no move"},
	{"rules of the house", strings.Replace(fideLine(afterNc3, "Nc3"), "fide", "house", 1), recheck.ErrWrong, "unknown rules"},
	{"a fifth repetition", fideLine(afterNc3, strings.Repeat("Nc3 Nc6 Nb1 Nb8 ", 5)+"Nc3"), recheck.ErrWrong, "fivefold"},
	// Reasons that do not hold.
	{"any theorem: it is the initial position", theoremLine(start, "NoProofKernel"), recheck.ErrWrong, "initial position"},
	{"NoProofKernel: there is a kernel", theoremLine(afterNc3, "NoProofKernel"), recheck.ErrWrong, "NoProofKernel does not hold"},
	{"NoExtendedKernel: there is a kernel", theoremLine(afterNc3, "NoExtendedKernel"), recheck.ErrWrong, "there is a kernel"},
	{"NoProofKernel: there is a kernel, which fits no squares", theoremLine(squaresRefuted, "NoProofKernel"), recheck.ErrWrong, "there is a kernel"},
	{"NoLastMove: a tree names a last move", strings.Replace(treeLine(lastMovesRefuted, `"tree":"a2a3=KQkq"`), "LastMovesRejected", "NoLastMove", 1), recheck.ErrWrong, "names last moves"},
	{"NoLastMove: nothing refutes the last move", strings.Replace(treeLine(lastMovesRefuted, `"tree":""`), "LastMovesRejected", "NoLastMove", 1), recheck.ErrWrong, "nothing refutes"},
	{"NoProofKernel: no position", theoremLine(endRow, "NoProofKernel"), recheck.ErrWrong, "is no position"},
	{"TrappedMan: no position", theoremLine(endRow, "TrappedMan"), recheck.ErrWrong, "is no position"},
	{"ShutOut: no position", theoremLine(endRow, "ShutOut"), recheck.ErrWrong, "is no position"},
	{"BarredPromotions: no position", theoremLine(endRow, "BarredPromotions"), recheck.ErrWrong, "is no position"},
	{"PromotedMen: no position", theoremLine(endRow, "PromotedMen"), recheck.ErrWrong, "is no position"},
	{"TakenAtHome: no position", theoremLine(endRow, "TakenAtHome"), recheck.ErrWrong, "is no position"},
	{"TakenAtHome: no man is missing", theoremLine(afterNc3, "TakenAtHome"), recheck.ErrWrong, "men enough were let out"},
	{"Deadlock: the rook beside its king has not castled", theoremLine("3B1rk1/2pRKppp/3ppN2/8/8/8/8/8 b - -", "Deadlock"), recheck.ErrWrong, "can have come last"},
	{"PromotedMen: no man must have been promoted", theoremLine(afterNc3, "PromotedMen"), recheck.ErrWrong, "no more men were promoted"},
	{"LastMovesRejected: the tree leaves out a last move that no cage refutes", treeLine("4BQ1q/3ppKp1/4pP1p/7k/8/8/8/8 b - -", `"tree":""`), recheck.ErrWrong, "nothing refutes the last move"},
	{"Deadlock: the last move answered a check", theoremLine("4BQ1r/3ppKpk/4pP1p/8/8/8/8/8 b - -", "Deadlock"), recheck.ErrWrong, "can have come last"},
	{"TrappedMan: men that may have moved count as unmoved", theoremLine("2bK1kN1/2ppprpp/1p3p2/8/8/8/8/8 b - -", "TrappedMan"), recheck.ErrWrong, "every man can have come in"},
	{"Deadlock: no position", theoremLine(endRow, "Deadlock"), recheck.ErrWrong, "is no position"},
	{"Unreachable: no position", theoremLine(endRow, "Unreachable"), recheck.ErrWrong, "is no position"},
	{"Unreachable: every man has a way", theoremLine(afterNc3, "Unreachable"), recheck.ErrUnable, "no other theorem"},
	{"AdjacentKings: the fault is another one", theoremLine(endRow, "AdjacentKings"), recheck.ErrWrong, "AdjacentKings does not hold"},
	{"TripleCheck: no check", theoremLine("4k3/8/8/8/8/8/8/4K3 w - -", "TripleCheck"), recheck.ErrWrong, "TripleCheck does not hold: no three checkers"},
	{"TripleCheck: no king", theoremLine("4k3/8/8/8/8/8/8/8 w - -", "TripleCheck"), recheck.ErrWrong, "TripleCheck does not hold"},
	{"SingleCheck: a last move explains the check", theoremLine("7b/7k/8/8/8/8/8/K7 w - -", "SingleCheck"), recheck.ErrWrong, "a last move explains"},
	{"DoubleCheck: one check", theoremLine("7b/7k/8/8/8/8/8/K7 w - -", "DoubleCheck"), recheck.ErrWrong, "another number"},
	{"SingleCheck: two checks", theoremLine("4k3/8/8/8/r1K5/8/2r5/8 w - -", "SingleCheck"), recheck.ErrWrong, "another number"},
	{"EnPassantOrigin: the double step is possible", theoremLine("4k3/8/8/3pP3/8/8/8/3K4 w - d6", "EnPassantOrigin"), recheck.ErrWrong, "is possible"},
	{"EnPassantOrigin: no en passant square", theoremLine(afterNc3, "EnPassantOrigin"), recheck.ErrWrong, "no pawn has passed"},
	{"a right reason and a wrong one", `{"fen":"` + endRow + `","stage":"rules","reasons":["PawnOnEndRow","ManyMen"]}`, recheck.ErrWrong, "ManyMen does not hold"},
	{"a wrong reason and a right one", `{"fen":"` + endRow + `","stage":"rules","reasons":["ManyMen","PawnOnEndRow"]}`, recheck.ErrWrong, "ManyMen does not hold"},
	{"OpposingPairs: the reason of another position", theoremLine(columnsRefuted, "OpposingPairs"), recheck.ErrWrong, "OpposingPairs does not hold"},
	{"TrappedMan: the evidence names a man that could come in", strings.Replace(theoremLine(afterNc3, "TrappedMan"), `"rules"`, `"cage","evidence":"let in: Nc3"`, 1), recheck.ErrWrong, "every man can have come in"},
	// Old cages.
	{"an old deadlock that is none", oldCageLine(afterNc3, "LastMovesRejected", "none of these men can have moved last"), recheck.ErrWrong, "Deadlock"},
	{"an old cage that is none", oldCageLine(afterNc3, "LastMovesRejected", "pawns can never have let in: Nc3"), recheck.ErrWrong, "TrappedMan"},
	{"an old projection that is none", oldCageLine(afterNc3, "LastMovesRejected", "whatever pawns are gone: Nc3"), recheck.ErrWrong, "ShutOut"},
	{"old barred squares that are none", oldCageLine(afterNc3, "NoProofKernel", "no kernel without promotions: Nc3"), recheck.ErrUnable, "BarredPromotions"},
	{"an old cage of nothing", oldCageLine(afterNc3, "LastMovesRejected", "because"), recheck.ErrWrong, "nothing refutes"},
	// Trees.
	{"a tree with branches left out", treeLine(lastMovesRefuted, `"left":3,"tree":"a2a3=KQkq"`), recheck.ErrLimit, "left out"},
	{"a tree with fewer than no branches left out", treeLine(lastMovesRefuted, `"left":-1,"tree":"a2a3=KQkq"`), recheck.ErrLimit, "-1 last moves"},
	{"an empty tree", treeLine(lastMovesRefuted, `"tree":""`), recheck.ErrWrong, "nothing refutes"},
	{"no tree", treeLine(lastMovesRefuted, `"proof":""`), recheck.ErrWrong, "nothing refutes"},
	{"a branch that is no move", treeLine(lastMovesRefuted, `"tree":"nonsense"`), recheck.ErrWrong, "is no last move"},
	{"a branch that is no text", treeLine(lastMovesRefuted, `"tree":"\ud800"`), recheck.ErrWrong, "is no last move"},
	{"a branch of another setup", treeLine(lastMovesRefuted, `"tree":"a2a4=KQkq"`), recheck.ErrWrong, "is no last move"},
	{"a branch with other rights", treeLine(lastMovesRefuted, `"tree":"a2a3"`), recheck.ErrWrong, "is no last move"},
	{"a branch that takes nobody", treeLine(lastMovesRefuted, `"tree":"a2a3xN=KQkq"`), recheck.ErrWrong, "is no last move"},
	{"a branch with a square where nobody passed", treeLine(lastMovesRefuted, `"tree":"a2a3=KQkq@e6"`), recheck.ErrWrong, "is no last move"},
	{"a branch refuted by pawns that have a kernel", treeLine(lastMovesRefuted, `"tree":"!a2a3=KQkq"`), recheck.ErrWrong, "no theorem on kernels or pawns"},
	{"the tree of another position", treeLine(afterNc3, `"tree":"a2a3=KQkq"`), recheck.ErrWrong, "is no last move"},
	{"a tree back to the beginning", treeLine(afterNc3, `"tree":"b1c3=KQkq"`), recheck.ErrWrong, "initial position is in the tree"},
	{"a tree behind the beginning", treeLine(afterNc3, `"tree":"b1c3=KQkq(g8f6=KQkq)"`), recheck.ErrWrong, "is no last move"},
	{"a tree in a circle, with a wrong turn", treeLine("4k3/8/8/8/8/8/8/4K3 w - -", `"tree":"e8e7(e1e2(e7e8(e2e1)))"`), recheck.ErrWrong, "is no last move"},
	{"a tree in a circle that is left elsewhere", treeLine(kingsOnly, `"tree":"g8h8(b1a1(h8g8(a1b1)))"`), recheck.ErrWrong, "nothing refutes"},
	{"a tree of no position", treeLine(endRow, `"tree":""`), recheck.ErrWrong, "is no position"},
	{"a bracket that is not closed", treeLine(lastMovesRefuted, `"tree":"a2a3("`), recheck.ErrForm, "not closed"},
	{"a bracket that was not opened", treeLine(lastMovesRefuted, `"tree":"a2a3)"`), recheck.ErrForm, "ends before"},
	{"a bracket of no move", treeLine(lastMovesRefuted, `"tree":"(a2a3)"`), recheck.ErrForm, "no move before"},
	{"brackets in brackets", treeLine(lastMovesRefuted, `"tree":"a2a3`+strings.Repeat("(a2a3", 200)+strings.Repeat(")", 200)+`"`), recheck.ErrForm, "deeper"},
	{"a mark without a move", treeLine(lastMovesRefuted, `"tree":"!"`), recheck.ErrForm, "no move before"},
	{"an old tree that begins below", treeLine(lastMovesRefuted, oldTree(2, "a2a3 captP: - castle: KQkq ep: -", "no last move")), recheck.ErrForm, "depth 2"},
	{"an old tree at no depth", treeLine(lastMovesRefuted, oldTree(0, "a2a3 captP: - castle: KQkq ep: -", "no last move")), recheck.ErrForm, "depth 0"},
	{"an old branch in short", treeLine(lastMovesRefuted, oldTree(1, "a2a3", "no last move")), recheck.ErrForm, "last move"},
	{"an old branch without names", treeLine(lastMovesRefuted, oldTree(1, "a2a3 x y z u v w", "no last move")), recheck.ErrForm, "last move"},
	{"an old branch for no reason", treeLine(lastMovesRefuted, oldTree(1, "a2a3 captP: - castle: KQkq ep: -", "because")), recheck.ErrForm, "cause"},
	{"an old tree whose only branch counting refutes", treeLine(lastMovesRefuted, oldTree(1, "a2a3 captP: - castle: KQkq ep: -", "against the rules")), recheck.ErrWrong, "nothing refutes"},
	{"an old tree that was seen before", treeLine(lastMovesRefuted, oldTree(1, "a2a3 captP: - castle: KQkq ep: -", "seen before")), recheck.ErrWrong, "nothing refutes"},
}

// TestForged checks that no forgery is confirmed, and that each gets its error with its text. No two are of one kind.
func TestForged(t *testing.T) {
	kinds := map[string]bool{}
	for _, f := range forgeries {
		if kinds[f.kind] {
			t.Errorf("two forgeries are called %q", f.kind)
		}
		kinds[f.kind] = true
		_, _, err := recheck.Checker{}.Check(t.Context(), []byte(f.line))
		if !errors.Is(err, f.want) || !strings.Contains(fmt.Sprint(err), f.text) {
			t.Errorf("%s: %.120s: %v, want %v with %q", f.kind, f.line, err, f.want, f.text)
		}
	}
}

// TestOneErrorOfFour checks that the answer to every forgery is one of the four errors, never two, with a text of at most 700 bytes.
func TestOneErrorOfFour(t *testing.T) {
	for _, f := range forgeries {
		_, _, err := recheck.Checker{}.Check(t.Context(), []byte(f.line))
		matches := 0
		for _, e := range []error{recheck.ErrForm, recheck.ErrWrong, recheck.ErrLimit, recheck.ErrUnable} {
			if errors.Is(err, e) {
				matches++
			}
		}
		if matches != 1 {
			t.Errorf("%s: %v is %d of the four errors", f.kind, err, matches)
		}
		if text := fmt.Sprint(err); len(text) > 700 {
			t.Errorf("%s: an error of %d bytes", f.kind, len(text))
		}
	}
}

// TestLimits checks that a check which runs out of states or time, or is canceled, answers ErrLimit with the reason, whatever is claimed.
func TestLimits(t *testing.T) {
	const pawns = "4B1R1/b2Nk1P1/NRnb2pQ/1NR4r/6qN/3qnq2/1q5P/qr1BK1R1 w - -" // its kernels take long
	const cage = "rnbqkb1r/pppppppp/8/8/3P4/6P1/PPP1PPPB/RN1QKBNR b KQkq -"
	const shut = "rn1qkbbr/ppp1pp2/3p2p1/7p/6Q1/8/PPPPPPP1/RNBQKBNR b KQkq -"
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, test := range []struct {
		kind, line string
		ctx        context.Context
		checker    recheck.Checker
		text       string // a part of the error
	}{
		{"states for columns", theoremLine(pawns, "NoProofKernel"), t.Context(), recheck.Checker{States: 100}, "100 states"},
		{"states for squares", theoremLine(pawns, "NoExtendedKernel"), t.Context(), recheck.Checker{States: 2000}, "2000 states"},
		{"states for a cage", theoremLine(cage, "TrappedMan"), t.Context(), recheck.Checker{States: 1}, "1 states"},
		{"states for a projection", theoremLine(shut, "ShutOut"), t.Context(), recheck.Checker{States: 50}, "50 states"},
		{"states for barred squares", theoremLine(pawns, "BarredPromotions"), t.Context(), recheck.Checker{States: 50}, "50 states"},
		{"states for ways", theoremLine(afterNc3, "Unreachable"), t.Context(), recheck.Checker{States: 5}, "5 states"},
		{"states for a tree", treeLine(lastMovesRefuted, `"tree":"a2a3=KQkq"`), t.Context(), recheck.Checker{States: 1}, "1 states"},
		{"states for a game", gameLine(kingsOnly, "e4 e5 d4 d5"), t.Context(), recheck.Checker{States: 2}, "2 states"},
		{"time", theoremLine(pawns, "NoProofKernel"), t.Context(), recheck.Checker{Time: time.Nanosecond}, "time"},
		{"cancellation", theoremLine(pawns, "NoProofKernel"), canceled, recheck.Checker{}, "canceled"},
	} {
		_, states, err := test.checker.Check(test.ctx, []byte(test.line))
		if !errors.Is(err, recheck.ErrLimit) || !strings.Contains(fmt.Sprint(err), test.text) {
			t.Errorf("%s: %v, want %q", test.kind, err, test.text)
		}
		if isCanceled := errors.Is(err, context.Canceled); isCanceled != (test.ctx == canceled) {
			t.Errorf("%s: %v, want the error of the context: %v", test.kind, err, !isCanceled)
		}
		if test.checker.States > 0 && states > test.checker.States+100_000 {
			t.Errorf("%s: %d states of %d", test.kind, states, test.checker.States)
		}
	}
}

// TestTrueLinesAreConfirmed checks that the true lines, from which the forgeries were made, are confirmed. So what is wrong with a forgery is
// what was changed in it.
func TestTrueLinesAreConfirmed(t *testing.T) {
	for _, line := range []string{
		theoremLine(endRow, "PawnOnEndRow"), theoremLine(columnsRefuted, "NoProofKernel"), gameLine(afterNc3, "Nc3"), fideLine(afterNc3, "1. Nc3"), gameLine(start, ""),
		fideLine(afterNc3, strings.Repeat("Nc3 Nc6 Nb1 Nb8 ", 3)+"Nc3"), gameLine(afterNc3, strings.Repeat("Nc3 Nc6 Nb1 Nb8 ", 9)+"Nc3"),
		treeLine(lastMovesRefuted, `"tree":"a2a3=KQkq"`), treeLine(lastMovesRefuted, oldTree(1, "a2a3 captP: - castle: KQkq ep: -", "no last move")),
		treeLine(lastMovesRefuted, `"unmoves":[{"depth":1,"unmove":"a2a3 captP: - castle: KQkq ep: -","why":"no last move"},
			{"depth":1,"unmove":"b2a3 captP: N castle: KQkq ep: -","why":"against the rules"},
			{"depth":2,"unmove":"b8a6 captP: - castle: KQkq ep: -","why":"no last move"}]`),
		theoremLine("4k3/8/8/8/r1K5/8/2r5/8 w - -", "DoubleCheck"),
		oldCageLine("rnbqkb1r/pppppppp/8/8/3P4/6P1/PPP1PPPB/RN1QKBNR b KQkq -", "LastMovesRejected", "pawns can never have let in: Bh2"),
		`{"fen":"` + endRow + `","reasons":["PawnOnEndRow"],"stage":"rules","what":"fields of others are passed over"}`,
	} {
		if _, _, err := (recheck.Checker{}).Check(t.Context(), []byte(line)); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// FuzzCheck checks that every line gets an answer without a panic, and that no refutation of two legal positions is confirmed.
func FuzzCheck(f *testing.F) {
	for _, g := range forgeries {
		if len(g.line) < 1000 {
			f.Add(g.line)
		}
	}
	f.Add(treeLine(lastMovesRefuted, `"tree":"a2a3=KQkq"`))
	f.Add(theoremLine(columnsRefuted, "NoProofKernel"))
	f.Fuzz(func(t *testing.T, line string) {
		c, _, err := recheck.Checker{States: 2000, Time: time.Second}.Check(t.Context(), []byte(line))
		if err == nil && len(c.Reasons) > 0 && (c.FEN == afterNc3 || c.FEN == start) {
			t.Errorf("a legal position is refuted: %q", line)
		}
	})
}
