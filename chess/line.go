package chess

import "strconv"

// Lines of play: moves one after the other.

// PlayAll returns the position after the moves of a line. Each must be legal where it is played.
func (p *Position) PlayAll(moves []Move) Position {
	q := *p
	for _, m := range moves {
		q = q.Play(m)
	}
	return q
}

// SANs returns the moves of a line from p in standard algebraic notation, one text each. Each must be legal where it is played.
// Alternatives in one position are not a line: write them by [Position.SAN].
func (p *Position) SANs(moves []Move) []string {
	words := make([]string, len(moves))
	q := *p
	for i, m := range moves {
		words[i] = q.SAN(m)
		q = q.Play(m)
	}
	return words
}

// AppendSANs appends the moves of a line from p in the given style to dst, separated by blanks.
func (p *Position) AppendSANs(dst []byte, moves []Move, style SANStyle) []byte {
	q := *p
	for i, m := range moves {
		if i > 0 {
			dst = append(dst, ' ')
		}
		dst = q.AppendSAN(dst, m, style)
		q = q.Play(m)
	}
	return dst
}

// ParseSANs reads a line from p in algebraic notation, a word for each move, none of them a number. The error is that of the first
// word that is not a legal move, see [Position.ParseSAN]; the moves before it are returned with it.
func (p *Position) ParseSANs(words []string) ([]Move, error) {
	moves := make([]Move, 0, len(words))
	q := *p
	for _, w := range words {
		m, err := q.ParseSAN(w)
		if err != nil {
			return moves, err
		}
		moves = append(moves, m)
		q = q.Play(m)
	}
	return moves, nil
}

// Numbered returns a line from p as the words of a game score: numbers, counted from first, and moves in standard algebraic
// notation. A line that begins with Black begins with a number and three dots.
func (p *Position) Numbered(moves []Move, first int) []string {
	words := make([]string, 0, len(moves)*3/2+2)
	turn := p.Turn()
	for i, san := range p.SANs(moves) {
		if turn == White || i == 0 {
			words = append(words, MoveNumber(first, turn))
		}
		words = append(words, san)
		first += int(turn)
		turn = turn.Other()
	}
	return words
}

// MoveNumber returns the number before a move of the given color: "12." for White, and "12..." for Black if White's move is not
// written before it.
func MoveNumber(n int, c Color) string {
	if c == White {
		return strconv.Itoa(n) + "."
	}
	return strconv.Itoa(n) + "..."
}
