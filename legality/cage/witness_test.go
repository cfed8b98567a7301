package cage

import (
	"bufio"
	"context"
	"flag"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofkernel"
	"chesscensus/legality/verdict"
)

// A witness follows a game, which proves all its positions legal, and remembers where promoted men came into it. It checks that
// no theorem contradicts the game.
type witness struct {
	st         Stage
	promotedOn [64]chess.Square // where the man that is on a square was promoted by a step

	positions   int
	trapped     int // men that pawns as they stand keep from their origins
	barred      int // barred squares, roles counted apart
	interlocked int // men that can have come only from squares of others
}

// start begins a game.
func (w *witness) start() {
	for sq := range w.promotedOn {
		w.promotedOn[sq] = chess.NoSquare
	}
}

// follow follows a move of the game.
func (w *witness) follow(m chess.Move) {
	b := &w.promotedOn
	if on := m.CapturedOn(); on != chess.NoSquare {
		b[on] = chess.NoSquare
	}
	b[m.To()], b[m.From()] = b[m.From()], chess.NoSquare
	if m.Promotion() != chess.NoRole && m.Captured() == chess.NoRole {
		b[m.To()] = m.To()
	}
}

// check checks a position of the game, and reports whether all theorems agree with it.
func (w *witness) check(t *testing.T, p *chess.Position) bool {
	s := p.Setup()
	w.positions++
	if v, decided := w.st.Judge(context.Background(), s, verdict.Budget{Nodes: 50_000}); decided {
		t.Errorf("%v, of a game, is refuted: %v", s, v)
		return false
	}
	w.trapped += shutIn(&s.Board).Count()
	w.interlocked += interlockedMen(&s.Board).Count()
	w.st.projector.open(&s)
	b := w.st.finder.Squares(&s).Union(w.st.projector.barredSquares(&s, nil))
	for _, sets := range [...][2]uint8{b.Bishops, b.Knights, b.Others} {
		w.barred += (chess.Bitboard(sets[0]) | chess.Bitboard(sets[1])<<8).Count()
	}
	return w.allowsPromotions(t, &s, b)
}

// allowsPromotions reports whether no man was promoted on a square that is barred for it.
func (w *witness) allowsPromotions(t *testing.T, s *chess.Setup, b proofkernel.Barred) bool {
	for now, sq := range w.promotedOn {
		if sq == chess.NoSquare {
			continue
		}
		man := s.Board.At(chess.Square(now))
		set := b.Bishops[man.Color()]
		switch man.Role() {
		case chess.Knight:
			set = b.Knights[man.Color()]
		case chess.Rook, chess.Queen:
			set = b.Others[man.Color()]
		}
		if set>>sq.File()&1 != 0 {
			t.Errorf("%v: the %v on %v was promoted on %v, which is barred", s, man, chess.Square(now), sq)
			return false
		}
	}
	return true
}

// shutIn returns the men that the pawns as they stand keep from their origins.
func shutIn(b *chess.Board) (set chess.Bitboard) {
	pawns := b.Of(chess.Pawn)
	for bb := b.Occupied() &^ pawns; bb != 0; bb &= bb - 1 {
		sq := bb.First()
		man := b.At(sq)
		if chess.Flood(man.Role(), sq.BB(), pawns)&origins(man.Color(), man.Role()) == 0 {
			set |= sq.BB()
		}
	}
	return set
}

// crowding returns how near a board is to being refuted: by men shut in, corners with little room, and men that can have come
// only from squares of others.
func crowding(b *chess.Board) int {
	pawns := b.Of(chess.Pawn)
	n := 6*shutIn(b).Count() + 2*interlockedMen(b).Count()
	last := chess.RowBB(0) | chess.RowBB(7)
	for bb := last; bb != 0; bb &= bb - 1 {
		sq := bb.First()
		for _, role := range [...]chess.Role{chess.Knight, chess.Bishop} {
			region := chess.Flood(role, sq.BB(), pawns)
			if region.Count() <= pocketSquares {
				n += 1 + 2*(region&b.Occupied()).Count()
			}
		}
	}
	return n
}

// interlockedMen returns the greatest set of men each of which can have come only from squares of others.
func interlockedMen(b *chess.Board) chess.Bitboard {
	set := b.Occupied()
	for again := true; again; {
		again = false
		for bb := set; bb != 0; bb &= bb - 1 {
			if sq := bb.First(); sources(b, sq)&^set != 0 {
				set &^= sq.BB()
				again = true
			}
		}
	}
	return set
}

// bestMove returns, of so many moves drawn by chooseMove, one with nearly the highest score of the board after it.
func bestMove(rnd *rand.Rand, p *chess.Position, moves []chess.Move, tries int, score func(*chess.Board, chess.Move) int) (best chess.Move) {
	highest := -1
	for range tries {
		m := chooseMove(rnd, moves)
		after := p.Play(m)
		b := after.Board()
		if n := score(&b, m) + rnd.IntN(4); n > highest {
			best, highest = m, n
		}
	}
	return best
}

