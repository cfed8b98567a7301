// Package api has the functions of the page and the JavaScript module in web/: verdicts, certificates, random positions and estimates.
// Answers are values for JSON. No input causes a panic: faults, and limits that are exceeded, are answers, too.
package api

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"time"

	"chesscensus/chess"
	"chesscensus/chess/notation/forms"
	"chesscensus/legality"
	"chesscensus/legality/certificate"
	"chesscensus/legality/lastmoves"
	"chesscensus/legality/lines"
	"chesscensus/legality/proofgame"
	"chesscensus/legality/proofgame/replay"
	"chesscensus/legality/verdict"
	"chesscensus/recheck"
	"chesscensus/sampler/where"
	"chesscensus/survey/uniform"
)

// LongestText is the size of the longest text that is read as a position, in bytes.
const LongestText = 10_000

// Options of a judgement. The zero value has the defaults of the command judge.
type Options struct {
	// Effort is one of static, kernel, path, game (the default) and exhaustive, which makes Passes passes, three if it is 0.
	Effort string `json:"effort"`
	Passes int    `json:"passes"`
	// Quick leaves out the longer search for games of positions with few last moves, which may take ten seconds. Last moves are always
	// judged so.
	Quick bool `json:"quick"`
	// Milliseconds is the time limit, a day at most, 0 for none. A position that is not decided by then is unknown.
	Milliseconds int `json:"milliseconds"`
}

// An Answer is the verdict on a position with its evidence.
type Answer struct {
	Verdict string   `json:"verdict"`           // legal, illegal, or unknown
	Reason  string   `json:"reason,omitempty"`  // the theorem, where illegal
	Rule    string   `json:"rule,omitempty"`    // its short name, as in records
	Text    string   `json:"text"`              // the verdict in a sentence, with the men concerned
	Squares []string `json:"squares,omitempty"` // of these men
	Game    []string `json:"game,omitempty"`    // moves from the initial position, where legal, replayed by two programs
	Boards  []string `json:"boards,omitempty"`  // the diagrams before and after each of these moves, as FEN writes them
	FEN     string   `json:"fen"`               // the position, four fields; empty if the text is no position
	Notes   []string `json:"notes,omitempty"`   // how the position differs from the text
	// Certificate is a line for Check, where there is a verdict.
	Certificate string `json:"certificate,omitempty"`
	// Error says why a text is no position, with the place.
	Error string `json:"error,omitempty"`
}

// An Engine judges positions. It is for one goroutine at a time, and keeps its tables from one question to the next. The zero value is
// ready.
type Engine struct {
	engine *legality.Engine
	opt    Options
}

// Judge judges the position in a text, in any form that package forms reads.
func (e *Engine) Judge(text string, opt Options) Answer {
	r, err := e.read(text, opt)
	if err != nil {
		return Answer{Verdict: "unknown", Error: err.Error()}
	}
	if r.Played != nil {
		return given(&r)
	}
	a := e.judge(&r.Setup, opt)
	if r.NoTurn && a.Verdict != "legal" {
		other := r.Setup
		other.Turn = other.Turn.Other()
		if b := e.judge(&other, opt); b.Verdict == "legal" || a.Verdict == "illegal" && b.Verdict == "unknown" {
			a = b
			r.Notes = append(forms.WithoutTurn(r.Notes), "the side to move is not given: the answer is for the other side")
		}
	}
	a.Notes = r.Notes
	return a
}

// read reads a position and makes an engine for it.
func (e *Engine) read(text string, opt Options) (r forms.Record, err error) {
	if len(text) > LongestText {
		return r, fmt.Errorf("the text has %d bytes, want a position in at most %d", len(text), LongestText)
	}
	if r, err = forms.Read(text); err != nil {
		return r, err
	}
	r.DropIdleEP()
	return r, e.prepare(opt)
}

