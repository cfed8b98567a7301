package plan_test

import (
	"fmt"

	"chesscensus/survey/plan"
)

// A plan edited by hand is refused with the name of the field.
func ExampleParse() {
	_, err := plan.Parse([]byte(`{"format": 1, "space": "ranked", "size": "8.7e45", "stratification": "whole",
	 "code": {"signature": "0"}}`))
	fmt.Println(err)
	// Output:
	// plan: size: found "8.7e45", want a decimal number of at least 1 and at most 78 digits, in quotes
}
