package sampler_test

// goldenRanks lists the first ranks of seed 2^64-1 in a space of 2^200 elements,
// printed by this package in November 2026. A change here is a breaking one.
var goldenRanks = [4]string{
	"0x3b0bb0a736833b561f8f444bf0f0d8d22ed1fef4167125428f",
	"0xa9a56df7e0e02ff7f87d30679326040824fe98439a20258adc",
	"0xf5750fa89b914574e36a99f91bb2a53b44ac68a1f88a549f49",
	"0xff3fd4d6c13694111732286a2d84bf66c34a932424785b98a3",
}
