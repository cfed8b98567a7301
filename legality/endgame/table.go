package endgame

import (
	"fmt"
	"iter"
	"slices"

	"chesscensus/chess"
)

// A Table holds the class of every setup of a material. It does not change, so several goroutines may read it.
type Table struct {
	index          index
	opt            Options
	classes        []Class               // of plain setups, by 2*index + side to move
	specialClasses map[chess.Setup]Class // of the derivedly illegal special setups; the other valid ones are Rest, the zero value

	// By side to move. Plain setups have neither castling rights nor an en passant square, special ones have one of them.
	counts, specialCounts     [2]Counts                  // of plain and of special setups
	examples, specialExamples [2]map[Class][]chess.Setup // some plain and some special setups of each derived class
}

// Counts are numbers of setups by class.
type Counts struct {
	// Placed is the number of all setups: men on distinct squares.
	Placed int
	// Initial is the number of initially illegal setups.
	Initial int
	// Derived[n] is the number of setups n times derivedly illegal; Derived[0] is 0.
	Derived []int
	// Rest is the number of setups of class Rest.
	Rest int
}

// InitiallyLegal returns the number of setups that are not initially illegal.
func (c *Counts) InitiallyLegal() int { return c.Placed - c.Initial }

// DerivedTotal returns the number of derivedly illegal setups.
func (c *Counts) DerivedTotal() (n int) {
	for _, k := range c.Derived {
		n += k
	}
	return n
}

// Times returns Derived[n], the number of setups n times derivedly illegal, for n of 1 or more: 0 beyond [Counts.Deepest].
func (c *Counts) Times(n int) int {
	if n < 1 || n >= len(c.Derived) {
		return 0
	}
	return c.Derived[n]
}

// Deepest returns the largest n of a derivedly illegal setup, 0 if there is none.
func (c *Counts) Deepest() int { return max(0, len(c.Derived)-1) }

// addDerived moves one setup from Rest to the class n.
func (c *Counts) addDerived(n Class) {
	for len(c.Derived) <= int(n) {
		c.Derived = append(c.Derived, 0)
	}
	c.Derived[n]++
	c.Rest--
}

// Material returns the material of the table.
func (t *Table) Material() Material { return t.index.material }

// Options returns the options that the table was made with, defaults filled in.
func (t *Table) Options() Options { return t.opt }

// Counts returns the numbers of setups without castling rights and en passant square in
// which the given side is to move. The caller must not change Derived.
func (t *Table) Counts(turn chess.Color) Counts { return t.counts[turn&1] }

// SpecialCounts returns the numbers of special setups, those with castling rights or an en passant square, in which the given side is
// to move. Placed counts the valid ones only, so Initial is 0.
func (t *Table) SpecialCounts(turn chess.Color) Counts { return t.specialCounts[turn&1] }

// Examples returns up to five setups without castling rights and en passant square of a
// derived class and side to move, nil if there are none.
func (t *Table) Examples(c Class, turn chess.Color) []chess.Setup {
	return slices.Clone(t.examples[turn&1][c])
}

// Bytes returns the size of the table in memory, in bytes, without the few setups with rights.
func (t *Table) Bytes() int { return len(t.classes) }

// Class returns the class of a setup of the material. Castling rights and the en passant square count. A setup that
// [chess.Setup.Violations] refuses, such as one with an en passant square but no legal capture there, is initially
// illegal. It is an error if the men are not those of the material.
//
// It costs 50 ns or so.
func (t *Table) Class(s chess.Setup) (Class, error) {
	if m := materialOf(&s.Board); m != t.index.material {
		return Initial, fmt.Errorf("endgame: the men are %v, those of the table %v: %v", m, t.index.material, s)
	}
	return t.class(&s), nil
}

// class returns the class of a setup of the material.
func (t *Table) class(s *chess.Setup) Class {
	if s.Castling != 0 || s.EP != chess.NoSquare {
		if s.Violations() != 0 {
			return Initial
		}
		return t.specialClasses[*s]
	}
	p := t.index.placement(&s.Board)
	return t.classAt(&p, s.Turn)
}

// classAt returns the class of a placement without castling rights and en passant square.
func (t *Table) classAt(p *placement, turn chess.Color) Class {
	if i := t.index.number(p); i >= 0 {
		return t.classes[2*i+int(turn&1)]
	}
	return Initial
}

// All yields every initially legal setup without castling rights and en passant square,
// with its class, in a fixed order.
func (t *Table) All() iter.Seq2[chess.Setup, Class] {
	return func(yield func(chess.Setup, Class) bool) {
		t.index.eachPlacement(func(p *placement, _ chess.Bitboard) bool {
			for turn := range chess.Color(2) {
				if c := t.classAt(p, turn); c != Initial && !yield(t.index.setup(p, turn), c) {
					return false
				}
			}
			return true
		})
	}
}
