package cli

import (
	"chesscensus/survey/filter"
	"chesscensus/survey/remote/access"
)

// A Work makes what answers chunks of lines as a command does that was asked these options, JSON that anybody may have written. The
// error is that of options that make no sense.
type Work func(options []byte) (filter.Answerer, error)

// Offer says that the lines of a command can be handled elsewhere.
func (a *App) Offer(command string, w Work) {
	if a.Works == nil {
		a.Works = map[string]Work{}
	}
	a.Works[command] = w
}

// An Errand is an input whose lines are to be handled elsewhere.
type Errand struct {
	Access  access.Access // how the engine is reached whose workers handle them
	Checks  float64       // share of the lines that a second worker handles too, from 0 to 1
	Command string        // whose work it is, see [App.Offer]
	Options []byte        // what it was asked, JSON
	Input   *Input
	Lines   filter.Lines // how they would be handled here
}
