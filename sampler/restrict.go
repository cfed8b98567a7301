package sampler

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/holiman/uint256"

	"chesscensus/chess"
)

// A Subject is a number of a setup that a [Predicate] limits.
type Subject uint8

// The subjects. The zero value is none.
const (
	Men            Subject = iota + 1 // men on the board, kings included
	MostPawns                         // pawns of the side that has more
	MostKnights                       // knights of the side that has more
	MostBishops                       // bishops of the side that has more
	MostRooks                         // rooks of the side that has more
	MostQueens                        // queens of the side that has more
	CastlingRights                    // castling rights of both sides
	EnPassant                         // 1 if there is an en passant square, else 0
	Turn                              // 0 for White, 1 for Black
	// MostAlikeBishops is the largest number of bishops of a side on squares of one color. It depends on
	// squares, so no space can restrict itself by it.
	MostAlikeBishops
	Pawns  // pawns of both sides together
	ofSide // the first subject of OfSide
)

// OfSide returns the subject that is the number of men of a kind of one side. The role must not be king.
func OfSide(c chess.Color, r chess.Role) Subject {
	return ofSide + kinds*Subject(c) + Subject(r-chess.Pawn)
}

// kinds is the number of kinds of men other than kings.
const kinds = 5

// Side returns the arguments with which [OfSide] returns the subject. Ok is false for other subjects.
func (s Subject) Side() (c chess.Color, r chess.Role, ok bool) {
	if s < ofSide || s >= ofSide+2*kinds {
		return 0, 0, false
	}
	k := s - ofSide
	return chess.Color(k / kinds), chess.Pawn + chess.Role(k%kinds), true
}

// A Predicate is a condition on setups: that a number lies between two limits,
// inclusive. The zero value holds for no setup.
type Predicate struct {
	Subject     Subject
	Least, Most int
}

// fixedPredicates lists the conditions without a number, with their predicates.
var fixedPredicates = []struct {
	text       string
	predicates []Predicate
}{
	{"no-promotions", []Predicate{
		{MostKnights, 0, 2}, {MostBishops, 0, 2}, {MostRooks, 0, 2}, {MostQueens, 0, 1}, {MostAlikeBishops, 0, 1},
	}},
	{"no-castling", []Predicate{{CastlingRights, 0, 0}}},
	{"no-en-passant", []Predicate{{EnPassant, 0, 0}}},
	{"en-passant", []Predicate{{EnPassant, 1, 1}}},
	{"white-to-move", []Predicate{{Turn, 0, 0}}},
	{"black-to-move", []Predicate{{Turn, 1, 1}}},
}

// subjectNames holds the names of the subjects that can be compared with a number.
var subjectNames = func() map[Subject]string {
	names := map[Subject]string{Men: "men", MostPawns: "pawns", MostKnights: "knights", MostBishops: "bishops",
		MostRooks: "rooks", MostQueens: "queens", MostAlikeBishops: "alike-bishops", CastlingRights: "rights", Pawns: "both.pawns"}
	for c := chess.White; c <= chess.Black; c++ {
		for k := range Subject(kinds) {
			names[OfSide(c, chess.Pawn+chess.Role(k))] = c.String() + "." + names[MostPawns+k]
		}
	}
	return names
}()

// namedSubjects lists the subjects with a name, in the order of Predicates.
var namedSubjects = func() []Subject {
	list := []Subject{Men, MostPawns, MostKnights, MostBishops, MostRooks, MostQueens, MostAlikeBishops, CastlingRights, Pawns}
	for k := range Subject(2 * kinds) {
		list = append(list, ofSide+k)
	}
	return list
}()

// isMaximum reports whether a subject is a maximum over both sides. It may have only an upper limit, since a lower
// one would be a condition on one side or the other.
func (s Subject) isMaximum() bool { return s >= MostPawns && s <= MostQueens || s == MostAlikeBishops }

// unlimited is an upper limit that no number exceeds.
const unlimited = 64

// Predicates lists the forms of conditions that [ParsePredicate] accepts.
func Predicates() (forms []string) {
	forms = append(forms, "men<=N", "men>=N", "men=N")
	for _, s := range namedSubjects[1:] {
		if s.isMaximum() {
			forms = append(forms, subjectNames[s]+"<=N")
		}
	}
	forms = append(forms, "rights>=N", "both.pawns>=N", "white.queens>=N", "black.queens>=N")
	for _, f := range fixedPredicates {
		forms = append(forms, f.text)
	}
	return forms
}

