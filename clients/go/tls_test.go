package lawspeaker_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"

	"lawspeaker"
	"lawspeaker/pb/wire"
)

// certificate makes one that signs itself, for a name, as files in PEM.
func certificate(t *testing.T, name string, until time.Time) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), DNSNames: []string{name}, NotBefore: until.Add(-48 * time.Hour), NotAfter: until,
		IsCA: true, BasicConstraintsValid: true,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	return writePEM(t, filepath.Join(folder, "cert.pem"), "CERTIFICATE", der),
		writePEM(t, filepath.Join(folder, "key.pem"), "PRIVATE KEY", secret)
}

func writePEM(t *testing.T, path, kind string, data []byte) string {
	t.Helper()
	if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: data}), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// serveTLS starts a referee with a certificate; it asks for the bot's if clients are given.
func serveTLS(t *testing.T, cert, key, clients string) (address string) {
	t.Helper()
	pair, err := tls.LoadX509KeyPair(cert, key)
	if err != nil {
		t.Fatal(err)
	}
	config := &tls.Config{Certificates: []tls.Certificate{pair}}
	if clients != "" {
		data, err := os.ReadFile(clients)
		if err != nil {
			t.Fatal(err)
		}
		config.ClientCAs, config.ClientAuth = x509.NewCertPool(), tls.RequireAndVerifyClientCert
		config.ClientCAs.AppendCertsFromPEM(data)
	}
	server := grpc.NewServer(grpc.Creds(credentials.NewTLS(config)))
	wire.RegisterRefereeServiceServer(server, &referee{t: t, scripts: []script{func(on *table) error {
		on.welcome()
		return on.goodbye()
	}}})
	address, listener := listen(t)
	go server.Serve(listener)
	t.Cleanup(server.Stop)
	return address
}

func TestAnEncryptedConnectionPlaysOrSaysWhatIsWrongWithIt(t *testing.T) {
	tomorrow, yesterday := time.Now().Add(24*time.Hour), time.Now().Add(-24*time.Hour)
	cert, key := certificate(t, "localhost", tomorrow)
	botCert, botKey := certificate(t, "bot", tomorrow)
	foreign, foreignKey := certificate(t, "elsewhere", tomorrow)
	old, oldKey := certificate(t, "localhost", yesterday)
	plain := serve(t)
	for _, each := range []struct {
		name          string
		address       string
		ca, cert, key string
		want          string
	}{
		{"encrypted", serveTLS(t, cert, key, ""), cert, "", "", ""},
		{"both have certificates", serveTLS(t, cert, key, botCert), cert, botCert, botKey, ""},
		{"no certificate of the bot", serveTLS(t, cert, key, botCert), cert, "", "", "set LAWSPEAKER_TLS_CERT and LAWSPEAKER_TLS_KEY"},
		{"another one of the bot", serveTLS(t, cert, key, botCert), cert, foreign, foreignKey, "set LAWSPEAKER_TLS_CERT and LAWSPEAKER_TLS_KEY"},
		{"an unknown authority", serveTLS(t, cert, key, ""), foreign, "", "", "does LAWSPEAKER_TLS_CA hold the authority that signed it?"},
		{"another name", serveTLS(t, foreign, foreignKey, ""), foreign, "", "", "the referee's certificate is for another name"},
		{"expired", serveTLS(t, old, oldKey, ""), old, "", "", "the referee's certificate has expired"},
		{"no TLS there", plain, cert, "", "", "no TLS is spoken there; leave LAWSPEAKER_TLS_CA away"},
		{"TLS there, none here", serveTLS(t, cert, key, ""), "", "", "", "if the referee speaks TLS, set LAWSPEAKER_TLS_CA"},
	} {
		t.Run(each.name, func(t *testing.T) {
			t.Setenv("LAWSPEAKER_TLS_CA", each.ca)
			t.Setenv("LAWSPEAKER_TLS_CERT", each.cert)
			t.Setenv("LAWSPEAKER_TLS_KEY", each.key)
			config := lawspeaker.Config{ConnectWithin: 100 * time.Millisecond}
			if each.want == "" {
				config.ConnectWithin = patience
			}
			err := runAt(t, each.address, &witness{}, config)
			switch {
			case each.want == "" && err != nil:
				t.Error(err)
			case each.want != "" && (!errors.Is(err, lawspeaker.ErrUnreachable) || !strings.Contains(err.Error(), each.want)):
				t.Errorf("the run ends with %v", err)
			}
		})
	}
}

func TestACertificateNeedsItsKey(t *testing.T) {
	cert, key := certificate(t, "localhost", time.Now().Add(time.Hour))
	_, foreignKey := certificate(t, "localhost", time.Now().Add(time.Hour))
	locked := writePEM(t, filepath.Join(t.TempDir(), "locked.pem"), "ENCRYPTED PRIVATE KEY", []byte{1})
	for name, each := range map[string]struct{ cert, key, want string }{
		"no key":      {cert, "", "a certificate and its key go together: set LAWSPEAKER_TLS_CERT and LAWSPEAKER_TLS_KEY"},
		"the wrong":   {cert, foreignKey, "private key does not match public key"},
		"a locked":    {cert, locked, "is locked with a password; give a key without one"},
		"swapped":     {key, cert, "holds no certificate in PEM"},
		"the own key": {cert, key, ""},
	} {
		_, err := lawspeaker.TLSFiles("public", each.cert, each.key)
		if each.want == "" && err != nil || each.want != "" && (!errors.Is(err, lawspeaker.ErrConfig) ||
			!strings.Contains(err.Error(), each.want)) {
			t.Errorf("%s: the error is %v", name, err)
		}
	}
}
