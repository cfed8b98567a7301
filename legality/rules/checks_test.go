package rules

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// checkRules checks a table of setups that one of some rules refutes, and of others that none does, see [testkit.Refutes].
func checkRules(t *testing.T, file string, rules ...Rule) {
	t.Helper()
	testkit.Refutes(t, file, func(s *chess.Setup) bool {
		refuted := false
		for _, r := range rules {
			reason, _ := r.RefutesSetup(s)
			refuted = refuted || reason != 0
		}
		return refuted
	})
}

// checkChecks is checkRules for setups in which so many men give check.
func checkChecks(t *testing.T, file string, want int, rule Rule) {
	t.Helper()
	testkit.Refutes(t, file, func(s *chess.Setup) bool {
		var f Facts
		f.Reset(s)
		if n := f.Checkers().Count(); n != want {
			t.Errorf("%v: %d checkers", s, n)
		}
		reason, _ := rule.RefutesSetup(s)
		return reason != 0
	})
}

// TestSingleChecks checks by which last moves one man may have given check.
func TestSingleChecks(t *testing.T) { checkChecks(t, "singlechecks.tsv", 1, OneChecker) }

// TestRightsKeepMenHome checks that a castling right keeps king and rook from having moved last.
func TestRightsKeepMenHome(t *testing.T) { checkChecks(t, "rightskeepmenhome.tsv", 1, OneChecker) }

// TestDoubleChecks checks by which last moves two men may have given check.
func TestDoubleChecks(t *testing.T) { checkChecks(t, "doublechecks.tsv", 2, TwoCheckers) }

// TestCagedBishops checks bishops behind pawns at home.
func TestCagedBishops(t *testing.T) { checkRules(t, "cagedbishops.tsv", cagesRule) }

// TestPawnStructures checks groups of pawns for which there are, or are not, home squares and captures enough.
func TestPawnStructures(t *testing.T) { checkRules(t, "pawnstructures.tsv", homesRule, changesRule) }

// TestCrossedPawns checks that pawns that have passed each other on a file need a capture.
func TestCrossedPawns(t *testing.T) { checkRules(t, "crossedpawns.tsv", crossedRule, pairsRule) }
