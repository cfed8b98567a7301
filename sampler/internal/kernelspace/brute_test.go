package kernelspace

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// A bruteBoard holds the columns of up to three files, as strings, with the captures and lost pawns by color so
// far. Events happen on the whole board one after the other: there are no crossings, tables or halves.
type bruteBoard struct {
	columns        [3]string
	captures, lost [2]int
}

// bruteCosts returns for each pattern that n files can reach with at most the given captures the costs
// that no other dominates. Patterns are strings with a slash between files.
func bruteCosts(n, captures, bishopCap int) map[string][]cost {
	var start bruteBoard
	for x := range n {
		start.columns[x] = "Pp"
	}
	seen := map[bruteBoard]bool{start: true}
	pending := []bruteBoard{start}
	fronts := map[string][]cost{}
	for len(pending) > 0 {
		b := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		bruteGoals(b, n, bishopCap, fronts)
		if b.captures[0]+b.captures[1] == captures {
			continue
		}
		for _, next := range bruteEvents(b, n) {
			if !seen[next] {
				seen[next] = true
				pending = append(pending, next)
			}
		}
	}
	return fronts
}

// bruteEvents lists the boards after all events that are possible on a board of n files.
func bruteEvents(b bruteBoard, n int) (list []bruteBoard) {
	for x := range n {
		for i := range len(b.columns[x]) {
			letter := b.columns[x][i]
			c := strings.IndexByte("Pp", letter)
			without := b
			without.columns[x] = b.columns[x][:i] + b.columns[x][i+1:]
			lostToOfficer := without
			lostToOfficer.captures[1-c]++
			lostToOfficer.lost[c]++
			list = append(list, lostToOfficer)
			without.captures[c]++
			for _, y := range []int{x - 1, x + 1} {
				if y < 0 || y >= n {
					continue
				}
				for j := range len(b.columns[y]) + 1 {
					inserted := without
					inserted.columns[y] = b.columns[y][:j] + string(letter) + b.columns[y][j:]
					list = append(list, inserted)
				}
				for j := range len(b.columns[y]) {
					if b.columns[y][j] != letter {
						replaced := without
						replaced.columns[y] = b.columns[y][:j] + string(letter) + b.columns[y][j+1:]
						replaced.lost[1-c]++
						list = append(list, replaced)
					}
				}
			}
		}
	}
	return list
}

// bruteGoals adds to fronts the cost of all patterns that remain on a board after promotions of outer pawns.
func bruteGoals(board bruteBoard, files, bishopCap int, fronts map[string][]cost) {
	var choose func(file int, goal []string, light, dark [2]int)
	choose = func(file int, goal []string, light, dark [2]int) {
		if file == files {
			spent := cost(0)
			for c := range 2 {
				spent |= cost(board.captures[c])<<(8*(captureByte+c)) | cost(board.lost[c])<<(8*(lostByte+c))
				spent |= cost(max(0, bishopCap-light[c])) << (8 * (missingByte + 2*c))
				spent |= cost(max(0, bishopCap-dark[c])) << (8 * (missingByte + 2*c + 1))
			}
			key := strings.Join(goal, "/")
			fronts[key] = addUndominated(fronts[key], spent)
			return
		}
		pawns := board.columns[file]
		for blacks := 0; blacks == 0 || blacks <= len(pawns) && pawns[blacks-1] == 'p'; blacks++ {
			for whites := 0; whites == 0 || blacks+whites <= len(pawns) && pawns[len(pawns)-whites] == 'P'; whites++ {
				if blacks+whites > len(pawns) {
					break
				}
				goalColumn := pawns[blacks : len(pawns)-whites]
				if len(goalColumn) > 6 {
					continue
				}
				light, dark := light, dark
				// White promotes on row 8: on the a-file that is a light square. Black on row 1, dark.
				if file%2 == 0 {
					light[white] += whites
					dark[black] += blacks
				} else {
					dark[white] += whites
					light[black] += blacks
				}
				choose(file+1, append(slices.Clone(goal), goalColumn), light, dark)
			}
		}
	}
	choose(0, nil, [2]int{}, [2]int{})
}

