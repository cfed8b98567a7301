package chess_test

import (
	"math/rand/v2"

	"chesscensus/chess"
)

const (
	initial  = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
)

// source returns a random source with a fixed seed.
func source(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15)) }

// fen returns the position as a record that any program reads.
func fen(p chess.Position) string { return p.String() + " 0 1" }
