package retro

import (
	"context"
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
)

// hashed returns a predicate that holds for about the given share of setups.
func hashed(share float64, salt uint64) func(*chess.Setup) bool {
	return func(s *chess.Setup) bool { return float64((hash(s)^salt)*0x9e3779b97f4a7c15>>48) < share*65536 }
}

// closure looks at all that can be reached backwards from s in the plainest way, each
// setup before a forceful unmove being refused if one of the predicates holds. It reports
// whether there is an end to it, within n setups, and the initial position not among them.
func closure(s chess.Setup, n int, refused ...func(*chess.Setup) bool) bool {
	found := map[chess.Setup]bool{s: true}
	queue := []chess.Setup{s}
next:
	for len(queue) > 0 {
		s, queue = queue[0], queue[1:]
		for _, u := range Unmoves(nil, s, Options{AllEP: true}) {
			before := Undo(s, u)
			if before == initial || len(found) > n {
				return false
			}
			bad := false
			if u.Irreversible() || before.Castling != s.Castling {
				for _, f := range refused {
					bad = bad || f(&before)
				}
			}
			if !bad && !found[before] {
				found[before] = true
				queue = append(queue, before)
			}
		}
		continue next
	}
	return true
}

// TestSearchAgreesWithClosure compares the search, in which kernels are asked late and
// what was seen is partly forgotten, with the plain closure: with rules and kernels that
// refuse many setups at random, from positions with few quiet unmoves.
func TestSearchAgreesWithClosure(t *testing.T) {
	testkit.LongInFull(t)
	src := rand.New(rand.NewPCG(3, 5))
	agreed, open, large, all, dropped := 0, 0, 0, 0, 0
	compare := func(s chess.Setup, o openness, ruled, refused float64) {
		all++
		rule := hashed(ruled, src.Uint64())
		kernel := hashed(refused, src.Uint64())
		k := &fakeKernels{refutes: kernel}
		st := &Stage{Kernels: k, Static: func(s *chess.Setup) (verdict.Reason, verdict.Evidence) {
			if rule(s) {
				return verdict.PawnHomes, verdict.Evidence{}
			}
			return 0, verdict.Evidence{}
		}}
		st.start(context.Background(), verdict.Budget{})
		st.x.openness = o
		v, _ := st.judge(&s)
		closed := closure(s, 1000, rule, kernel)
		switch {
		case v.Outcome == verdict.Illegal && closed:
			agreed++
			if k.asked > 1 {
				dropped++
			}
			if r := v.Certificate.(*Refutation); r.Left == 0 {
				if err := r.Check(st.Static, st.Kernels); err != nil {
					t.Errorf("%s: %v\n%s", s, err, r)
				}
			}
		case v.Outcome == verdict.Illegal:
			if !closure(s, 20*defaultNodes, rule, kernel) {
				t.Errorf("%s: refuted, but not closed", s)
			}
			large++
		case closed:
			open++ // the line counted as open before it ended
		}
	}
	var few []Unmove
	positions(testkit.Size(2_000, 100_000), func(_ chess.Position, _ chess.Move, q chess.Position) {
		s := q.Setup()
		if few = appendClass(few[:0], &s, quiet); len(few) < 3 {
			for range 4 {
				compare(s, defaultOpenness, src.Float64(), 0.7+0.3*src.Float64())
			}
		}
	})
	for _, row := range someCandidates(t) {
		if s := row.Setup; s.Violations() == 0 && row.Truth == "illegal" {
			for range testkit.Size(4, 10) {
				compare(s, defaultOpenness, src.Float64(), 0.7+0.3*src.Float64())
			}
		}
	}
	// Kings that shuffle in cages, so that lines meet again.
	for i := range testkit.Size(100, 2000) {
		s := cages(src)
		compare(s, openness{least: 3 + i%6, most: 12, enough: 4}, 0.9+0.1*src.Float64(), 0.5+0.5*src.Float64())
	}
	t.Logf("%d setups: %d refuted by both, %d after several questions; %d large; %d closed ones taken for open",
		all, agreed, dropped, large, open)
	if dropped < 20 || open > agreed/4 {
		t.Errorf("too little to compare")
	}
}

// cages draws a setup in which either king has two or three squares and nothing else
// moves but pawns.
func cages(src *rand.Rand) chess.Setup {
	for {
		s := chess.EmptySetup()
		for sq, r := range map[chess.Square]chess.Role{chess.A2: chess.Pawn, chess.B2: chess.Pawn, chess.C2: chess.Pawn,
			chess.D2: chess.Pawn, chess.C1: chess.Bishop} {
			s.Board.Put(sq, chess.NewPiece(chess.White, r))
			s.Board.Put(sq^63, chess.NewPiece(chess.Black, r))
		}
		s.Board.Put(chess.Square(src.IntN(2)), chess.NewPiece(chess.White, chess.King))
		s.Board.Put(chess.Square(62+src.IntN(2)), chess.NewPiece(chess.Black, chess.King))
		for range src.IntN(5) {
			if sq := chess.Square(16 + src.IntN(32)); s.Board.At(sq) == chess.NoPiece {
				s.Board.Put(sq, chess.NewPiece(chess.Color(src.IntN(2)), chess.Pawn))
			}
		}
		s.Turn = chess.Color(src.IntN(2))
		if s.Violations() == 0 {
			return s
		}
	}
}
