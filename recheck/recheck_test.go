package recheck_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/recheck"
)

// theoremNames are the names of all theorems but "Game", those of faultNames first.
var theoremNames = append(faultNames, strings.Fields(`ManyMen ManyPawns ManyPromotions PromotionBalance OpposingPairs PawnHomes PawnCaptures
	CrossedPawns CagedBishop TripleCheck DoubleCheck SingleCheck EnPassantOrigin NoProofKernel NoExtendedKernel NoLastMove LastMovesRejected
	Unreachable Deadlock TrappedMan PromotedMen TakenAtHome BarredPromotions ShutOut MoveParity`)...)

// faultNames are the names of the faults of setups.
var faultNames = strings.Fields(`NoWhiteKing NoBlackKing ManyWhiteKings ManyBlackKings PawnOnEndRow AdjacentKings BothInCheck OppositeCheck
	BadCastling BadEnPassant IdleEnPassant`)

// line writes a certificate.
func line(t *testing.T, c *recheck.Certificate) []byte {
	t.Helper()
	b := testkit.Must(json.Marshal(c))(t)
	return b
}

// check checks a claim.
func check(t *testing.T, c recheck.Certificate) error {
	t.Helper()
	_, _, err := recheck.Checker{}.Check(t.Context(), line(t, &c))
	return err
}

// claim is a refutation.
func claim(fen, reason string) recheck.Certificate {
	return recheck.Certificate{Format: recheck.Format, FEN: fen, Stage: "rules", Reasons: []string{reason}}
}

// An example is what a doc comment of this package shows.
type example struct {
	file, title, illegal, men, tree, legal, game string
}

// examples reads the doc comments: a heading with the names of theorems, then two setups.
func examples(t *testing.T) (all []example) {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) < 10 {
		t.Fatalf("%v, %v", files, err)
	}
	for _, file := range files {
		text := testkit.Must(os.ReadFile(file))(t)
		var e example
		for l := range strings.Lines(string(text)) {
			if title, ok := strings.CutPrefix(l, "// # "); ok {
				e = example{file: file, title: strings.TrimSpace(title)}
			}
			for key, field := range map[string]*string{"illegal": &e.illegal, "men": &e.men, "tree": &e.tree, "legal": &e.legal, "game": &e.game} {
				if rest, ok := strings.CutPrefix(l, "//\t"+key+" "); ok {
					*field = strings.TrimSpace(rest)
					if key == "game" {
						all = append(all, e)
					}
				}
			}
		}
	}
	return all
}

// TestExamples confirms every example, and no theorem refutes its legal neighbor, to which the game leads.
func TestExamples(t *testing.T) {
	covered := map[string]bool{}
	for _, e := range examples(t) {
		game := recheck.Certificate{FEN: e.legal, Stage: "proofgame", Proof: e.game}
		if err := check(t, game); err != nil {
			t.Errorf("%s, %s: the game: %v", e.file, e.title, err)
		}
		for _, name := range theoremNames {
			if err := check(t, claim(e.legal, name)); err == nil {
				t.Errorf("%s: the legal neighbor of %s is refuted by %s", e.file, e.title, name)
			}
		}
		if e.illegal == "" {
			continue
		}
		n := 0
		for name := range strings.SplitSeq(e.title, ", ") {
			c := claim(e.illegal, name)
			c.Tree, c.Evidence = e.tree, "these men: "+e.men
			if check(t, c) == nil {
				n++
			}
			covered[name] = true
		}
		if n == 0 && e.title != "Faults" || e.title == "Faults" && check(t, claim(e.illegal, "OppositeCheck")) != nil {
			t.Errorf("%s: %s is not confirmed by any of %s", e.file, e.illegal, e.title)
		}
	}
	for _, name := range theoremNames[len(faultNames):] {
		if !covered[name] {
			t.Errorf("no doc comment shows an example of %s", name)
		}
	}
}

// TestDocumentedFiles checks that every file of the checker that docs/CERTIFICATES.md or the package comment names is there.
func TestDocumentedFiles(t *testing.T) {
	for _, page := range []string{filepath.Join("..", "docs", "CERTIFICATES.md"), "doc.go"} {
		text := testkit.Must(os.ReadFile(page))(t)
		names := regexp.MustCompile(`\b[a-z]+\.go\b`).FindAllString(string(text), -1)
		if len(names) < 20 {
			t.Errorf("%s names %d files, want at least 20", page, len(names))
		}
		for _, name := range names {
			if _, err := os.Stat(name); err != nil {
				t.Errorf("%s names %s: %v", page, name, err)
			}
		}
	}
}