// prepare makes an engine if there is none with the options.
func (e *Engine) prepare(opt Options) error {
	if opt.Milliseconds = 0; e.engine != nil && opt == e.opt {
		return nil
	}
	o := legality.Options{Effort: verdict.Game, Games: proofgame.Options{Plies: proofgame.AskedPlies}, Passes: 1}
	if opt.Effort != "" {
		effort, err := verdict.ParseEffort(opt.Effort)
		if err != nil {
			return err
		}
		o.Effort = effort
	}
	if o.Effort == verdict.Exhaustive {
		o.Games.Plies, o.Passes = 0, 3
		if opt.Passes != 0 {
			o.Passes = opt.Passes
		}
	}
	if o.Passes < 1 || o.Passes > verdict.MaxPass {
		return fmt.Errorf("passes: found %d, want 1 to %d", o.Passes, verdict.MaxPass)
	}
	o.Games.Long = !opt.Quick
	engine, err := legality.New(o)
	e.engine, e.opt = engine, opt
	return err
}

// judge judges a setup with the prepared engine.
func (e *Engine) judge(s *chess.Setup, opt Options) Answer {
	ctx := context.Background()
	if opt.Milliseconds > 0 {
		ctx = within(opt.Milliseconds, 24*time.Hour)
	}
	v := e.engine.Judge(ctx, *s)
	a := answer(s, &v)
	if v.Decided() {
		return a
	}
	if err := e.engine.Err(); err != nil {
		a.Error, e.engine = err.Error(), nil
	}
	if ctx.Err() != nil {
		a.Text = "the time was over"
	} else if a.Text == "" {
		a.Text = "no refutation and no game was found"
	}
	return a
}

// given answers about a position whose text has the moves of a game that leads to it: two programs replay them.
func given(r *forms.Record) Answer {
	p, err := r.Setup.Position()
	if err != nil {
		return Answer{Verdict: "unknown", Error: err.Error()}
	}
	proof, err := new(replay.Verifier).Prove(&replay.Game{Moves: r.Played, Goal: p})
	if err != nil {
		return Answer{Verdict: "unknown", Error: err.Error()}
	}
	v := verdict.Proven("given game", proof)
	a := answer(&r.Setup, &v)
	a.Notes = r.Notes
	return a
}

// answer is the answer that a verdict on a setup is.
func answer(s *chess.Setup, v *verdict.Verdict) Answer {
	a := Answer{Verdict: v.Outcome.String(), Text: lines.Words(v, s), FEN: s.String()}
	for sq := range v.Evidence.Squares.All() {
		a.Squares = append(a.Squares, sq.String())
	}
	if v.Decided() {
		if c, err := certificate.New(s, v); err == nil {
			line, _ := json.Marshal(c)
			a.Certificate = string(line)
		}
	}
	switch v.Outcome {
	case verdict.Legal:
		a.Game = strings.Fields(v.Certificate.String())
		a.Boards = boards(a.Game)
		a.Text = fmt.Sprintf("a game of %d plies leads to it, replayed by two programs", len(a.Game))
	case verdict.Illegal:
		a.Reason, a.Rule = v.Reasons.First().Text(), v.Reasons.First().String()
	default:
		a.Verdict = "unknown"
	}
	return a
}

// A LastMove is a move that may have led to a position, with the verdict on the position before it.
type LastMove struct {
	Move     string `json:"move"` // squares and what was captured, such as "e5xd6, a pawn taken"
	FEN      string `json:"fen"`  // of the position before
	Verdict  string `json:"verdict"`
	Reason   string `json:"reason,omitempty"`
	Rule     string `json:"rule,omitempty"`
	Captured string `json:"captured,omitempty"`
}

// LastMoves is the answer about the moves that may have been the last one.
type LastMoves struct {
	Moves []LastMove `json:"moves"`
	FEN   string     `json:"fen"`
	Error string     `json:"error,omitempty"`
}

