package mate

import (
	"fmt"
	"strings"

	"chesscensus/chess"
)

// Text returns a solution of p in short algebraic notation: the key, then a line for every defense with each answer to it. It
// is indented by two blanks for each move of the attacker before it:
//
//  1. Qf7
//     1... Kh8 2. Qf8#
//
// If the key mates it stands alone. If the attacker is Black, a line is a pair of one number: "2. Kh1 Qf1#".
func (t *Tree) Text(p chess.Position) string {
	w := treeWriter{black: p.Turn() == chess.Black}
	fmt.Fprintf(&w.b, "%s\n", w.attackText(1, p.SAN(t.Move)))
	w.writeReplies(p.Play(t.Move), t, 1)
	return w.b.String()
}

// A treeWriter writes a solution. It numbers moves from 1, the key, whatever the number in the game.
type treeWriter struct {
	b     strings.Builder
	black bool // the attacker is Black
}

// attackText returns the attacker's move number n as text.
func (w *treeWriter) attackText(n int, san string) string {
	if w.black {
		return fmt.Sprintf("%d... %s", n, san)
	}
	return fmt.Sprintf("%d. %s", n, san)
}

// defenseText returns the defender's answer to the attacker's move number n as text.
func (w *treeWriter) defenseText(n int, san string) string {
	if w.black {
		return fmt.Sprintf("%d. %s", n+1, san)
	}
	return fmt.Sprintf("%d... %s", n, san)
}

// writeReplies writes the defenses against the attacker's move number n, which led to q, and their answers.
func (w *treeWriter) writeReplies(q chess.Position, t *Tree, n int) {
	for i := range t.Replies {
		r := &t.Replies[i]
		p := q.Play(r.Move)
		for k := range r.Answers {
			a := &r.Answers[k]
			answer := p.SAN(a.Move)
			if !w.black { // White's answer begins a new number; Black's has that of the defense before it
				answer = w.attackText(n+1, answer)
			}
			fmt.Fprintf(&w.b, "%s%s %s\n", strings.Repeat("  ", n), w.defenseText(n, q.SAN(r.Move)), answer)
			w.writeReplies(p.Play(a.Move), a, n+1)
		}
	}
}

// A TreeRecord is a [Tree] with moves in short algebraic notation, for JSON.
type TreeRecord struct {
	Move    string        `json:"move"`
	Moves   int           `json:"moves"`
	Replies []ReplyRecord `json:"replies,omitempty"`
}

// A ReplyRecord is a [Reply] with moves in short algebraic notation, for JSON.
type ReplyRecord struct {
	Move    string        `json:"move"`
	Moves   int           `json:"moves"`
	Answers []*TreeRecord `json:"answers"`
}

// Record returns a solution of p for JSON.
func (t *Tree) Record(p chess.Position) *TreeRecord {
	record := &TreeRecord{Move: p.SAN(t.Move), Moves: t.Moves}
	q := p.Play(t.Move)
	for i := range t.Replies {
		r := &t.Replies[i]
		next := q.Play(r.Move)
		reply := ReplyRecord{Move: q.SAN(r.Move), Moves: r.Moves}
		for k := range r.Answers {
			reply.Answers = append(reply.Answers, r.Answers[k].Record(next))
		}
		record.Replies = append(record.Replies, reply)
	}
	return record
}
