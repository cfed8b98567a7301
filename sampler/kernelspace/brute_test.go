package kernelspace

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// A brute board is the columns of a few files, as strings, with what has been spent: captures and
// lost pawns by color. It knows one global order of events and no crossings, tables or halves.
type brute struct {
	files          [3]string
	captures, lost [2]int
}

// bruteStates lists what n files can come to with at most the given captures: for each pattern, the
// costs that no other dominates, written as strings.
func bruteCosts(n, captures, clip int) map[string][]cost {
	var start brute
	for x := range n {
		start.files[x] = "Pp"
	}
	seen := map[brute]bool{start: true}
	todo := []brute{start}
	found := map[string][]cost{}
	for len(todo) > 0 {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		bruteGoals(b, n, clip, found)
		if b.captures[0]+b.captures[1] == captures {
			continue
		}
		for _, next := range bruteMoves(b, n) {
			if !seen[next] {
				seen[next] = true
				todo = append(todo, next)
			}
		}
	}
	return found
}

// bruteMoves lists all events.
func bruteMoves(b brute, n int) (list []brute) {
	for x := range n {
		for i := range len(b.files[x]) {
			letter := b.files[x][i]
			c := strings.IndexByte("Pp", letter)
			gone := b
			gone.files[x] = b.files[x][:i] + b.files[x][i+1:]
			fall := gone
			fall.captures[1-c]++
			fall.lost[c]++
			list = append(list, fall)
			gone.captures[c]++
			for _, y := range []int{x - 1, x + 1} {
				if y < 0 || y >= n {
					continue
				}
				for j := range len(b.files[y]) + 1 {
					into := gone
					into.files[y] = b.files[y][:j] + string(letter) + b.files[y][j:]
					list = append(list, into)
				}
				for j := range len(b.files[y]) {
					if b.files[y][j] != letter {
						onto := gone
						onto.files[y] = b.files[y][:j] + string(letter) + b.files[y][j+1:]
						onto.lost[1-c]++
						list = append(list, onto)
					}
				}
			}
		}
	}
	return list
}

// bruteGoals notes all patterns to which a board can come by promotions of outer pawns.
func bruteGoals(b brute, n, clip int, found map[string][]cost) {
	var walk func(x int, goal []string, light, dark [2]int)
	walk = func(x int, goal []string, light, dark [2]int) {
		if x == n {
			s := cost(0)
			for c := range 2 {
				s |= cost(b.captures[c])<<(8*(captureByte+c)) | cost(b.lost[c])<<(8*(lostByte+c))
				s |= cost(max(0, clip-light[c])) << (8 * (missingByte + 2*c))
				s |= cost(max(0, clip-dark[c])) << (8 * (missingByte + 2*c + 1))
			}
			key := strings.Join(goal, "/")
			found[key] = addUndominated(found[key], s)
			return
		}
		f := b.files[x]
		for blacks := 0; blacks == 0 || blacks <= len(f) && f[blacks-1] == 'p'; blacks++ {
			for whites := 0; whites == 0 || blacks+whites <= len(f) && f[len(f)-whites] == 'P'; whites++ {
				if blacks+whites > len(f) {
					break
				}
				word := f[blacks : len(f)-whites]
				if len(word) > 6 {
					continue
				}
				light, dark := light, dark
				// White promotes on row 8: on the a-file that is a light square. Black on row 1,
				// dark.
				if x%2 == 0 {
					light[white] += whites
					dark[black] += blacks
				} else {
					dark[white] += whites
					light[black] += blacks
				}
				walk(x+1, append(slices.Clone(goal), word), light, dark)
			}
		}
	}
	walk(0, nil, [2]int{}, [2]int{})
}

