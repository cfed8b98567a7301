package planner

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"chesscensus/chess"
	"chesscensus/chess/chesstest"
)

var genDir = flag.String("gen", "", "directory for playout classes")

func TestGen(t *testing.T) {
	if *genDir == "" {
		t.Skip()
	}
	src := rand.New(rand.NewPCG(77, 1))
	files := map[string]*os.File{}
	count := map[string]int{}
	for range 200000 {
		opt := chesstest.RandomOptions(src)
		var list []chess.Position
		for p := range chesstest.Playout(src, opt) {
			list = append(list, p)
		}
		p := list[src.IntN(len(list))]
		b := p.Board()
		class := fmt.Sprintf("men%02d", (b.Men()-1)/4*4+1)
		if b.Men() <= 4 {
			class = fmt.Sprintf("men0%d", b.Men())
		}
		for _, q := range list {
			if q.EP() != chess.NoSquare && src.IntN(5) == 0 {
				p, class = q, "ep"
				break
			}
			if q.Castling() != 0 && q.Castling() != chess.AllCastling && len(list) > 40 && src.IntN(300) == 0 {
				p, class = q, "castling"
				break
			}
		}
		if count[class] >= 300 {
			continue
		}
		count[class]++
		if files[class] == nil {
			files[class], _ = os.Create(*genDir + "/" + class)
		}
		fmt.Fprintf(files[class], "%v 0 1\n", p)
	}
	fmt.Println(count)
}
