package lawspeaker_test

import (
	"bufio"
	"net"
	"strings"
	"testing"
)

// proxied is the variables that name a proxy at this address; a process reads them once.
func proxied(address string) []string {
	variables := []string{"no_proxy=", "NO_PROXY="}
	for _, name := range []string{"http_proxy", "https_proxy", "grpc_proxy", "all_proxy"} {
		variables = append(variables, name+"=http://"+address, strings.ToUpper(name)+"=http://"+address)
	}
	return variables
}

// nobody is an address at which a listener stands that takes nobody in.
func nobody(t *testing.T) net.Listener {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	return listener
}

func TestAnAddressOfThisMachineIsDialledWithoutAProxy(t *testing.T) {
	addresses := []string{serve(t, leave)}
	for _, host := range []string{"127.0.0.1", "127.7.7.7", "localhost", "[::1]"} {
		listener, err := net.Listen("tcp", host+":0")
		if err != nil {
			t.Fatal(err)
		}
		serveAt(t, listener, leave)
		_, port, _ := net.SplitHostPort(listener.Addr().String())
		addresses = append(addresses, net.JoinHostPort(strings.Trim(host, "[]"), port))
	}
	for _, address := range addresses {
		command, stderr := process(t, "thinks", address)
		command.Env = append(command.Env, proxied(nobody(t).Addr().String())...)
		if err := command.Run(); err != nil {
			t.Errorf("%s: %v with %q", address, err, stderr)
		}
	}
}

func TestAnyOtherAddressIsDialledThroughTheProxy(t *testing.T) {
	proxy := nobody(t)
	command, stderr := process(t, "thinks", "referee.invalid:50051")
	command.Env = append(command.Env, proxied(proxy.Addr().String())...)
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := proxy.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer line.Close()
	asked, err := bufio.NewReader(line).ReadString('\n')
	if want := "CONNECT referee.invalid:50051 HTTP/1.1\r\n"; err != nil || asked != want {
		t.Errorf("the proxy is asked %q, %v, %q", asked, err, stderr)
	}
	command.Process.Kill()
	command.Wait()
}
