package search

import (
	"fmt"
	"strings"

	"chesscensus/chess"
)

// A Step is one move of an extended kernel: a pawn that moves on its file or promotes, an officer that goes to where it will be
// captured (the way is left open), or a capture.
type Step struct {
	Color chess.Color
	// Role and From are the role of the man that moves and its square; NoRole and NoSquare if an officer or king
	// captures, which kernels do not name.
	Role    chess.Role
	From    chess.Square
	To      chess.Square
	Capture bool
	// Promotion is NoRole also for a pawn that comes to the last row if its new role
	// is left open.
	Promotion chess.Role
}

// appendTo appends the step in the notation of texelutil, such as wPg5-g8Q, bRh8-f6, wDBc1-a5, wPa6xb7 or wxh8. Bishops are named
// by the color of their squares, DB or LB: texelutil gives up a list at a plain B.
func (st Step) appendTo(dst []byte) []byte {
	dst = append(dst, "wb"[st.Color&1])
	if st.Role != chess.NoRole {
		dst = append(append(dst, stepMan(st.Role, st.From)...), st.From.String()...)
	}
	if st.Capture {
		dst = append(dst, 'x')
	} else {
		dst = append(dst, '-')
	}
	dst = append(dst, st.To.String()...)
	if st.Promotion != chess.NoRole {
		dst = append(dst, stepMan(st.Promotion, st.To)...)
	}
	return dst
}

// stepMan returns the letters of a man on a square.
func stepMan(r chess.Role, sq chess.Square) string {
	if r == chess.King {
		return "K"
	}
	return manOn(r, sq).String()
}

// String returns the text of appendTo.
func (st Step) String() string { return string(st.appendTo(nil)) }

// parseStep parses the text of Step.appendTo. Bishops may also be a plain B, as this program wrote them until November 2026. It
// does not test whether the step is possible, except that pawns move on their file or to the next one, and that only they
// promote.
func parseStep(s string) (Step, error) {
	st := Step{From: chess.NoSquare, Capture: strings.ContainsRune(s, 'x')}
	fail := func() (Step, error) {
		return Step{}, fmt.Errorf("search: cannot read the kernel step %.20q, want one such as wPa2-a4, bLBc8-d5, wPa6xb7 or wxh8", s)
	}
	head, tail, found := strings.Cut(s, "-")
	if st.Capture {
		head, tail, found = strings.Cut(s, "x")
	}
	if !found || head == "" || len(tail) < 2 || len(s) > 12 {
		return fail()
	}
	switch head[0] {
	case 'w':
	case 'b':
		st.Color = chess.Black
	default:
		return fail()
	}
	var err error
	if head = head[1:]; len(head) > 2 {
		cut := len(head) - 2
		if st.From, err = chess.ParseSquare(head[cut:]); err != nil {
			return fail()
		}
		st.Role = stepRole(head[:cut], st.From)
		head = ""
	}
	if st.To, err = chess.ParseSquare(tail[:2]); err != nil {
		return fail()
	}
	if tail = tail[2:]; tail != "" {
		st.Promotion = stepRole(tail, st.To)
	}
	hasMan, hasFrom := st.Role != chess.NoRole, st.From != chess.NoSquare
	hasPromotion := st.Promotion != chess.NoRole
	if head != "" || hasMan != hasFrom || hasPromotion != (tail != "") || !st.inRange() {
		return fail()
	}
	return st, nil
}

// stepRole is the inverse of stepMan, and also reads a plain B. It returns NoRole if there is no such man on the square.
func stepRole(letters string, sq chess.Square) chess.Role {
	if letters == "B" {
		return chess.Bishop
	}
	for r := chess.Pawn; r <= chess.King; r++ {
		if stepMan(r, sq) == letters {
			return r
		}
	}
	return chess.NoRole
}

// inRange reports whether the fields have values that some step has.
func (st Step) inRange() bool {
	if st.Role == chess.NoRole {
		return st.Capture && st.Promotion == chess.NoRole
	}
	if st.Role != chess.Pawn {
		return st.Promotion == chess.NoRole
	}
	files := st.From.File() - st.To.File()
	if st.Capture != (files*files == 1) || !st.Capture && files != 0 {
		return false
	}
	promotes := st.To.Row() == st.Color.LastRow()
	return st.Promotion == chess.NoRole || promotes && st.Promotion != chess.Pawn && st.Promotion != chess.King
}

// ParseSteps reads the steps of an extended kernel, separated by blanks.
func ParseSteps(s string) ([]Step, error) {
	var list []Step
	for field := range strings.FieldsSeq(s) {
		st, err := parseStep(field)
		if err != nil {
			return nil, err
		}
		list = append(list, st)
	}
	return list, nil
}