// ParsePredicate parses a condition:
//
//	men<=N, men>=N, men=N       number of men on the board, kings included
//	queens<=N, and so on        no side has more than N queens; N from 0 to 64
//	alike-bishops<=N            no side has more than N bishops on squares of one color
//	rights>=N, both.pawns>=N    number of castling rights; of pawns of both sides together; also <= and =
//	white.queens>=N, and so on  number of men of a kind that a side has; also <= and =
//	no-promotions               no side has more than 2 knights or rooks, more than 1 queen,
//	                            or more than 1 bishop on squares of one color: the counts do
//	                            not prove that a man is promoted
//	no-castling, no-en-passant  no rights; no en passant square
//	en-passant                  an en passant square
//	white-to-move, black-to-move
//
// Some conditions stand for several predicates, all of which must hold. The error lists the known forms.
func ParsePredicate(text string) ([]Predicate, error) {
	for _, f := range fixedPredicates {
		if f.text == text {
			return f.predicates, nil
		}
	}
	for _, s := range namedSubjects {
		rest, ok := strings.CutPrefix(text, subjectNames[s])
		if !ok {
			continue
		}
		for _, op := range []string{"<=", ">=", "="} {
			digits, ok := strings.CutPrefix(rest, op)
			if !ok || s.isMaximum() && op != "<=" {
				continue
			}
			n, err := strconv.ParseUint(digits, 10, 8)
			if err != nil || n > unlimited {
				return nil, fmt.Errorf("condition %.60q: want a number from 0 to %d after %s", text, unlimited, op)
			}
			p := Predicate{s, int(n), int(n)}
			if op == "<=" {
				p.Least = 0
			} else if op == ">=" {
				p.Most = unlimited
			}
			return []Predicate{p}, nil
		}
	}
	return nil, fmt.Errorf("unknown condition %.60q (known: %s)", text, strings.Join(Predicates(), ", "))
}

// Holds reports whether the predicate holds for a setup.
func (p Predicate) Holds(s *chess.Setup) bool {
	n := p.number(s)
	return p.Subject != 0 && p.Least <= n && n <= p.Most
}

// String returns the predicate in the form of [ParsePredicate]. A predicate with two limits is written as two
// conditions with a "|" between them.
func (p Predicate) String() string {
	for _, f := range fixedPredicates {
		if len(f.predicates) == 1 && f.predicates[0] == p {
			return f.text
		}
	}
	name, ok := subjectNames[p.Subject]
	if !ok {
		name = fmt.Sprintf("subject %d", p.Subject)
	}
	switch {
	case p.Least == p.Most && !p.Subject.isMaximum():
		return fmt.Sprintf("%s=%d", name, p.Most)
	case p.Most >= unlimited:
		return fmt.Sprintf("%s>=%d", name, p.Least)
	case p.Least <= 0:
		return fmt.Sprintf("%s<=%d", name, p.Most)
	}
	return fmt.Sprintf("%s>=%d|%s<=%d", name, p.Least, name, p.Most)
}

// number returns the number that the predicate limits.
func (p Predicate) number(s *chess.Setup) int {
	switch p.Subject {
	case Men:
		return s.Board.Men()
	case CastlingRights:
		return s.Castling.Count()
	case EnPassant:
		if s.EP != chess.NoSquare {
			return 1
		}
		return 0
	case Turn:
		return int(s.Turn)
	case MostAlikeBishops:
		return max(alikeBishops(&s.Board, chess.White), alikeBishops(&s.Board, chess.Black))
	case Pawns:
		return s.Board.Of(chess.Pawn).Count()
	}
	if c, r, ok := p.Subject.Side(); ok {
		return s.Board.Pieces(c, r).Count()
	}
	r := chess.Pawn + chess.Role(p.Subject-MostPawns)
	return max(s.Board.Pieces(chess.White, r).Count(), s.Board.Pieces(chess.Black, r).Count())
}

// alikeBishops returns the larger number of bishops of a side on squares of one color.
func alikeBishops(b *chess.Board, c chess.Color) int {
	bishops := b.Pieces(c, chess.Bishop)
	dark := (bishops & chess.DarkSquares).Count()
	return max(dark, bishops.Count()-dark)
}

