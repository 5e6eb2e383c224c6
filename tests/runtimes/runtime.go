// A static program that makes Go's runtime do all that a bot may need, and tells how it went.
package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"syscall"
	"time"
)

func main() {
	path := strings.TrimPrefix(os.Getenv("ARENA_SOCKET"), "unix://")
	arena, err := net.Dial("unix", path)
	if err != nil {
		os.Exit(3)
	}
	defer arena.Close()
	for _, trial := range []struct {
		name string
		do   func() error
	}{
		{"threads", threads}, {"garbage", garbage}, {"timers", timers}, {"files", files},
		{"signals", signals}, {"random", random}, {"http2", http2},
	} {
		if err := trial.do(); err != nil {
			fmt.Fprintf(arena, "%s %v\n", trial.name, err)
		} else {
			fmt.Fprintf(arena, "%s done\n", trial.name)
		}
	}
}

// threads has 40 goroutines each hold a thread of the system at the same time.
func threads() error {
	var held, ended sync.WaitGroup
	held.Add(40)
	for range 40 {
		ended.Go(func() {
			runtime.LockOSThread()
			held.Done()
			held.Wait()
		})
	}
	ended.Wait()
	return nil
}

func garbage() error {
	kept := make([][]byte, 64)
	for turn := range 4096 {
		kept[turn%len(kept)] = make([]byte, 1<<16)
	}
	debug.FreeOSMemory()
	return nil
}

func timers() error {
	waiting, cancel := context.WithTimeout(context.Background(), 5*time.Millisecond)
	defer cancel()
	<-waiting.Done()
	return nil
}

func files() error {
	file, err := os.CreateTemp("", "bot")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	if _, err = file.WriteString("cards"); err != nil {
		return err
	}
	return file.Sync()
}

func signals() error {
	heard := make(chan os.Signal, 1)
	signal.Notify(heard, syscall.SIGUSR1)
	if err := syscall.Kill(os.Getpid(), syscall.SIGUSR1); err != nil {
		return err
	}
	<-heard
	return nil
}

func random() error {
	_, err := rand.Read(make([]byte, 32))
	return err
}

// http2 talks to itself over a socket file as gRPC does: HTTP/2 without TLS.
func http2() error {
	listener, err := net.Listen("unix", os.TempDir()+"/own.sock")
	if err != nil {
		return err
	}
	var protocols http.Protocols
	protocols.SetUnencryptedHTTP2(true)
	server := &http.Server{
		Protocols: &protocols,
		Handler: http.HandlerFunc(func(out http.ResponseWriter, in *http.Request) {
			fmt.Fprint(out, in.Proto)
		}),
	}
	go server.Serve(listener)
	defer server.Close()
	transport := &http.Transport{
		Protocols: &protocols,
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "unix", listener.Addr().String())
		},
	}
	defer transport.CloseIdleConnections()
	answer, err := (&http.Client{Transport: transport}).Get("http://bot/")
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.ProtoMajor != 2 {
		return fmt.Errorf("spoke %s", answer.Proto)
	}
	return nil
}
