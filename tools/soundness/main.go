package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"slices"
	"strings"
	"time"

	"chesscensus/chess"
	"chesscensus/sampler"
	"chesscensus/sampler/spaces"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// run executes the command and returns the exit status.
func run(ctx context.Context, args []string, out, errs io.Writer) int {
	flags := flag.NewFlagSet("soundness", flag.ContinueOnError)
	flags.SetOutput(errs)
	name := flags.String("o", "soundness.jsonl", "the file to make or go on with")
	maxPositions := flags.Float64("n", 1e7, "positions")
	seed := flags.Uint64("seed", 1, "seed of the games")
	settled := flags.String("settled", "", "a file of settled draws, whose proof games are looked at, too")
	ends := flags.String("ends", "", "a file of FEN records of legal positions, such as ends of compositions, a line each")
	draws := flags.String("draws", "", "a space; setups before draws that are refuted must be refuted")
	forge := flags.Int64("forge", 0, "forge claims about positions of steered games, and let package recheck spend so many states on each")
	if flags.Parse(args) != nil {
		return 2
	}
	plan := Plan{Seed: *seed, Draws: *draws, Forge: *forge}
	inputs, err := readInputs(&plan, *settled, *ends)
	if err == nil {
		err = probe(ctx, *name, *maxPositions, plan, inputs, out, errs)
	}
	if err != nil {
		fmt.Fprintln(errs, "soundness:", err)
		return 1
	}
	return 0
}

// probe computes chunks until the given number of positions is reached or a fault is found, and prints the counts.
func probe(ctx context.Context, name string, maxPositions float64, plan Plan, inputs Inputs, out, errs io.Writer) error {
	p, err := New(plan, inputs)
	if err != nil {
		return err
	}
	r, err := Open(name, plan)
	if err != nil {
		return err
	}
	defer r.Close()
	start, positionsBefore := time.Now(), sum(r.Total.Positions)
	for float64(sum(r.Total.Positions)) < maxPositions && len(r.Total.Faults) == 0 {
		result, err := p.Chunk(ctx, r.Total.Chunk)
		if err != nil {
			return err
		}
		if err := r.Add(&result); err != nil {
			return err
		}
		n := sum(r.Total.Positions)
		rate := float64(n-positionsBefore) / max(time.Since(start).Seconds(), 1e-3)
		left := time.Duration(max(0, maxPositions-float64(n)) / rate * float64(time.Second))
		fmt.Fprintf(errs, "chunk %d: %d of %.0f positions, %.0f/s, %v left, %d refuted\n", result.Chunk, n, maxPositions, rate,
			left.Round(time.Second), len(r.Total.Faults))
	}
	for _, counts := range []map[string]int{r.Total.Positions, r.Total.Judged} {
		for _, name := range slices.Sorted(maps.Keys(counts)) {
			fmt.Fprintf(out, "%-24s %10d\n", name, counts[name])
		}
	}
	if n := len(r.Total.Faults); n > 0 {
		return fmt.Errorf("%d legal positions are refuted, claims confirmed, or setups before refuted draws not refuted:\n%s", n, strings.Join(r.Total.Faults, "\n"))
	}
	return nil
}

// sum returns the sum of all counts.
func sum(counts map[string]int) (n int) {
	for _, c := range counts {
		n += c
	}
	return n
}

// readInputs reads the given games and positions, and sets their numbers in the plan.
func readInputs(plan *Plan, settled, ends string) (inputs Inputs, err error) {
	if inputs.Games, err = readGames(settled); err != nil {
		return inputs, err
	}
	if ends != "" {
		if inputs.Ends, err = readPositions(ends); err != nil {
			return inputs, err
		}
	}
	if plan.Draws != "" {
		space, err := spaces.Open(plan.Draws)
		if err != nil {
			return inputs, err
		}
		stream := sampler.NewStream(space, plan.Seed)
		inputs.Draw = func(i uint64) chess.Setup {
			var d sampler.Draw
			stream.Draw(&d, i)
			return d.Setup
		}
	}
	plan.Games, plan.Ends = len(inputs.Games), len(inputs.Ends)
	return inputs, nil
}

// readPositions reads FEN records, one per line. It ignores text after a tab, empty lines, and lines that begin with #.
func readPositions(name string) (list []chess.Setup, err error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	for i, line := range strings.Split(string(text), "\n") {
		line, _, _ = strings.Cut(line, "\t")
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		f, err := chess.ParseFEN(line)
		if err == nil {
			_, err = f.Setup.Position()
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, i+1, err)
		}
		list = append(list, f.Setup)
	}
	return list, nil
}

// readGames reads the proof games of a file of settled draws, which has a JSON object with "proof" in each line. Without a name
// there are none.
func readGames(name string) (games [][]chess.Move, err error) {
	if name == "" {
		return nil, nil
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	for i, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		var c struct{ Proof string }
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, i+1, err)
		}
		if c.Proof == "" {
			continue // a refutation
		}
		pos := chess.InitialPosition()
		var moves []chess.Move
		for word := range strings.FieldsSeq(c.Proof) {
			m, err := pos.ParseSAN(word)
			if err != nil {
				return nil, fmt.Errorf("%s:%d: %w", name, i+1, err)
			}
			moves, pos = append(moves, m), pos.Play(m)
		}
		games = append(games, moves)
	}
	return games, nil
}
