// Package arenav1 is the protocol in Go, generated from ../proto.
//
// Nobody has to generate it again to build or change the bot; generate.sh says what it wants.
package arenav1

//go:generate sh generate.sh
