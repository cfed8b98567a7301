package draws

import (
	"context"
	"fmt"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"

	"chesscensus/chess"
	"chesscensus/sampler"
	"chesscensus/survey"
)

// maxRows is the largest number of draws of a frame. A frame of a million draws takes about a gigabyte.
const maxRows = 1_000_000

// Frame judges a sample and returns it as a data frame, a row a draw, in their order:
//
//	number        of the draw, from 0
//	fen           first four fields of the FEN record
//	men, pawns    on the board, of both sides, kings included
//	captures      32 less men
//	promotions    least number of promoted men, by counts and colors of bishops
//	side          side to move, "white" or "black"
//	check         whether the side to move is in check
//	rights        number of castling rights
//	en_passant    whether there is an en passant square
//	verdict       "legal", "illegal", "unknown"
//	stage, reason the stage that decided, and its reason in words
//	weight, multiplicity of the draw
//	value         weight/multiplicity if legal, else 0: size times its mean is the estimate
//	micros        time of judging, in microseconds of the clock
//
// Frame refuses more than a million draws; [All] has no limit. If the context ends, the frame has the rows up to there, and the error is that
// of the context.
func Frame(ctx context.Context, c Config) (dataframe.DataFrame, error) {
	if c.Draws > maxRows {
		return dataframe.DataFrame{}, fmt.Errorf("draws: a frame of %d rows; at most %d fit in memory with ease, the rows one after another have no limit", c.Draws, maxRows)
	}
	var rows []Row
	var failed error
	for r, err := range All(ctx, c) {
		if err != nil {
			failed = err
			break
		}
		rows = append(rows, r)
	}
	if failed != nil && ctx.Err() == nil {
		return dataframe.DataFrame{}, failed
	}
	return frameOf(rows), failed
}

// frameOf returns rows as the frame that [Frame] describes.
func frameOf(rows []Row) dataframe.DataFrame {
	var list []series.Series
	for _, c := range columns {
		list = append(list, c.series(rows))
	}
	return dataframe.New(list...)
}

// A column makes one column of the frame.
type column struct {
	name    string
	valueOf func(*Row) any
}

// series returns the column of some rows.
func (c column) series(rows []Row) series.Series {
	switch c.valueOf(&Row{Draw: emptyDraw}).(type) {
	case int:
		return series.New(valuesOf[int](rows, c.valueOf), series.Int, c.name)
	case float64:
		return series.New(valuesOf[float64](rows, c.valueOf), series.Float, c.name)
	case bool:
		return series.New(valuesOf[bool](rows, c.valueOf), series.Bool, c.name)
	}
	return series.New(valuesOf[string](rows, c.valueOf), series.String, c.name)
}

// valuesOf returns the values of a column.
func valuesOf[T any](rows []Row, of func(*Row) any) []T {
	list := make([]T, len(rows))
	for i := range rows {
		list[i] = of(&rows[i]).(T)
	}
	return list
}

var columns = []column{
	{"number", func(r *Row) any { return int(r.Number) }},
	{"fen", func(r *Row) any { return r.Draw.Setup.String() }},
	{"men", func(r *Row) any { return r.Draw.Setup.Board.Men() }},
	{"pawns", func(r *Row) any { return r.Draw.Setup.Board.Of(chess.Pawn).Count() }},
	{"captures", func(r *Row) any { return 32 - r.Draw.Setup.Board.Men() }},
	{"promotions", func(r *Row) any { return survey.Promotions.Of(&r.Draw.Setup) }},
	{"side", func(r *Row) any { return r.Draw.Setup.Turn.String() }},
	{"check", func(r *Row) any { return inCheck(&r.Draw.Setup) }},
	{"rights", func(r *Row) any { return r.Draw.Setup.Castling.Count() }},
	{"en_passant", func(r *Row) any { return r.Draw.Setup.EP != chess.NoSquare }},
	{"verdict", func(r *Row) any { return r.Outcome.String() }},
	{"stage", func(r *Row) any { return r.Stage }},
	{"reason", func(r *Row) any { return r.Reason }},
	{"weight", func(r *Row) any { return r.Draw.Weight }},
	{"multiplicity", func(r *Row) any { return r.Draw.Multiplicity }},
	{"value", func(r *Row) any { return r.Value() }},
	{"micros", func(r *Row) any { return float64(r.Time.Nanoseconds()) / 1000 }},
}

// emptyDraw is a draw whose values show the types of the columns.
var emptyDraw = sampler.Draw{Setup: chess.EmptySetup(), Multiplicity: 1}

// inCheck reports whether a king of the side to move is attacked. A setup may have several.
func inCheck(s *chess.Setup) bool {
	for k := range s.Board.Pieces(s.Turn, chess.King).All() {
		if s.Board.Attackers(k, s.Turn.Other(), s.Board.Occupied()) != 0 {
			return true
		}
	}
	return false
}
