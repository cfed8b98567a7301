// Package exactjson finds keys of JSON objects that package encoding/json takes for others: it compares them without regard to case, and of two alike
// the last one counts. So what one reader sees as FEN another sees as fen.
package exactjson

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"strings"
)

// Keys reports an error if an object in the data, at any depth, has a key twice, or one that differs from a name only by case, or by letters that
// encoding/json takes for the same. Keys that are like none of the names pass. The data should be JSON, of one value: what is not is found by who decodes it.
func Keys(data []byte, names ...string) error {
	d := json.NewDecoder(bytes.NewReader(data))
	type object struct {
		keys  map[string]bool // nil for an array
		value bool            // the next token is a value
	}
	var open []object
	for {
		token, err := d.Token()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		last := len(open) - 1
		switch t := token.(type) {
		case json.Delim:
			if t == '}' || t == ']' {
				open = open[:last]
				continue
			}
			if last >= 0 {
				open[last].value = false
			}
			o := object{}
			if t == '{' {
				o.keys = map[string]bool{}
			}
			open = append(open, o)
			continue
		case string:
			if last >= 0 && open[last].keys != nil && !open[last].value {
				if open[last].keys[t] {
					return fmt.Errorf("the key %.40q stands twice", t)
				}
				for _, name := range names {
					if t != name && strings.EqualFold(t, name) {
						return fmt.Errorf("found the key %.40q, want %q", t, name)
					}
				}
				open[last].keys[t], open[last].value = true, true
				continue
			}
		}
		if last >= 0 {
			open[last].value = false
		}
	}
}

// Names returns the names of the fields of a struct type, and of the structs in it, as encoding/json has them.
func Names(t reflect.Type) (names []string) {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return Names(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" && name != "-" {
				names = append(names, name)
			}
			names = append(names, Names(f.Type)...)
		}
	}
	return names
}