// TestDocumentedLines confirms every line that docs/CERTIFICATES.md shows, of each stage.
func TestDocumentedLines(t *testing.T) {
	text := testkit.Must(os.ReadFile(filepath.Join("..", "docs", "CERTIFICATES.md")))(t)
	stages := map[string]bool{}
	for l := range strings.Lines(string(text)) {
		if l, ok := strings.CutPrefix(l, "    {"); ok {
			c, _, err := new(recheck.Checker).Check(t.Context(), []byte("{"+l))
			if err != nil {
				t.Errorf("{%s: %v", l, err)
				continue
			}
			stages[c.Stage] = true
		}
	}
	for _, stage := range strings.Fields("rules parity kernel path bound retro cage proofgame") {
		if !stages[stage] {
			t.Errorf("no line of stage %s is shown", stage)
		}
	}
}

// TestTooLittleConfirmsNothing: a check that was broken off shows nothing, wherever that was.
func TestTooLittleConfirmsNothing(t *testing.T) {
	for i, e := range examples(t) {
		for _, name := range theoremNames {
			for _, states := range []int64{1, 7, 50} {
				c := claim(e.legal, name)
				if _, _, err := (recheck.Checker{States: states}).Check(t.Context(), line(t, &c)); err == nil {
					t.Errorf("%s: refuted by %s after %d states", e.legal, name, states)
				}
			}
		}
		if i > 30 {
			break
		}
	}
}

// TestBarsRefuteNoGame: squares to which men of the setup go back are not barred. Both positions are legal.
func TestBarsRefuteNoGame(t *testing.T) {
	for _, fen := range []string{"1b1Q4/5r1n/1N2pn1k/bB2PbRN/KB1PB3/R1pqN1p1/np2BP1R/8 w - -", "2nr3r/1p2bp2/3RQ2R/p1PB1P2/BPRK4/PN2ppnp/6nk/1b2B1b1 b - -"} {
		c := claim(fen, "BarredPromotions")
		if _, _, err := (recheck.Checker{States: 30_000}).Check(t.Context(), line(t, &c)); err == nil {
			t.Errorf("%s is refuted", fen)
		}
	}
}

// TestNamedSquaresFirst confirms draws whose barred squares are found only if those come first that the evidence names: all together are
// too many.
func TestNamedSquaresFirst(t *testing.T) {
	testkit.Medium(t)
	for fen, named := range map[string]string{
		"b1B4k/1Prp1pp1/1p2PR2/4b1bB/2p2P2/2P1QRn1/p1N2K1q/Q1Q2nr1 w - -": "ba8 e8",
		"2nR2B1/rPqpnB1Q/1pb3NP/pk1q4/2r3B1/1K1BB2q/3Pn2N/b5b1 b - -":     "c1 a8 nc8",
	} {
		c := claim(fen, "BarredPromotions")
		c.Evidence = "no kernel without promotions there: " + named
		if _, states, err := (recheck.Checker{States: 150_000}).Check(t.Context(), line(t, &c)); err != nil {
			t.Errorf("%s: %v after %d states", fen, err, states)
		}
	}
}

// TestTreesOfPawns confirms trees in which theorems on pawns refute what is before the only last move that counting leaves, and no tree
// without the mark.
func TestTreesOfPawns(t *testing.T) {
	testkit.Medium(t)
	for fen, tree := range map[string]string{
		"4rr2/ppB3NR/BP1K2p1/B1p1QpPb/4qb2/1B1N1k2/2B3n1/q1Rq1q2 w - f6":   "!f7f5", // BarredPromotions
		"R1nR3b/6Q1/2rnq2p/2Q2pQp/1pP4P/1P2N1P1/3KQ1n1/QBn1rb1k b - c3":    "!c2c4", // ShutOut
		"2NRNqk1/r2Bnq2/2P4b/q4RP1/Br1B1b2/Q3n1pb/Qb3KPQ/1r6 w - -":        "!g4g3",
		"n1N2b1q/1R4p1/1pp1B1k1/NPRK1N2/1qP1n1B1/6p1/2b1b2B/rq2b1BB w - -": "!c7c6",
	} {
		c := claim(fen, "LastMovesRejected")
		c.Stage, c.Tree = "retro", tree
		if _, states, err := new(recheck.Checker).Check(t.Context(), line(t, &c)); err != nil {
			t.Errorf("%s: %v after %d states", fen, err, states)
		}
		c.Tree = strings.TrimPrefix(tree, "!")
		if _, _, err := new(recheck.Checker).Check(t.Context(), line(t, &c)); err == nil {
			t.Errorf("%s: confirmed though nothing is said of what is before %s", fen, c.Tree)
		}
	}
}
