package lawspeaker

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

const (
	caVariable   = "LAWSPEAKER_TLS_CA"
	certVariable = "LAWSPEAKER_TLS_CERT"
	keyVariable  = "LAWSPEAKER_TLS_KEY"
	// public stands for the authorities that the system trusts, in place of a file.
	public = "public"
)

// TLSFiles makes the settings of an encrypted connection of files in PEM. ca holds the authorities that the referee's
// certificate may be of, or is "public"; cert and key are the bot's own, for a referee that asks for them, or empty.
// Fails with ErrConfig.
func TLSFiles(ca, cert, key string) (*tls.Config, error) {
	config := &tls.Config{MinVersion: tls.VersionTLS12}
	if ca != public {
		data, err := readPEM(ca, "CERTIFICATE")
		if err != nil {
			return nil, err
		}
		config.RootCAs = x509.NewCertPool()
		if !config.RootCAs.AppendCertsFromPEM(data) {
			return nil, fmt.Errorf("%w: %s holds no certificate that can be read", ErrConfig, ca)
		}
	}
	if (cert == "") != (key == "") {
		return nil, fmt.Errorf("%w: a certificate and its key go together: set %s and %s", ErrConfig, certVariable,
			keyVariable)
	}
	if cert == "" {
		return config, nil
	}
	pair, err := readPair(cert, key)
	config.Certificates = []tls.Certificate{pair}
	return config, err
}

func readPair(cert, key string) (tls.Certificate, error) {
	certData, err := readPEM(cert, "CERTIFICATE")
	if err != nil {
		return tls.Certificate{}, err
	}
	keyData, err := readPEM(key, "PRIVATE KEY")
	if err != nil {
		return tls.Certificate{}, err
	}
	pair, err := tls.X509KeyPair(certData, keyData)
	if err != nil {
		return tls.Certificate{}, fmt.Errorf("%w: %s and %s: %w", ErrConfig, cert, key, err)
	}
	return pair, nil
}

func readPEM(path, what string) ([]byte, error) {
	data, err := os.ReadFile(path)
	var pathError *fs.PathError
	switch {
	case errors.As(err, &pathError):
		return nil, fmt.Errorf("%w: %s: %w", ErrConfig, path, pathError.Err)
	case err != nil:
		return nil, fmt.Errorf("%w: %s: %w", ErrConfig, path, err)
	case !bytes.Contains(data, []byte(what+"-----")):
		return nil, fmt.Errorf("%w: %s holds no %s in PEM", ErrConfig, path, strings.ToLower(what))
	case bytes.Contains(data, []byte("ENCRYPTED")):
		return nil, fmt.Errorf("%w: %s is locked with a password; give a key without one", ErrConfig, path)
	}
	return data, nil
}

// tlsOfEnvironment is the settings of LAWSPEAKER_TLS_CA, _CERT and _KEY; nil if they are not set.
func tlsOfEnvironment() (*tls.Config, error) {
	ca, cert, key := os.Getenv(caVariable), os.Getenv(certVariable), os.Getenv(keyVariable)
	if ca != "" {
		return TLSFiles(ca, cert, key)
	}
	if cert != "" || key != "" {
		return nil, fmt.Errorf("%w: %s and %s need %s: the file of the authority of the referee's certificate, or %q",
			ErrConfig, certVariable, keyVariable, caVariable, public)
	}
	return nil, nil
}

// tlsHint is what is probably wrong, by gRPC's words for a connection that failed; empty if they tell nothing of TLS.
func tlsHint(details string, encrypted bool) string {
	has := func(words string) bool { return strings.Contains(details, words) }
	closed := has("connection reset") || has("broken pipe") || has("EOF")
	switch {
	case has("certificate has expired or is not yet valid"):
		return "the referee's certificate has expired, or is not valid yet"
	case has("x509: certificate is valid for"), has("x509: certificate is not valid for any names"):
		return "the referee's certificate is for another name; dial one that stands in it"
	case has("x509: "):
		return fmt.Sprintf("the referee's certificate is not accepted; does %s hold the authority that signed it?",
			caVariable)
	case has("first record does not look like a TLS handshake"):
		return fmt.Sprintf("no TLS is spoken there; leave %s away if the network may be trusted", caVariable)
	case has("remote error: tls: "), encrypted && closed:
		return fmt.Sprintf("if the referee asks for the bot's certificate, set %s and %s to one that has not expired, "+
			"of an authority that it knows", certVariable, keyVariable)
	case closed:
		return fmt.Sprintf("the connection was closed at once; if the referee speaks TLS, set %s", caVariable)
	}
	return ""
}