// A restricter is a space that can restrict itself.
type restricter interface {
	// Restrict returns the space, under the given name, of the elements for which the predicate holds, or
	// false if it cannot count them.
	Restrict(name string, p Predicate) (Space, bool)
}

// ErrEmpty is wrapped by the errors of [Restrict] if no element fulfills the conditions.
var ErrEmpty = errors.New("no element is left")

// Restrict returns the part of a space in which conditions hold. Its name is that of
// the space with the conditions behind it, each after a "|".
//
// If the space has a method Restrict(name string, p [Predicate]) (Space, bool) that succeeds, the result has an
// exact size, and no draw is wasted. Otherwise the result keeps the ranks and the size of the space and gives
// weight 0 to the elements for which the condition does not hold. Either way size times mean contribution is an
// unbiased estimate of the legal positions for which the conditions hold.
func Restrict(space Space, conditions ...string) (Space, error) {
	r := restriction{name: space.Name(), space: space}
	for _, text := range conditions {
		list, err := ParsePredicate(strings.TrimSpace(text))
		if err != nil {
			return nil, err
		}
		r.name += "|" + strings.TrimSpace(text)
		for _, p := range list {
			if err := r.add(p); err != nil {
				return nil, err
			}
		}
	}
	return r.result(), nil
}

// RestrictTo is like [Restrict], with predicates instead of texts. The name gets their texts.
func RestrictTo(space Space, predicates ...Predicate) (Space, error) {
	r := restriction{name: space.Name(), space: space}
	for _, p := range predicates {
		r.name += "|" + p.String()
		if err := r.add(p); err != nil {
			return nil, err
		}
	}
	return r.result(), nil
}

// A restriction is a space to which predicates are applied one after another.
type restriction struct {
	name      string
	space     Space
	remaining []Predicate // predicates by which the space cannot restrict itself
}

// add applies a predicate.
func (r *restriction) add(p Predicate) error {
	if f, ok := r.space.(*filteredSpace); ok {
		r.space, r.remaining = f.Space, slices.Clone(f.predicates)
	}
	if space, ok := r.space.(restricter); ok {
		if smaller, ok := space.Restrict(r.name, p); ok {
			if smaller.Size().Sign() == 0 {
				return fmt.Errorf("%s: %w", r.name, ErrEmpty)
			}
			r.space = smaller
			return nil
		}
	}
	r.remaining = append(r.remaining, p)
	return nil
}

// result returns the restricted space.
func (r *restriction) result() Space {
	if len(r.remaining) > 0 {
		return &filteredSpace{Space: r.space, name: r.name, predicates: r.remaining}
	}
	return r.space
}

// A filteredSpace is a space whose elements outside of some conditions have weight 0. Size
// and ranks are those of the whole space.
type filteredSpace struct {
	Space
	name       string
	predicates []Predicate
}

// Name returns the name of the space and the conditions.
func (f *filteredSpace) Name() string { return f.name }

// Uncounted returns the conditions that the size of a restricted set does not count: elements for which they do not hold have a rank, and
// weight 0 as draws.
func Uncounted(set Set) []Predicate {
	if f, ok := set.(*filteredSpace); ok {
		return f.predicates
	}
	return nil
}

// FirstBroken returns the first predicate that does not hold of a setup, nil if all do.
func FirstBroken(predicates []Predicate, s *chess.Setup) *Predicate {
	for i := range predicates {
		if !predicates[i].Holds(s) {
			return &predicates[i]
		}
	}
	return nil
}

// Unrank sets d as the whole space does, with weight 0 if a condition does not hold.
func (f *filteredSpace) Unrank(d *Draw, rank *uint256.Int) {
	f.Space.Unrank(d, rank)
	if FirstBroken(f.predicates, &d.Setup) != nil {
		d.Weight = 0
	}
}

// Rank returns the rank in the whole space. It fails for elements for which a condition does not hold.
func (f *filteredSpace) Rank(d *Draw) (uint256.Int, error) {
	rank, err := f.Space.Rank(d)
	if err == nil {
		if p := FirstBroken(f.predicates, &d.Setup); p != nil {
			return uint256.Int{}, NotInSpace(f.name, "%v does not hold", *p)
		}
	}
	return rank, err
}
