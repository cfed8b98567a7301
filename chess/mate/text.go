package mate

import (
	"fmt"
	"strings"

	"chesscensus/chess"
)

// Text returns a solution of p in short algebraic notation: the key, then a line for every defense and its answer, indented by two
// blanks for each move:
//
//  1. Qf7
//     1... Kh8 2. Qf8#
//
// If the key mates it stands alone.
func (t *Tree) Text(p chess.Position) string {
	w := treeWriter{black: p.Turn() == chess.Black}
	fmt.Fprintf(&w.b, "%s\n", w.attack(1, p.SAN(t.Move)))
	w.replies(p.Play(t.Move), t, 1)
	return w.b.String()
}

// A treeWriter writes a solution.
type treeWriter struct {
	b     strings.Builder
	black bool // the attacker is Black
}

// attack returns the attacker's move number n as text.
func (w *treeWriter) attack(n int, san string) string {
	if w.black {
		return fmt.Sprintf("%d... %s", n, san)
	}
	return fmt.Sprintf("%d. %s", n, san)
}

// defense returns the defender's answer to the attacker's move number n as text.
func (w *treeWriter) defense(n int, san string) string {
	if w.black {
		return fmt.Sprintf("%d. %s", n+1, san)
	}
	return fmt.Sprintf("%d... %s", n, san)
}

// replies writes the defenses against the attacker's move number n, which led to q.
func (w *treeWriter) replies(q chess.Position, t *Tree, n int) {
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
