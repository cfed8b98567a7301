package cage

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// TestOrigins checks the squares where men enter the game: in the initial position, by castling, by promotion.
func TestOrigins(t *testing.T) {
	firstRow := func(files string) (set chess.Bitboard) { // squares of these files
		for _, file := range files {
			set |= chess.Bitboard(1) << (file - 'a')
		}
		return set
	}
	for role, home := range map[chess.Role]string{chess.Knight: "bg", chess.Bishop: "cf", chess.Rook: "adfh", chess.Queen: "d", chess.King: "ceg"} {
		wantWhite, wantBlack := firstRow(home), firstRow(home)<<56
		if role != chess.King { // promotion
			wantWhite, wantBlack = wantWhite|chess.Row8, wantBlack|chess.Row1
		}
		if white, black := origins(chess.White, role), origins(chess.Black, role); white != wantWhite || black != wantBlack {
			t.Errorf("%v: %v and %v", role, white, black)
		}
	}
}

// TestModelsKnowTheCaptures checks that a color may take back as many captures as the other color lacks men, and that the pawns
// of the model are those of the setup, those around the region first.
func TestModelsKnowTheCaptures(t *testing.T) {
	rnd := testkit.Rand(t.Name())
	for range testkit.Size(300, 3000) {
		s := cagedSetup(rnd)
		pawns := s.Board.Of(chess.Pawn)
		region := chess.Flood(chess.Bishop, chess.Square(rnd.IntN(64)).BB(), pawns)
		m := newModelAround(&s.Board, region, chess.Bishop)
		want := [2]uint8{uint8(16 - s.Board.Colored(chess.Black).Count()), uint8(16 - s.Board.Colored(chess.White).Count())}
		if m.capturesLeft != want {
			t.Fatalf("%v: captures left %v, want %v", s, m.capturesLeft, want)
		}
		edge := chess.Steps(chess.Bishop, region) & pawns // the first edge.Count() pawns of the model
		for p, square := range m.first.squares[:m.n] {
			sq := chess.Square(square)
			if s.Board.At(sq) != chess.NewPiece(m.colors[p], chess.Pawn) || (p < edge.Count()) != edge.Has(sq) {
				t.Fatalf("%v: pawn %d of the model, on %v, is none of the setup, or not in its place in the order (around %v first)", s, p, sq, region)
			}
		}
		if walls := m.walls(&m.first); walls.Count() != m.n || edge&^walls != 0 {
			t.Fatalf("%v: the model has pawns on %v, want all of %v among %d", s, walls, edge, m.n)
		}
	}
}

// A crowdedState is a state of the oracle for pockets: squares of the pawns of the model, captures taken back, and squares of the
// men, -1 for outside.
type crowdedState struct {
	pawns [maxModelPawns]int8
	used  [2]int8
	men   [pocketMen + 1]int8
}

// A pocketOracle plays Lemma 4 backward as it is written: the men inside the pocket and the promoted man, which starts outside, go
// wherever the lemma lets them.
type pocketOracle struct {
	model  *model
	inside chess.Bitboard
	men    []chess.Piece // the last is the promoted man
	seen   map[crowdedState]bool
	stack  []crowdedState

	// Of the state that is expanded.
	pawnOn, manOn map[int8]bool
}

// canHavePromoted reports whether the promoted man can come to sq while no pawn of the model is on the square from which a pawn steps
// there. If there are 20 000 states or more, ok is false.
func canHavePromoted(s *chess.Setup, m *model, promoted chess.Piece, sq chess.Square, inside chess.Bitboard) (can, ok bool) {
	o := pocketOracle{model: m, inside: inside, seen: map[crowdedState]bool{}}
	var first crowdedState
	for man := range (inside & s.Board.Occupied()).All() {
		first.men[len(o.men)] = int8(man)
		o.men = append(o.men, s.Board.At(man))
	}
	first.men[len(o.men)] = -1
	o.men = append(o.men, promoted)
	for p := range m.n {
		first.pawns[p] = int8(m.first.squares[p])
	}
	o.enter(first)
	behind := int8(sq) - int8(8*promoted.Color().Forward())
	for len(o.stack) > 0 && len(o.seen) < 20_000 {
		st := o.stack[len(o.stack)-1]
		o.stack = o.stack[:len(o.stack)-1]
		o.pawnOn, o.manOn = map[int8]bool{}, map[int8]bool{}
		for _, square := range st.pawns[:m.n] {
			o.pawnOn[square] = true
		}
		for _, square := range st.men[:len(o.men)] {
			o.manOn[square] = square >= 0
		}
		if st.men[len(o.men)-1] == int8(sq) && !o.pawnOn[behind] {
			return true, true
		}
		for i := range o.men {
			o.stepMan(st, i)
		}
		for p := range m.n {
			o.unmovePawn(st, p)
		}
	}
	return false, len(o.stack) == 0
}

// enter adds a state if it is new.
func (o *pocketOracle) enter(st crowdedState) {
	if !o.seen[st] {
		o.seen[st] = true
		o.stack = append(o.stack, st)
	}
}

