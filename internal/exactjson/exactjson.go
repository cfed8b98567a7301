// Package exactjson finds keys of JSON objects that package encoding/json confuses with other keys. That package compares keys without regard
// to case and uses the last of two equal keys, so that another program may read another value.
package exactjson

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"strings"
)

// Keys returns an error if an object in the data, at any depth, has a key twice, or a key that differs from one of the names only by case or by
// letters that encoding/json does not distinguish. Keys that are similar to none of the names are no error. The data should be one JSON value;
// it is no task of Keys to check this.
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
	keys := map[string]bool{}
	for d.More() {
		if token == json.Delim('{') {
			t, err := d.Token()
			if err != nil {
				return err
			}
			key, _ := t.(string)
			if keys[key] {
				return fmt.Errorf("the key %.40q stands twice", key)
			}
			keys[key] = true
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

// Names returns the names that tags json give to the fields of a struct type and of the structs in it. The type must not contain itself.
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
