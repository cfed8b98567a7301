package sat

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strconv"
	"strings"

	"chesscensus/chess"
)

// Limits of a question, which may be anybody's: the theorem for KRK takes some 420 ways of at most 5 moves.
const (
	maxWays  = 4096
	maxUnway = 16
)

// Sum returns the SHA-256 of the formula in the DIMACS format without comments, in hexadecimal digits.
func (f *Formula) Sum() string {
	h := sha256.New()
	_ = f.WriteDIMACS(h) // a hash takes all
	return hex.EncodeToString(h.Sum(nil))
}

// Question is what another program must know to make the formula of a proven proof again, see [ParseQuestion]: words of a line. The proof is one of the first
// assertion of a known theorem, see [NewTheorem].
//
//	KRK white SUM 0:1:-2.1:0:3 ...
//
// The material, who is to move in P, the sum of the formula, then the ways back: unmoves with points between, each a man by
// his index and how far he goes by files and rows.
func (p *Proof) Question() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%v %v %s", p.Claim.Material, p.Turn, p.Formula.Sum())
	for _, way := range p.Patterns {
		for i, u := range way {
			b.WriteByte(" ."[min(i, 1)])
			fmt.Fprintf(&b, "%d:%d:%d", u.Man, u.Dx, u.Dy)
		}
	}
	return b.String()
}

// ParseQuestion makes the formula of a question and its cases, in the order of [Proof.Cubes]. The error says what cannot be: a word that is
// none, too many ways, or a formula with another sum.
func ParseQuestion(text string) (*Formula, [][]int, error) {
	words := strings.Fields(text)
	if len(words) < 3 || len(words) > 3+maxWays {
		return nil, nil, fmt.Errorf("sat: a question of %d words, want material, side to move, sum and at most %d ways", len(words), maxWays)
	}
	t, err := NewTheorem(words[0])
	if err != nil {
		return nil, nil, err
	}
	turn := chess.White
	if words[1] == chess.Black.String() {
		turn = chess.Black
	} else if words[1] != turn.String() {
		return nil, nil, fmt.Errorf("sat: question: %.20q to move", words[1])
	}
	o := Options{Cubes: casesOf(t.Material)}
	f := newOuter(&t.Assertions()[0].Claim, turn, o)
	cubes := f.cubes(o.Cubes)
	for _, word := range words[3:] {
		way, err := parsePattern(word, t.Material, turn)
		if err != nil {
			return nil, nil, err
		}
		f.forbid(way)
	}
	if sum := f.Sum(); sum != words[2] {
		return nil, nil, fmt.Errorf("sat: question: the formula has the sum %.12s, want %.12s: another program has made it", sum, words[2])
	}
	return &f.Formula, cubes, nil
}

// parsePattern reads a way back from positions with a side to move: every unmove must be one that the man can make on an empty board.
func parsePattern(word string, m *Material, turn chess.Color) (Pattern, error) {
	var way Pattern
	for text := range strings.SplitSeq(word, ".") {
		numbers := strings.Split(text, ":")
		var u Unmove
		ok := len(numbers) == 3 && len(way) < maxUnway
		for i, to := range []*int{&u.Man, &u.Dx, &u.Dy} {
			if ok {
				n, err := strconv.Atoi(numbers[i])
				*to, ok = n, err == nil
			}
		}
		turn = turn.Other()
		if !ok || !m.can(u, turn) {
			return nil, fmt.Errorf("sat: question: %.40q is no way back of %v", word, m)
		}
		way = append(way, u)
	}
	return way, nil
}

// can reports whether a man of a color can make an unmove on an empty board.
func (m *Material) can(u Unmove, c chess.Color) bool {
	for _, v := range m.unmoves(c) {
		if u == v {
			return true
		}
	}
	return false
}

// casesOf is in how many parts a question is asked by default.
func casesOf(m *Material) int {
	if len(m.Men) > 3 {
		return 4096
	}
	return 64
}

// CertifyCase writes the part of a refutation that is about one cube, see [Certify]. A process does one at a time: callers wait for each other.
func CertifyCase(f *Formula, cube []int) ([]byte, error) {
	var out bytes.Buffer
	err := certify(&out, f, cube)
	return out.Bytes(), err
}

// JoinCases writes the end of a refutation, after those of all cubes in their order: what is left is to put the cases together, the last literal of the cubes first.
func JoinCases(w io.Writer, cubes [][]int) error {
	for n := len(cubes[0]) - 1; n >= 0; n-- {
		last := ""
		for _, cube := range cubes {
			if line := negated(cube[:n]); line != last {
				if _, err := io.WriteString(w, line+"\n"); err != nil {
					return err
				}
				last = line
			}
		}
	}
	return nil
}
