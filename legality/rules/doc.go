// Package rules proves setups illegal from the diagram alone.
package rules
