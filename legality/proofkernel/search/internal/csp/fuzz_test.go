package csp

import "testing"

// FuzzSystem reads bytes as a program of up to 4 variables and compares with brute force, after noise in a level that is popped
// again.
func FuzzSystem(f *testing.F) {
	f.Add([]byte{2, 0, 3, 1, 4, 0, 0, 1, 250, 5, 0, 0, 1})
	f.Add([]byte{3, 40, 6, 0, 0, 7, 7, 1, 0, 1, 1, 2, 1, 2, 1, 0})
	f.Add([]byte{1, 47, 1, 0, 0, 0, 200})
	f.Fuzz(func(t *testing.T, data []byte) {
		next := func() int {
			if len(data) == 0 {
				return 0
			}
			b := data[0]
			data = data[1:]
			return int(b)
		}
		var p program
		for range 1 + next()%4 {
			lo := Min + next()%(Max-Min+1)
			b := next()
			p.vars = append(p.vars, domain{lo, min(lo+b%7, Max), Order{int8(Min + b%48), int8(b%3 - 1)}})
		}
		for len(data) > 0 && len(p.rules) < 12 {
			r := rule{kind: kind(next() % int(kinds)), u: Var(next() % len(p.vars)), v: Var(next() % len(p.vars))}
			r.k = int(int8(next()))
			p.rules = append(p.rules, r)
		}
		var s System
		for _, d := range p.vars {
			s.Prefer(s.NewVar(d.lo, d.hi), d.order)
		}
		for i, r := range p.rules {
			if i%3 == 0 {
				s.Push()
				p.rules[len(p.rules)-1].apply(&s)
				s.Eq(s.NewVar(-3, 3), 0, i)
				s.Propagate()
				s.Pop()
			}
			r.apply(&s)
		}
		checkAnswer(t, p, answerOf(&s))
	})
}
