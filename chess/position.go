package chess

// A Position is a valid setup: moves can be generated for it. Positions come from [Setup.Position] or [Position.Play] and cannot be
// altered otherwise. They are values and may be compared with ==. Equal positions have the same men on the same squares, side to
// move, castling rights and legal en passant captures. Positions are counted by this definition.
//
// The zero value is not a position; start from [InitialPosition].
type Position struct {
	s Setup
}

// InitialPosition returns the position at the start of a game.
func InitialPosition() Position { return Position{InitialSetup()} }

// Setup returns the position as a setup.
func (p *Position) Setup() Setup { return p.s }

// Board returns the diagram.
func (p *Position) Board() Board { return p.s.Board }

// Turn returns the side to move.
func (p *Position) Turn() Color { return p.s.Turn }

// Castling returns the castling rights.
func (p *Position) Castling() Castling { return p.s.Castling }

// EP returns the square on which a pawn can be captured en passant, or [NoSquare].
func (p *Position) EP() Square { return p.s.EP }

// Checkers returns the men that give check to the side to move.
func (p *Position) Checkers() Bitboard {
	b := &p.s.Board
	return b.Attackers(b.King(p.s.Turn), p.s.Turn.Other(), b.Occupied())
}

// InCheck reports whether the side to move is in check.
func (p *Position) InCheck() bool { return p.Checkers() != 0 }

// String returns the first four FEN fields.
func (p Position) String() string { return p.s.String() }
