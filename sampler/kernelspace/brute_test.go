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

// bruteStates lists what n files can come to with at most the given captures: for each words, the
// costs that no other beats, written as strings.
func bruteStates(n, captures, clip int) map[string][]state {
	var start brute
	for x := range n {
		start.files[x] = "Pp"
	}
	seen := map[brute]bool{start: true}
	todo := []brute{start}
	found := map[string][]state{}
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

// bruteGoals notes all words to which a board can come by promotions of outer pawns.
func bruteGoals(b brute, n, clip int, found map[string][]state) {
	var walk func(x int, goal []string, light, dark [2]int)
	walk = func(x int, goal []string, light, dark [2]int) {
		if x == n {
			s := state(0)
			for c := range 2 {
				s |= state(b.captures[c])<<(8*(captureByte+c)) | state(b.lost[c])<<(8*(lostByte+c))
				s |= state(max(0, clip-light[c])) << (8 * (missingByte + 2*c))
				s |= state(max(0, clip-dark[c])) << (8 * (missingByte + 2*c + 1))
			}
			key := strings.Join(goal, "/")
			found[key] = keep(found[key], s)
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
func chained(files [][]outcome, captures, n, clip int) map[string][]state {
	type node struct {
		goal string
		in   crossings
	}
	level := map[node][]state{{in: noCrossings}: {nothing(clip)}}
	for x := range n {
		next := map[node][]state{}
		for at, states := range level {
			for i := range files[at.in] {
				o := &files[at.in][i]
				if x == n-1 && o.out != noCrossings {
					continue
				}
				add := stateOf(x, o, clip)
				word := join(quarter(0).put(0, o.goal), 0).left().at(0)
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
						next[to] = keep(next[to], s.plus(add, clip))
					}
				}
			}
		}
		level = next
	}
	found := map[string][]state{}
	for at, states := range level {
		found[at.goal] = states
	}
	return found
}

// TestSmallBoardsEqualBruteForce compares boards of one to three files, all words.
func TestSmallBoardsEqualBruteForce(t *testing.T) {
	for _, test := range []struct{ files, captures, clip int }{{1, 4, 3}, {2, 3, 2}, {2, 4, 3}, {3, 3, 2}} {
		if testing.Short() && test.files*test.captures > 8 {
			continue
		}
		name := fmt.Sprintf("%d files, %d captures", test.files, test.captures)
		want := bruteStates(test.files, test.captures, test.clip)
		got := chained(newFiles(test.captures, 16), test.captures, test.files, test.clip)
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
// random words.
func TestHalvesEqualChains(t *testing.T) {
	testkit.Medium(t)
	const captures, pawns, clip = 4, 4, 2
	files := byGoal(newFiles(captures, pawns))
	b := &builder{params: Params{captures, pawns, clip}, halves: halves(captures, pawns, clip)}
	number := map[quarter]*half{}
	for _, h := range b.halves {
		number[h.words] = h
	}
	w := newWorker(b)
	src := rand.New(rand.NewPCG(5, 5))
	with, n := 0, testkit.Size(1000, 3000)
	for range n {
		ws := randomWords(src, pawns)
		want := chainTo(files, ws, captures, clip)
		left, right := number[ws.left()], number[ws.right()]
		w.front = w.front[:0]
		if left != nil && right != nil {
			for k, m := range left.out {
				w.at[m] = int32(k + 1)
			}
			w.join(left, right)
			clear(w.at)
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
func byGoal(files [][]outcome) []map[word][]outcome {
	list := make([]map[word][]outcome, len(files))
	for in := range files {
		list[in] = map[word][]outcome{}
		for _, o := range files[in] {
			list[in][o.goal] = append(list[in][o.goal], o)
		}
	}
	return list
}

// chainTo returns the costs of given words, file by file.
func chainTo(files []map[word][]outcome, ws words, captures, clip int) []state {
	level := map[crossings][]state{noCrossings: {nothing(clip)}}
	for x := range 8 {
		next := map[crossings][]state{}
		for in, states := range level {
			for _, o := range files[in][ws.at(x)] {
				add := stateOf(x, &o, clip)
				for _, s := range states {
					if s.captures()+add.captures() <= captures {
						next[o.out] = keep(next[o.out], s.plus(add, clip))
					}
				}
			}
		}
		level = next
	}
	return level[noCrossings]
}
