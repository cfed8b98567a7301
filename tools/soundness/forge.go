package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"chesscensus/chess"
	"chesscensus/legality/certificate"
	"chesscensus/legality/retro"
	"chesscensus/legality/verdict"
	"chesscensus/recheck"
)

// forgeInterval is the mean distance in plies between the positions of a game about which claims are forged.
const forgeInterval = 16

// forge asks the checker to confirm claims about a legal setup, and counts its answers by theorem.
func (p *Prober) forge(ctx context.Context, result *Result, src *rand.Rand, s chess.Setup) {
	result.Positions["forged"]++
	for _, r := range p.claims(ctx, src, s) {
		line, err := json.Marshal(r)
		if err == nil {
			err = p.check(ctx, line)
		}
		answer := "other answers"
		switch {
		case err == nil:
			answer = "confirmed"
			result.Faults = append(result.Faults, fmt.Sprintf("forged: %s", line))
		case errors.Is(err, recheck.ErrLimit):
			answer = "over the limit"
		case errors.Is(err, recheck.ErrWrong), errors.Is(err, recheck.ErrUnable):
			answer = "denied"
		}
		result.Judged[fmt.Sprintf("%v %s", r.Reasons, answer)]++
	}
}

// claims returns claims that a legal setup is illegal: by each theorem alone; by ShutOut with the home of a bishop, or with two to four men near
// each other; by trees of last moves, which do not name those said to be seen before; and by what refutes a setup that differs in a man, the
// side to move or the rights.
func (p *Prober) claims(ctx context.Context, src *rand.Rand, s chess.Setup) (list []*certificate.Record) {
	claim := func(reason verdict.Reason, evidence string) {
		list = append(list, &certificate.Record{FEN: s.String(), Stage: "forged", Reasons: reason, Evidence: evidence})
	}
	for reason := verdict.NoWhiteKing; reason <= verdict.TakenAtHome; reason <<= 1 {
		claim(reason, "")
	}
	claim(verdict.ShutOut, "a pawn took this bishop: "+[]string{"c1", "f1", "c8", "f8"}[src.IntN(4)])
	for range 2 {
		claim(verdict.ShutOut, "these men: "+strings.Join(menNearby(src, &s), " "))
	}
	for _, tree := range [][]retro.Refuted{
		lastMoves(nil, s, 1, 1, retro.Exhausted), lastMoves(nil, s, 1, 1, retro.NoKernel), lastMoves(nil, s, 1, 1, retro.Repeated),
		lastMoves(nil, s, 1, 2, retro.Exhausted),
	} {
		v := verdict.Verdict{Outcome: verdict.Illegal, Reasons: verdict.LastMovesRejected, Certificate: &retro.Refutation{Setup: s, Unmoves: tree}}
		if r, err := certificate.New(&s, &v); err == nil && len(tree) < 2*mostLastMoves {
			list = append(list, r)
		}
	}
	for range 2 {
		neighbor := changed(src, s)
		for _, st := range p.stages {
			if src.IntN(interval[st.Name()]) >= 4 {
				continue // costs too much to be asked always
			}
			if v, _ := st.Judge(ctx, neighbor, verdict.Budget{Nodes: p.plan.Nodes}); v.Outcome == verdict.Illegal {
				if r, err := certificate.New(&neighbor, &v); err == nil {
					r.FEN = s.String()
					list = append(list, r)
				}
			}
		}
	}
	return list
}

// mostLastMoves is the number of last moves from which on a tree gets no further ones.
const mostLastMoves = 200

// lastMoves appends the last moves of a setup, each as one that has a cause, with the last moves of the setup before up to a depth.
func lastMoves(list []retro.Refuted, s chess.Setup, depth, most int, why retro.Why) []retro.Refuted {
	for _, u := range retro.Unmoves(nil, s, retro.Options{AllEP: true}) {
		before := retro.Undo(s, u)
		list = append(list, retro.Refuted{Depth: depth, Unmove: u, Before: before, Why: why})
		if depth < most && len(list) < mostLastMoves {
			list = lastMoves(list, before, depth+1, most, why)
		}
	}
	return list
}

// menNearby returns the squares of two to four officers and kings of a setup: one, and others within two squares of it if there are any.
func menNearby(src *rand.Rand, s *chess.Setup) (names []string) {
	men := s.Board.Occupied() &^ s.Board.Of(chess.Pawn)
	var squares []chess.Square
	for bb := men; bb != 0; bb &= bb - 1 {
		squares = append(squares, bb.First())
	}
	src.Shuffle(len(squares), func(i, j int) { squares[i], squares[j] = squares[j], squares[i] })
	most := 2 + src.IntN(3)
	for _, sq := range squares {
		files, rows := sq.File()-squares[0].File(), sq.Row()-squares[0].Row()
		if len(names) < most && max(files, -files, rows, -rows) <= 2 {
			names = append(names, sq.String())
		}
	}
	return names
}

// changed returns a setup that differs in one respect: a man less, a man elsewhere, another man more, the other side to move, or
// all rights that can be. With bare kings it may be a king that is gone or doubled.
func changed(src *rand.Rand, s chess.Setup) chess.Setup {
	s.EP = chess.NoSquare
	from, to := chess.Square(src.IntN(64)), chess.Square(src.IntN(64))
	for s.Board.Men() > 2 && (s.Board.At(from) == chess.NoPiece || s.Board.RoleAt(from) == chess.King) {
		from = chess.Square(src.IntN(64))
	}
	man := s.Board.At(from)
	switch src.IntN(6) {
	case 0:
		s.Board.Place(from, chess.NoPiece)
	case 1:
		s.Turn = s.Turn.Other()
	case 2:
		s.Castling = s.Board.CastlingAtHome()
	case 3:
		s.Board.Place(from, chess.NoPiece)
		fallthrough
	default:
		if s.Board.RoleAt(to) != chess.King {
			s.Board.Place(to, man)
		}
	}
	s.Castling &= s.Board.CastlingAtHome()
	return s
}
