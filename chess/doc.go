// Package chess implements the game: squares, bitboards, setups, positions, moves, and the text forms of all of them. The other
// packages of chesscensus use it, and it uses none of them.
//
// # Three levels of a position
//
//   - [Board] is a diagram: which man stands on which square.
//   - [Setup] adds side to move, castling rights and en passant square. It is anything representable: no kings, nine kings, pawns
//     on the first row.
//   - [Position] is a valid setup. Moves are generated for positions only. [Setup.Position] is the only way from a setup to a
//     position. It reports all [Violations] at once.
//
// A valid position need not be reachable. It is called legal only if legal moves lead to it from the initial position, which this
// package does not decide. Every legal position is valid, and so are many illegal ones.
//
// # Equality
//
// Setups and positions are plain values and are compared with ==. In a [Position] the en passant square is set only when an en
// passant capture is legal, and castling rights only with king and rook at home, so equal positions have equal values.
//
// # Moves
//
// [Position.Moves] appends the legal moves, [Position.Play] returns the position after one of them, [Position.CountMoves] counts
// without a list, and [Position.Perft] tests them. Positions are copied and never changed, so that no move has to be taken back.
// [Position.ParseSAN] and [Position.ParseUCI] read a move from text and accept legal moves only.
//
// # The board as a side sees it
//
// [Color.Forward], [Color.BackRow], [Color.PawnRow] and [Color.LastRow] name rows by color, [Square.For] turns a square of White's
// into the same of Black's, [Square.Ahead] and [Bitboard.Ahead] step as pawns do. [AllPawnAttacks], [Steps] and [Flood] move sets
// of men at once.
//
// # Texts
//
//	FEN   ParseFEN, FEN.String, FEN.Append     lenient in, strict out
//	SAN   Position.ParseSAN, Position.SAN      lenient in, two styles out
//	UCI   Position.ParseUCI, Move.String
//	PGN   WritePGN                             export format
//	lines Position.SANs, ParseSANs, Numbered   moves one after the other
//
// What cannot be read gives an error of a type that holds the parts: [FENError], [InvalidError], [MoveError]. No text makes the
// package panic.
//
// # Where to look
//
// Start with setup.go and violations.go. danger.go finds checks, pins and safe squares; movegen.go and count.go stand on it, one
// listing and one counting. attacks.go holds the tables, which take about 2 ms to fill when the program starts. Random legal games
// for tests are in the package chesstest.
//
// The rules of the game have three more implementations in this module, which share no code and serve as checks: package
// legality/internal/mailbox replays proof games, recheck/internal/board belongs to the independent checker, and oracle_test.go here
// follows the text of the rules. Tests also compare with github.com/corentings/chess.
//
// # Names
//
//	sq        Square, a1 = 0, b1 = 1, ..., h8 = 63
//	bb        Bitboard, bit sq
//	row       0 to 7 for the rows 1 to 8; "rank" is only the combinatorial one
//	us, them  the side to move and the other one
//	m         Move
//	occ       all occupied squares
//
// # Size
//
// The package is larger than the limit of docs/ARCHITECTURE.md. FEN, SAN and PGN are two fifths of the lines. They need the unexported
// parts of positions and moves, and the whole project uses their names, notebooks included.
//
// docs/GLOSSARY.md explains the terms.
package chess
