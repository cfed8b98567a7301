package endings

import (
	"context"
	"math/rand/v2"

	"chesscensus/chess"
	"chesscensus/legality/endgame"
)

// tableCases draws up to n setups of each class, side to move and reading of a material, from tables of all its setups (see
// [endgame.Table.Sample]), castling rights and en passant squares included. Setups drawn in both readings come once. The cases
// depend on material, n and seed alone.
func tableCases(ctx context.Context, m endgame.Material, n int, seed uint64) ([]Case, error) {
	var tables [2]*endgame.Table
	for r := range tables {
		t, err := endgame.Enumerate(ctx, m, endgame.Options{Reading: endgame.Reading(r)})
		if err != nil {
			return nil, err
		}
		tables[r] = t
	}
	return sampleTables(tables, n, seed)
}

// sampleTables draws cases as [tableCases] does, from existing tables of one material in the readings Within and Beyond.
func sampleTables(tables [2]*endgame.Table, n int, seed uint64) ([]Case, error) {
	var cases []Case
	seen := map[chess.Setup]bool{}
	for r, t := range tables {
		for _, d := range t.Sample(rand.NewPCG(seed, uint64(r)<<32), n) {
			if seen[d.Setup] {
				continue
			}
			seen[d.Setup] = true
			c := Case{Setup: d.Setup}
			var err error
			if c.Within, err = tables[0].Class(d.Setup); err != nil {
				return nil, err
			}
			if c.Beyond, err = tables[1].Class(d.Setup); err != nil {
				return nil, err
			}
			cases = append(cases, c)
		}
	}
	return cases, nil
}

// Depths to which [randomCases] looks back.
const (
	// chainDepth is the length of a chain within the material that counts as long.
	chainDepth = 10
	// refuteDepth is the number of moves back to which illegality is derived from all predecessors.
	refuteDepth = 4
)

// randomCases draws setups of a material of any size, see [placeRandomly]. It stops when it has n of each of the kinds Refuted, Open and
// Chained, or has drawn tries placements, which for rare kinds comes first. Classes are found by looking back ([endgame.Derive]): a
// chain of chainDepth moves counts as infinite.
func randomCases(m endgame.Material, n, tries int, seed uint64) []Case {
	rng := rand.New(rand.NewPCG(seed, uint64(m.Men())))
	men := m.Pieces()
	var cases []Case
	var found [Kinds]int
	for range tries {
		if found[Refuted] >= n && found[Open] >= n && found[Chained] >= n {
			break
		}
		s := placeRandomly(rng, men)
		if s.Violations() != 0 {
			continue
		}
		c := Case{Setup: s, Within: endgame.Derive(s, endgame.Within, chainDepth)}
		if c.Within != endgame.Rest {
			c.Beyond = endgame.Derive(s, endgame.Beyond, refuteDepth)
		}
		if k := c.Kind(); found[k] < n {
			found[k]++
			cases = append(cases, c)
		}
	}
	return cases
}

// placeRandomly places men on random squares, with a random side to move. In half of the setups kings and rooks are mostly at home, and
// have random castling rights.
func placeRandomly(rng *rand.Rand, men []chess.Piece) chess.Setup {
	s := chess.EmptySetup()
	s.Turn = chess.Color(rng.IntN(2))
	withRights := rng.IntN(2) == 0
	for _, p := range men {
		sq := chess.Square(rng.IntN(64))
		if withRights && rng.IntN(4) > 0 {
			switch home := chess.A1.For(p.Color()); p.Role() {
			case chess.King:
				sq = home + chess.E1
			case chess.Rook:
				sq = home + chess.H1*chess.Square(rng.IntN(2))
			}
		}
		for s.Board.At(sq) != chess.NoPiece {
			sq = chess.Square(rng.IntN(64))
		}
		s.Board.Place(sq, p)
	}
	if withRights {
		s.Castling = chess.Castling(rng.IntN(int(chess.AllCastling) + 1))
	}
	return s.Canonical()
}