// LastMoves judges the positions that may have come before the position in a text, with the options of Judge.
func (e *Engine) LastMoves(text string, opt Options) LastMoves {
	opt.Quick = true
	r, err := e.read(text, opt)
	if err != nil {
		return LastMoves{Error: err.Error()}
	}
	out := LastMoves{FEN: r.Setup.String(), Moves: []LastMove{}}
	list, err := lastmoves.List(context.Background(), e.engine, r.Setup)
	if err != nil {
		out.Error = err.Error()
	}
	for _, m := range list {
		l := LastMove{Move: m.From().String() + "-" + m.To().String(), FEN: m.Before.String(), Verdict: m.Verdict.Outcome.String()}
		if m.Captured() != chess.NoRole {
			l.Captured = m.Captured().String()
			l.Move = m.From().String() + "x" + m.To().String() + ", a " + l.Captured + " taken"
		}
		if m.Verdict.Outcome == verdict.Illegal {
			l.Reason, l.Rule = m.Verdict.Reasons.First().Text(), m.Verdict.Reasons.First().String()
		}
		out.Moves = append(out.Moves, l)
	}
	return out
}

// boards returns the diagrams before and after each move of a game.
func boards(game []string) []string {
	p := chess.InitialPosition()
	moves, err := p.ParseSANs(game)
	if err != nil {
		return nil // cannot happen, as the game was replayed
	}
	list := []string{diagram(p)}
	for _, m := range moves {
		p = p.Play(m)
		list = append(list, diagram(p))
	}
	return list
}

// diagram returns the placement of a position, the first field of FEN.
func diagram(p chess.Position) string { return strings.Fields(p.String())[0] }

// A Checked is the answer of the independent checker about a certificate.
type Checked struct {
	Confirmed bool   `json:"confirmed"`
	FEN       string `json:"fen,omitempty"`
	Error     string `json:"error,omitempty"` // why it is not confirmed
}

// Check confirms a certificate by package recheck, which shares no code with the engine.
func Check(line string) Checked {
	c, _, err := recheck.Checker{}.Check(context.Background(), []byte(strings.TrimSpace(line)))
	out := Checked{Confirmed: err == nil}
	if c != nil {
		out.FEN = c.FEN
	}
	if err != nil {
		out.Error = err.Error()
	}
	return out
}

// A Position is a random legal position with its game.
type Position struct {
	FEN   string   `json:"fen,omitempty"`
	Game  []string `json:"game,omitempty"`
	Error string   `json:"error,omitempty"`
}

// longestSearch is the time limit of a search for a position that meets a condition.
const longestSearch = 20 * time.Second

// A deadlineContext is a context that ends at a time. WebAssembly has one thread, on which no timer fires while it computes, so Err itself
// looks at the clock.
type deadlineContext struct {
	context.Context
	end time.Time
}

// within returns a context that ends after some milliseconds, or after limit if that is earlier.
func within(milliseconds int, limit time.Duration) context.Context {
	milliseconds = min(milliseconds, int(limit/time.Millisecond))
	return deadlineContext{context.Background(), time.Now().Add(time.Duration(milliseconds) * time.Millisecond)}
}

// Err returns [context.DeadlineExceeded] from the time on.
func (c deadlineContext) Err() error {
	if time.Now().After(c.end) {
		return context.DeadlineExceeded
	}
	return nil
}

// Random returns a position that is uniform over those proven legal that meet a condition, such as "men<=20", see package where; the same
// for the same seed. It costs a tenth of a second without a condition.
func Random(seed uint64, condition string) Position {
	c, err := where.Parse(condition)
	if err != nil {
		return Position{Error: err.Error()}
	}
	stream, err := uniform.New(uniform.Options{Space: repaired(), Where: c, Seed: seed, Foreign: -1})
	if err != nil {
		return Position{Error: err.Error()}
	}
	for p, err := range stream.Positions(within(math.MaxInt, longestSearch), nil) {
		if err != nil {
			return Position{Error: "no position was found that meets the condition: " + err.Error()}
		}
		return Position{FEN: p.Setup.String(), Game: strings.Fields(string(p.Game))}
	}
	return Position{Error: "no position was found that meets the condition"}
}