// TestAcceptsCrowds plays games that prefer pawn moves, promotions and, of several moves, the one to the most crowded board: men
// that pawns shut in, full corners, men in each other's way. No position may be refuted.
func TestAcceptsCrowds(t *testing.T) {
	testkit.Long(t)
	games := testkit.Size(1, 4)
	w := witness{st: Stage{Limit: configurations}}
	promoted := 0
	for i := range games {
		rnd := rand.New(rand.NewPCG(1618, uint64(i)))
		width, every := 2+rnd.IntN(8), 2+rnd.IntN(4)
		p := chess.InitialPosition()
		w.start()
		for range 100 + rnd.IntN(100) {
			moves := p.Moves(nil)
			if len(moves) == 0 {
				break
			}
			m := bestMove(rnd, &p, moves, width, func(b *chess.Board, _ chess.Move) int { return crowding(b) })
			w.follow(m)
			if m.Promotion() != chess.NoRole {
				promoted++
			}
			p = p.Play(m)
			b := p.Board()
			if (rnd.IntN(every) == 0 || shutIn(&b) != 0) && !w.check(t, &p) {
				return
			}
		}
	}
	if w.barred < 20*games || w.interlocked < 20*games || promoted < games {
		t.Errorf("%d barred squares, %d interlocked men and %d promotions in %d games: not crowded enough to ask anything",
			w.barred, w.interlocked, promoted, games)
	}
}

// TestAcceptsHardGames checks that positions of the games of docs/data/hard.pgn, and of short random games from some of them, are
// not refuted. With CHESSCENSUS_TESTS=2 or more it checks all positions.
func TestAcceptsHardGames(t *testing.T) {
	testkit.Long(t)
	oneIn := 6
	if testkit.Size(1, 1) > 1 {
		oneIn = 1
	} else if testkit.Stride() > 3 {
		oneIn = 18
	}
	w := witness{st: Stage{Limit: configurations}}
	rnd := rand.New(rand.NewPCG(2718, 0))
	for _, game := range hardGames(t) {
		if !w.followGame(t, game, rnd, oneIn) {
			return
		}
	}
	if w.positions < 600/oneIn || w.barred < 600/oneIn || w.trapped < 60/oneIn {
		t.Errorf("too little is asked: %d positions, %d squares barred, %d men trapped for now", w.positions, w.barred, w.trapped)
	}
}

// followGame follows a game from the initial position and checks one of oneIn positions, at random, and the last. After every
// twentieth ply it also tries a few crowding moves instead.
func (w *witness) followGame(t *testing.T, moves []chess.Move, rnd *rand.Rand, oneIn int) bool {
	p := chess.InitialPosition()
	w.start()
	for i, m := range moves {
		if i%20 == 0 && !w.followBranch(t, p, rnd, oneIn) {
			return false
		}
		p = p.Play(m)
		w.follow(m)
		if (rnd.IntN(oneIn) == 0 || i == len(moves)-1) && !w.check(t, &p) {
			return false
		}
	}
	return true
}

// followBranch checks positions of a few random moves from a position.
func (w *witness) followBranch(t *testing.T, p chess.Position, rnd *rand.Rand, oneIn int) bool {
	promotedOn := w.promotedOn
	defer func() { w.promotedOn = promotedOn }()
	for range 6 {
		moves := p.Moves(nil)
		if len(moves) == 0 {
			return true
		}
		m := chooseMove(rnd, moves)
		p = p.Play(m)
		w.follow(m)
		if rnd.IntN(oneIn) == 0 && !w.check(t, &p) {
			return false
		}
	}
	return true
}

var proven = flag.String("proven", "", "file of lines judged at effort game, for TestAcceptsProofGames")

// TestAcceptsProofGames checks that a third of the positions of the proof games of a file are not refuted: many crowded
// positions.
func TestAcceptsProofGames(t *testing.T) {
	if *proven == "" {
		t.Skip("needs a file of lines judged at effort game; -proven FILE asks for it")
	}
	f := testkit.Must(os.Open(*proven))(t)
	defer f.Close()
	w := witness{st: Stage{Limit: configurations}}
	games := 0
	rnd := rand.New(rand.NewPCG(2718, 1))
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<20)
	for sc.Scan() {
		_, line, legal := strings.Cut(sc.Text(), " legal: proof: ")
		if !legal {
			continue
		}
		games++
		if !w.followGame(t, testkit.Line(t, chess.InitialPosition(), line), rnd, 3) {
			return
		}
	}
	if games == 0 {
		t.Errorf("%s holds no game", *proven)
	}
}