// stepMan enters the states after a step of man i, from outside, out, and inside the pocket.
func (o *pocketOracle) stepMan(st crowdedState, i int) {
	role, square, next := o.men[i].Role(), st.men[i], st
	if square < 0 {
		for in := range o.inside.All() {
			isFree := !o.manOn[int8(in)] && !o.pawnOn[int8(in)]
			for from := range chess.Steps(role, in.BB()).All() {
				if next.men[i] = int8(in); isFree && !o.inside.Has(from) && !o.pawnOn[int8(from)] {
					o.enter(next)
				}
			}
		}
		return
	}
	// A man that is in the pocket now may have entered the game there, by promotion or by castling. Then it is outside before.
	if color, row := o.men[i].Color(), int(square)/8; i < len(o.men)-1 && (row == color.LastRow() || role == chess.Rook && row == color.BackRow()) {
		next.men[i] = -1
		o.enter(next)
	}
	for to := range chess.Steps(role, chess.Square(square).BB()).All() {
		if o.pawnOn[int8(to)] || o.manOn[int8(to)] {
			continue
		}
		if next.men[i] = -1; o.inside.Has(to) {
			next.men[i] = int8(to)
		}
		o.enter(next)
	}
}

// unmovePawn enters the states after a step or a capture of pawn p is taken back.
func (o *pocketOracle) unmovePawn(st crowdedState, p int) {
	color, square := o.model.colors[p], st.pawns[p]
	if int(square)/8 == color.PawnRow() {
		return
	}
	for d := int8(-1); d <= 1; d++ {
		file := square%8 + d
		if file < 0 || file > 7 {
			continue
		}
		next := st
		next.pawns[p] = square - int8(8*color.Forward()) + d
		next.used[color] += d * d
		if to := next.pawns[p]; !o.pawnOn[to] && !o.manOn[to] && next.used[color] <= int8(o.model.capturesLeft[color]) {
			o.enter(next)
		}
	}
}

// TestFullPocketsAskForEveryRole checks that a file is barred for bishops or knights if its square is full for them, and for others
// if it is full for rooks and for queens. No file is barred whose square is empty or holds a king.
func TestFullPocketsAskForEveryRole(t *testing.T) {
	rnd := testkit.Rand(t.Name())
	var f Finder
	for range testkit.Size(400, 4000) {
		s := cagedSetup(rnd)
		barred := f.fullPockets(&s)
		for c := range chess.Color(2) {
			for sq := range chess.RowBB(c.LastRow()).All() {
				man, bit := s.Board.At(sq), uint8(1)<<sq.File()
				got := [3]bool{barred.Bishops[c]&bit != 0, barred.Knights[c]&bit != 0, barred.Others[c]&bit != 0}
				if man == chess.NoPiece || man.Role() == chess.King {
					if got != [3]bool{} {
						t.Fatalf("%v: %v, with %v on it, is full", s, sq, man)
					}
					continue
				}
				inside := chess.Flood(man.Role(), sq.BB(), s.Board.Of(chess.Pawn))
				if !isPocket(&s.Board, inside) {
					continue
				}
				full := func(r chess.Role) bool { return f.neverPromotedOn(&s, c, r, sq, inside) }
				rook, queen := full(chess.Rook), full(chess.Queen)
				if want := [3]bool{full(chess.Bishop), full(chess.Knight), rook && queen}; got != want {
					t.Fatalf("%v: %v is full for bishops, knights, others: %v, want %v", s, sq, got, want)
				}
			}
		}
	}
}

// TestPocketsAgreeWithTheLemma compares neverPromotedOn with the oracle, for pockets of caged setups with at most two captures left.
// A pocket that holds a man of the role and color is never full for it.
func TestPocketsAgreeWithTheLemma(t *testing.T) {
	rnd := testkit.Rand(t.Name())
	var f Finder
	asked, barred := 0, 0
	for range testkit.Size(1500, 15_000) {
		s := cagedSetup(rnd)
		pawns := s.Board.Of(chess.Pawn)
		for c := range chess.Color(2) {
			for sq := range (chess.RowBB(c.LastRow()) & s.Board.Occupied()).All() {
				inside := chess.Flood(s.Board.At(sq).Role(), sq.BB(), pawns)
				if !isPocket(&s.Board, inside) {
					continue
				}
				role := []chess.Role{chess.Knight, chess.Bishop, chess.Rook, chess.Queen}[rnd.IntN(4)]
				if inside&s.Board.Pieces(c, role) != 0 {
					if f.neverPromotedOn(&s, c, role, sq, inside) {
						t.Fatalf("%v: %v is full for a %v, but one is there", s, sq, role)
					}
					continue
				}
				m := newModelAround(&s.Board, inside, s.Board.RoleAt(sq))
				if m.capturesLeft[0]+m.capturesLeft[1] > 2 {
					continue // the oracle would take long
				}
				can, ok := canHavePromoted(&s, &m, chess.NewPiece(c, role), sq, inside)
				if !ok {
					continue
				}
				if got := f.neverPromotedOn(&s, c, role, sq, inside); got == can {
					t.Fatalf("%v: %v is full for a %v: %v, want %v", s, sq, role, got, !can)
				}
				if asked++; !can {
					barred++
				}
			}
		}
	}
	if asked < 100 || barred < 20 || barred > asked-10 {
		t.Errorf("%d asked, %d barred: too few of one result", asked, barred)
	}
}
