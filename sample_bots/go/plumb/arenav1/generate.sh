#!/bin/sh
# Writes the Go code of ../proto again: `go generate ./...`. It wants protoc (or what $PROTOC names)
# and builds protoc's plugins as go.mod pins them.
set -eu
cd "$(dirname "$0")"
plugins=$(mktemp -d)
trap 'rm -rf "$plugins"' EXIT
go build -o "$plugins/" google.golang.org/protobuf/cmd/protoc-gen-go \
	google.golang.org/grpc/cmd/protoc-gen-go-grpc

options=module=bot/arenav1 # what the files lack: the Go package that they belong to
for file in ../proto/arena/v1/*.proto; do
	options="$options,M${file#../proto/}=bot/arenav1"
done
${PROTOC:-protoc} -I../proto --plugin="$plugins/protoc-gen-go" --go_out="$options:." \
	--plugin="$plugins/protoc-gen-go-grpc" --go-grpc_out="$options:." ../proto/arena/v1/*.proto
