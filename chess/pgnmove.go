package chess

import (
	"strings"

	"chesscensus/chess/internal/pgntext"
)

// addMove plays the move of a word, which may be a number, a move, or both.
func (p *pgnReader) addMove(g *Game, t *pgntext.Token) *PGNError {
	word := pgntext.Plain(t.Text)
	isNull := pgntext.IsNull(word)
	beginsWithMove := word[0] >= 'A' && word[0] < 0x80 || strings.HasPrefix(word, "0-") || isNull
	if !beginsWithMove {
		move := cutMoveNumber(word)
		isNumberOne := word[:len(word)-len(move)] == "1." && (move == "" || move[0] >= 'A')
		if isNumberOne && len(g.Moves) > 1 && p.fen == nil {
			next := *t
			p.pending = &next
			return p.errorAt(t, "move number 1 again: another game, without a result before it? The moves before it are kept")
		}
		if move == "" {
			return nil
		}
		t.Col += len(word) - len(move)
		word, isNull = move, pgntext.IsNull(move)
	}
	if isNull {
		p.afterNullMove = true
		p.addNote(g, t, "is a null move, which no game has: the game is read up to here")
		return nil
	}
	m, err := p.parseMove(word)
	if err != nil {
		if first, second := p.splitMoves(word); second != 0 {
			p.addNote(g, t, "is read as two moves")
			p.play(g, first)
			m, err = second, nil
		}
	}
	if err != nil {
		return p.refuseMove(g, t, word, err)
	}
	p.play(g, m)
	return nil
}

// cutMoveNumber returns the move behind a number and dots, or "".
func cutMoveNumber(word string) string {
	rest := strings.TrimLeft(word, "0123456789")
	if rest == "" && (word == "00" || word == "000" || len(word) > 3) {
		return word // castling, or numeric notation: no game has a thousand moves
	}
	return strings.TrimLeft(rest, ".…")
}

// parseMove reads a word as a move, or else without the full stops behind it.
func (p *pgnReader) parseMove(word string) (Move, error) {
	m, err := p.pos.ParseSAN(p.letters.English(word))
	if err != nil && word[len(word)-1] == '.' {
		m, err = p.pos.ParseSAN(p.letters.English(strings.TrimRight(word, ".")))
	}
	return m, err
}

// play adds a legal move to the game.
func (p *pgnReader) play(g *Game, m Move) {
	g.Moves = append(g.Moves, m)
	p.pos.play(m, &p.pos)
}

// refuseMove returns the error about a word that is no legal move. If the word is not meant as a move it only adds a note, and
// returns nil.
func (p *pgnReader) refuseMove(g *Game, t *pgntext.Token, word string, err error) *PGNError {
	bad, ok := err.(*MoveError)
	meant := strings.ContainsAny(word, "12345678{}") || pgntext.LooksLikeMove(word) // a brace is the rest of a comment
	if ok && bad.Kind == Unreadable && !meant {
		p.addNote(g, t, "is no move, and is passed over")
		return nil
	}
	e := p.errorAt(t, "")
	e.Ply, e.Err = len(g.Moves)+1, err
	switch {
	case pgntext.Descriptive(word):
		e.Hint = "; this is descriptive notation, which the command board reads, move by move"
	case p.letters == (Letters{}):
		e.Hint = HintLetters(&p.pos, word)
	}
	return e
}

// splitMoves returns the two moves of a word without a blank between them, such as e4e5, if there is exactly one way to divide it.
func (p *pgnReader) splitMoves(word string) (first, second Move) {
	for _, i := range pgntext.SplitIndices(word) {
		m, err := p.pos.ParseSAN(p.letters.English(word[:i]))
		if err != nil {
			continue
		}
		after := p.pos.Play(m)
		reply, err := after.ParseSAN(p.letters.English(word[i:]))
		if err != nil {
			continue
		}
		if second != 0 {
			return 0, 0
		}
		first, second = m, reply
	}
	return first, second
}
