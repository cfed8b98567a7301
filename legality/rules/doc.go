// Package rules proves setups illegal from the diagram, the side to move, the castling
// rights and the en passant square alone: the first stage of the legality engine, a
// tenth of a microsecond on a uniform draw, which refutes nine of ten.
//
// It has two separate parts:
//
//   - the rules, [All], each a theorem with its proof in its doc comment. [Stage] applies
//     them in order of cost. Only they make verdicts.
//   - the reference pre-filter, [Prefilter] and [AppendPrefilter], which gives exactly the
//     answers of the ChessPositionRanking project, for comparison with its results. One of
//     its ten categories calls some legal positions illegal.
//
// # Soundness
//
// A rule may fail to refute an illegal setup, but must never refute a legal one. No rule uses
// the absence of an en passant square or a castling right, so that a setup may leave them out.
// TestRulesAcceptPlayouts (more games with CHESSCENSUS_TESTS) and TestRulesAcceptMoves apply
// all rules to positions reached by play. TestChecksAgreeWithBruteForce compares the theorems
// on checks, which are complete up to captures and promotions, with a search for the last move.
//
// # Reading order
//
//	facts.go       values computed once per setup; the type Rule
//	kings.go       numbers and places of kings, end rows, rights, en passant squares
//	counts.go      men, pawns, promotions, and opposing pairs, the deepest of the counts
//	cages.go       bishops behind pawns at home
//	pawns.go       home squares and file changes
//	checks.go      theorems on checks and double steps, which rest on
//	lastmove.go    taking back the last move
//	stage.go       the order of the rules, and the stage
//	category.go    the pre-filter's ten answers
//	statistics.go  the counts behind them, shared with the rules
//	prefilter.go   the pre-filter
//
// # Names
//
//	us, them  the side to move, and the side that has just moved
//	f         Facts
//	st        Statistics, or the Stage in stage.go
//	from, to  of a move that is taken back: the man stands on to
//	cage      a square of a home row behind pawns that have never moved
package rules