// chained lists the same by the tables of files, for any number of files.
func chained(files [][]outcome, captures, n, clip int) map[string][]cost {
	type node struct {
		goal string
		in   crossings
	}
	level := map[node][]cost{{in: noCrossings}: {zeroCost(clip)}}
	for x := range n {
		next := map[node][]cost{}
		for at, states := range level {
			for i := range files[at.in] {
				o := &files[at.in][i]
				if x == n-1 && o.out != noCrossings {
					continue
				}
				add := outcomeCost(x, o, clip)
				word := newPattern(halfPattern(0).withColumn(0, o.goal), 0).left().file(0)
				text := ""
				for k := range word.len() {
					text += string("Pp"[word.color(k)])
				}
				to := node{at.goal + "/" + text, o.out}
				if x == 0 {
					to.goal = text
				}
				for _, s := range states {
					if s.captures()+add.captures() <= captures {
						next[to] = addUndominated(next[to], s.plus(add, clip))
					}
				}
			}
		}
		level = next
	}
	found := map[string][]cost{}
	for at, states := range level {
		found[at.goal] = states
	}
	return found
}

// TestSmallBoardsEqualBruteForce compares boards of one to three files, all patterns.
func TestSmallBoardsEqualBruteForce(t *testing.T) {
	for _, test := range []struct{ files, captures, clip int }{{1, 4, 3}, {2, 3, 2}, {2, 4, 3}, {3, 3, 2}} {
		if testing.Short() && test.files*test.captures > 8 {
			continue
		}
		name := fmt.Sprintf("%d files, %d captures", test.files, test.captures)
		want := bruteCosts(test.files, test.captures, test.clip)
		got := chained(allOutcomes(test.captures, 16), test.captures, test.files, test.clip)
		if len(got) != len(want) || len(want) < 4 {
			t.Errorf("%s: %d words, want %d", name, len(got), len(want))
		}
		for goal, states := range want {
			slices.Sort(states)
			slices.Sort(got[goal])
			if !slices.Equal(states, got[goal]) {
				t.Errorf("%s: %q costs %x, want %x", name, goal, got[goal], states)
				break
			}
		}
	}
}

// TestHalvesEqualChains compares what halves and their join give with a chain of eight files, for
// random patterns.
func TestHalvesEqualChains(t *testing.T) {
	testkit.LongInFull(t)
	testkit.Medium(t)
	testkit.Unraced(t)
	const captures, pawns, clip = 4, 4, 2
	files := byGoal(allOutcomes(captures, pawns))
	b := &builder{params: Params{captures, pawns, clip}, halves: halves(captures, pawns, clip)}
	number := map[halfPattern]*half{}
	for _, h := range b.halves {
		number[h.pattern] = h
	}
	w := newWorker(b)
	src := rand.New(rand.NewPCG(5, 5))
	with, n := 0, testkit.Size(1000, 3000)
	for range n {
		ws := randomPattern(src, pawns)
		want := chainTo(files, ws, captures, clip)
		left, right := number[ws.left()], number[ws.right()]
		w.front = w.front[:0]
		if left != nil && right != nil {
			for k, m := range left.crossings {
				w.leftIndex[m] = int32(k + 1)
			}
			w.setFront(left, right)
			clear(w.leftIndex)
		}
		slices.Sort(want)
		slices.Sort(w.front)
		if !slices.Equal(w.front, want) {
			t.Fatalf("%v costs %x, want %x", ws, w.front, want)
		}
		if len(want) > 0 {
			with++
		}
	}
	if with < n/6 {
		t.Errorf("only %d of %d words with a kernel", with, n)
	}
}

// byGoal sorts what becomes of a file with given crossings by what it becomes.
func byGoal(files [][]outcome) []map[column][]outcome {
	list := make([]map[column][]outcome, len(files))
	for in := range files {
		list[in] = map[column][]outcome{}
		for _, o := range files[in] {
			list[in][o.goal] = append(list[in][o.goal], o)
		}
	}
	return list
}

// chainTo returns the costs of given pattern, file by file.
func chainTo(files []map[column][]outcome, ws pattern, captures, clip int) []cost {
	level := map[crossings][]cost{noCrossings: {zeroCost(clip)}}
	for x := range 8 {
		next := map[crossings][]cost{}
		for in, states := range level {
			for _, o := range files[in][ws.file(x)] {
				add := outcomeCost(x, &o, clip)
				for _, s := range states {
					if s.captures()+add.captures() <= captures {
						next[o.out] = addUndominated(next[o.out], s.plus(add, clip))
					}
				}
			}
		}
		level = next
	}
	return level[noCrossings]
}
