package surveys

import (
	"io"

	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/survey/report"
)

// surveyPlainCommand turns a Parquet file of a record into the plain table that cells of a notebook read, as they are built
// without the library for Parquet; see survey/internal/record.
func surveyPlainCommand(a *cli.App) *cobra.Command {
	return &cobra.Command{
		Use:    "plain",
		Short:  "Turn a Parquet file of a record on standard input into a table for cells of a notebook",
		Hidden: true, // for programs
		Args:   cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			file, err := io.ReadAll(a.In)
			if err != nil {
				return err
			}
			table, err := report.Plain(file)
			if err != nil {
				return err
			}
			_, err = a.Out.Write(table)
			return err
		},
	}
}
