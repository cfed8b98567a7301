package main

import (
	"fmt"
	"strings"

	"chesscensus/chess"
	"chesscensus/chess/mate"
)

// sanOf writes moves that are alternatives in p.
func sanOf(p chess.Position, moves []chess.Move) (words []string) {
	for _, m := range moves {
		words = append(words, p.SAN(m))
	}
	return words
}

// appendComment appends each line of a text on a line of its own, marked as a comment.
func appendComment(dst []byte, text string) []byte {
	for line := range strings.Lines(text) {
		dst = append(dst, "\n#   "...)
		dst = append(dst, strings.TrimRight(line, "\n")...)
	}
	return dst
}

// drawing is the board in letters, with the side to move.
func drawing(p chess.Position) string {
	var b strings.Builder
	board := p.Board()
	row := 8
	for line := range strings.Lines(board.String() + "\n") {
		if line = strings.TrimSpace(line); line != "" {
			fmt.Fprintf(&b, "%d  %s\n", row, strings.Join(strings.Split(line, ""), " "))
			row--
		}
	}
	return b.String() + "   a b c d e f g h   " + p.Turn().String() + " to move\n"
}

// treeText writes a solution: the key, then a line for every defense and answer.
func treeText(p chess.Position, t *mate.Tree) string {
	w := treeWriter{black: p.Turn() == chess.Black}
	fmt.Fprintf(&w.b, "%s\n", w.attack(1, p.SAN(t.Move)))
	w.replies(p.Play(t.Move), t, 1)
	return w.b.String()
}

// A treeWriter writes a solution.
type treeWriter struct {
	b     strings.Builder
	black bool // the attacker is
}

// attack writes the attacker's move of a number, defense the defender's.
func (w *treeWriter) attack(n int, san string) string {
	if w.black {
		return fmt.Sprintf("%d... %s", n, san)
	}
	return fmt.Sprintf("%d. %s", n, san)
}

func (w *treeWriter) defense(n int, san string) string {
	if w.black {
		return fmt.Sprintf("%d. %s", n+1, san)
	}
	return fmt.Sprintf("%d... %s", n, san)
}

// replies writes the defenses against the attacker's move number n, which led to q.
func (w *treeWriter) replies(q chess.Position, t *mate.Tree, n int) {
	for i := range t.Replies {
		r := &t.Replies[i]
		p := q.Play(r.Move)
		for k := range r.Answers {
			a := &r.Answers[k]
			answer := p.SAN(a.Move)
			if !w.black {
				answer = w.attack(n+1, answer)
			}
			fmt.Fprintf(&w.b, "%s%s %s\n", strings.Repeat("  ", n), w.defense(n, q.SAN(r.Move)), answer)
			w.replies(p.Play(a.Move), a, n+1)
		}
	}
}

// A treeRecord is the JSON form of a solution.
type treeRecord struct {
	Move    string        `json:"move"`
	Moves   int           `json:"moves"`
	Replies []replyRecord `json:"replies,omitempty"`
}

type replyRecord struct {
	Move    string        `json:"move"`
	Moves   int           `json:"moves"`
	Answers []*treeRecord `json:"answers"`
}

func newTreeRecord(p chess.Position, t *mate.Tree) *treeRecord {
	record := &treeRecord{Move: p.SAN(t.Move), Moves: t.Moves}
	q := p.Play(t.Move)
	for i := range t.Replies {
		r := &t.Replies[i]
		next := q.Play(r.Move)
		reply := replyRecord{Move: q.SAN(r.Move), Moves: r.Moves}
		for k := range r.Answers {
			reply.Answers = append(reply.Answers, newTreeRecord(next, &r.Answers[k]))
		}
		record.Replies = append(record.Replies, reply)
	}
	return record
}
