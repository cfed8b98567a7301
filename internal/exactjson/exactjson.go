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
// encoding/json takes for the same. Keys that are like none of the names pass. The data should be one value of JSON; whoever decodes it finds what is not.
func Keys(data []byte, names ...string) error {
	d := json.NewDecoder(bytes.NewReader(data))
	for {
		if err := checkValue(d, names); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// checkValue reads one value and checks the keys in it.
func checkValue(d *json.Decoder, names []string) error {
	token, err := d.Token()
	if err != nil || token != json.Delim('{') && token != json.Delim('[') {
		return err
	}
	seen := map[string]bool{}
	for d.More() {
		if token == json.Delim('{') {
			t, err := d.Token()
			if err != nil {
				return err
			}
			key, _ := t.(string)
			if seen[key] {
				return fmt.Errorf("the key %.40q stands twice", key)
			}
			seen[key] = true
			for _, name := range names {
				if key != name && strings.EqualFold(key, name) {
					return fmt.Errorf("found the key %.40q, want %q", key, name)
				}
			}
		}
		if err := checkValue(d, names); err != nil {
			return err
		}
	}
	_, err = d.Token()
	return err
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