// chainCosts returns the same as bruteCosts, from the outcomes of files, for n files.
func chainCosts(outcomes [][]outcome, captures, n, bishopCap int) map[string][]cost {
	type node struct {
		goal string
		in   crossings
	}
	level := map[node][]cost{{in: noCrossings}: {zeroCost(bishopCap)}}
	for x := range n {
		next := map[node][]cost{}
		for from, costs := range level {
			for i := range outcomes[from.in] {
				o := &outcomes[from.in][i]
				if x == n-1 && o.out != noCrossings {
					continue
				}
				fileCost := outcomeCost(x, o, bishopCap)
				to := node{from.goal + "/" + o.goal.String(), o.out}
				if x == 0 {
					to.goal = o.goal.String()
				}
				for _, spent := range costs {
					if spent.captures()+fileCost.captures() <= captures {
						next[to] = addUndominated(next[to], spent.plus(fileCost, bishopCap))
					}
				}
			}
		}
		level = next
	}
	fronts := map[string][]cost{}
	for from, costs := range level {
		fronts[from.goal] = costs
	}
	return fronts
}

// TestSmallBoardsEqualBruteForce compares the costs of all patterns on boards of one to three files.
func TestSmallBoardsEqualBruteForce(t *testing.T) {
	for _, test := range []struct{ files, captures, bishopCap int }{{1, 4, 3}, {2, 3, 2}, {2, 4, 3}, {3, 3, 2}} {
		if testing.Short() && test.files*test.captures > 8 {
			continue
		}
		name := fmt.Sprintf("%d files, %d captures", test.files, test.captures)
		want := bruteCosts(test.files, test.captures, test.bishopCap)
		got := chainCosts(allOutcomes(test.captures, 16), test.captures, test.files, test.bishopCap)
		if len(got) != len(want) || len(want) < 4 {
			t.Errorf("%s: %d patterns, want %d", name, len(got), len(want))
		}
		for goal, costs := range want {
			slices.Sort(costs)
			slices.Sort(got[goal])
			if !slices.Equal(costs, got[goal]) {
				t.Errorf("%s: %q costs %x, want %x", name, goal, got[goal], costs)
				break
			}
		}
	}
}

// TestHalvesEqualChains compares the fronts that setFront computes from halves with those of chains of
// eight files, for random patterns.
func TestHalvesEqualChains(t *testing.T) {
	testkit.LongInFull(t)
	testkit.Medium(t)
	testkit.Unraced(t)
	const captures, pawns, bishopCap = 4, 4, 2
	outcomes := byGoal(allOutcomes(captures, pawns))
	b := &builder{params: Params{captures, pawns, bishopCap}, halves: halves(captures, pawns, bishopCap)}
	number := map[halfPattern]*half{}
	for _, h := range b.halves {
		number[h.pattern] = h
	}
	w := newWorker(b)
	src := rand.New(rand.NewPCG(5, 5))
	kernels, n := 0, testkit.Size(1000, 3000)
	for range n {
		p := randomPattern(src, pawns)
		want := chainTo(outcomes, p, captures, bishopCap)
		left, right := number[p.left()], number[p.right()]
		w.front = w.front[:0]
		if left != nil && right != nil {
			w.setLeft(left)
			w.setFront(left, right)
		}
		slices.Sort(want)
		slices.Sort(w.front)
		if !slices.Equal(w.front, want) {
			t.Fatalf("%v costs %x, want %x", p, w.front, want)
		}
		if len(want) > 0 {
			kernels++
		}
	}
	if kernels < n/6 {
		t.Errorf("only %d of %d patterns with a kernel", kernels, n)
	}
}

// byGoal groups the outcomes for each list of crossings by their goals.
func byGoal(outcomes [][]outcome) []map[column][]outcome {
	list := make([]map[column][]outcome, len(outcomes))
	for in := range outcomes {
		list[in] = map[column][]outcome{}
		for _, o := range outcomes[in] {
			list[in][o.goal] = append(list[in][o.goal], o)
		}
	}
	return list
}

// chainTo returns the undominated costs of chains to a pattern.
func chainTo(outcomes []map[column][]outcome, p pattern, captures, bishopCap int) []cost {
	level := map[crossings][]cost{noCrossings: {zeroCost(bishopCap)}}
	for x := range 8 {
		next := map[crossings][]cost{}
		for in, costs := range level {
			for _, o := range outcomes[in][p.column(x)] {
				fileCost := outcomeCost(x, &o, bishopCap)
				for _, spent := range costs {
					if spent.captures()+fileCost.captures() <= captures {
						next[o.out] = addUndominated(next[o.out], spent.plus(fileCost, bishopCap))
					}
				}
			}
		}
		level = next
	}
	return level[noCrossings]
}
