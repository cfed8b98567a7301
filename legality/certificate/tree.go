package certificate

import (
	"fmt"
	"strings"

	"chesscensus/chess"
	"chesscensus/legality/retro"
	"chesscensus/legality/verdict"
)

// format is the latest format of records: trees of last moves are written in short. Records
// without a tree are written as format 1, which has no field that says so.
const format = 2

// maxDepth limits the depth of a tree that is read. The search goes back 40 moves.
const maxDepth = 100

// shortTree writes a tree in one line: of all unmoves those that no rule refutes and that do not
// occur elsewhere, each in short (see shortMove); with ! before it if no kernel leads to the
// setup before, or a theorem on pawns refutes it (see pawnReasons), else followed by its own in brackets, if there are any.
func shortTree(t *retro.Refutation) string {
	text, _ := appendNodes(nil, t.Unmoves, 1)
	return string(text)
}

// pawnReasons are the theorems of package cage that a tree marks as it marks missing kernels. The other two, Deadlock and TrappedMan,
// every checker asks of all setups that a tree does not name.
const pawnReasons = verdict.ShutOut | verdict.BarredPromotions | verdict.PromotedMen | verdict.TakenAtHome

// appendNodes appends the unmoves of one depth from the front of the list. It returns what
// follows them.
func appendNodes(b []byte, list []retro.Refuted, depth int) (text []byte, rest []retro.Refuted) {
	for len(list) > 0 && list[0].Depth == depth {
		u := &list[0]
		var sub []byte
		sub, list = appendNodes(nil, list[1:], depth+1)
		refuted := u.Why == retro.NoKernel || u.Why == retro.ByRules && u.Reasons&pawnReasons != 0
		if u.Why != retro.Exhausted && !refuted {
			continue
		}
		if len(b) > 0 {
			b = append(b, ' ')
		}
		if refuted {
			b = append(b, '!')
		}
		b = append(b, shortMove(u.Unmove)...)
		if len(sub) > 0 {
			b = append(append(append(b, '('), sub...), ')')
		}
	}
	return b, list
}

// shortMove writes an unmove: the move as in UCI, x and the role taken, = and the castling rights
// before, @ and the en passant square before, each only if there are any; as e7d8qxR=KQ.
func shortMove(u retro.Unmove) string {
	uci, _, _ := strings.Cut(string(u.Append(nil)), " ")
	if v := u.Captured(); v != chess.NoRole && !u.EnPassant() {
		uci += "x" + string(rune(v.Letter()))
	}
	if c := u.Castling(); c != 0 {
		uci += "=" + c.String()
	}
	if sq := u.EP(); sq != chess.NoSquare {
		uci += "@" + sq.String()
	}
	return uci
}

// longTree reads a short tree of s. Unmoves that it does not name are refuted by rules, or
// occur elsewhere in the tree; Refutation.Check finds out whether that is so.
func longTree(s *chess.Setup, text string) (*retro.Refutation, error) {
	x := expansion{text: text, tree: &retro.Refutation{Setup: *s}}
	if err := x.nodes(*s, 1); err != nil {
		return nil, err
	}
	if x.text != "" {
		return nil, fmt.Errorf("certificate: tree ends before %.20q", x.text)
	}
	return x.tree, nil
}

// An expansion is a short tree that is being read.
type expansion struct {
	text string // what is left
	tree *retro.Refutation
}

// nodes reads what the text says of the unmoves of s, up to a closing bracket or the end, and
// adds all of them to the tree.
func (x *expansion) nodes(s chess.Setup, depth int) error {
	if depth > maxDepth {
		return fmt.Errorf("certificate: tree deeper than %d", maxDepth)
	}
	left := map[string]retro.Unmove{}
	list := retro.Unmoves(nil, s, retro.Options{AllEP: true})
	for _, u := range list {
		left[shortMove(u)] = u
	}
	for x.text = strings.TrimLeft(x.text, " "); x.text != "" && x.text[0] != ')'; x.text = strings.TrimLeft(x.text, " ") {
		why := retro.Exhausted
		if x.text[0] == '!' {
			why, x.text = retro.NoKernel, x.text[1:]
		}
		end := strings.IndexAny(x.text+" ", " ()")
		word := x.text[:end]
		u, ok := left[word]
		if !ok {
			return fmt.Errorf("certificate: %.20q is no unmove of %v, or there twice", word, s)
		}
		delete(left, word)
		x.text = x.text[end:]
		before := retro.Undo(s, u)
		x.tree.Unmoves = append(x.tree.Unmoves, retro.Refuted{Depth: depth, Unmove: u, Before: before, Why: why})
		open := strings.HasPrefix(x.text, "(")
		if !open && why == retro.NoKernel {
			continue
		}
		if open {
			x.text = x.text[1:]
			if err := x.nodes(before, depth+1); err != nil {
				return err
			}
			if !strings.HasPrefix(x.text, ")") {
				return fmt.Errorf("certificate: a bracket of the tree is not closed")
			}
			x.text = x.text[1:]
			continue
		}
		rest := x.text
		x.text = "" // it has no named unmoves of its own
		if err := x.nodes(before, depth+1); err != nil {
			return err
		}
		x.text = rest
	}
	for _, u := range list {
		if _, ok := left[shortMove(u)]; !ok {
			continue
		}
		before, why := retro.Undo(s, u), retro.Repeated
		reasons, evidence := staticReason(&before)
		if reasons != 0 {
			why = retro.ByRules
		}
		x.tree.Unmoves = append(x.tree.Unmoves, retro.Refuted{Depth: depth, Unmove: u, Before: before, Why: why, Reasons: reasons, Evidence: evidence})
	}
	return nil
}
