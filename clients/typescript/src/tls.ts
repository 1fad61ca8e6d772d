import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";

import { credentials, type ChannelCredentials } from "@grpc/grpc-js";

import { ConnectionRefusedError } from "./errors.js";

/** Files in PEM for an encrypted connection. */
export interface Tls {
  /** The authorities that the referee's certificate may be of; "public" for those that come with Node. */
  readonly ca: string;
  /** The bot's own certificate and its key, for a referee that asks for them. */
  readonly cert?: string;
  readonly key?: string;
}

/** Credentials from files. Throws ConnectionRefusedError for a file that cannot be used. */
export function credentialsOf(tls: Tls | undefined): ChannelCredentials {
  if (!tls) return credentials.createInsecure();
  const { ca, cert = "", key = "" } = tls;
  if (Boolean(cert) !== Boolean(key)) {
    throw new ConnectionRefusedError(
      "a certificate and its key go together: set LAWSPEAKER_TLS_CERT and LAWSPEAKER_TLS_KEY",
    );
  }
  const authorities = ca === "public" ? null : readAuthorities(ca);
  const own = cert ? { key: read(key, "PRIVATE KEY"), cert: read(cert, "CERTIFICATE") } : undefined;
  try {
    return credentials.createSsl(authorities, own?.key ?? null, own?.cert ?? null);
  } catch (error) {
    const files = [ca, cert, key].filter(Boolean).join(", ");
    throw new ConnectionRefusedError(`${files}: not usable together (${String(error)})`);
  }
}

/** What is probably wrong, by gRPC's words for a connection that failed; empty if they tell nothing of TLS. */
export function hint(details: string, encrypted: boolean): string {
  if (/certificate has expired|CERT_HAS_EXPIRED/i.test(details)) {
    return "the referee's certificate is not accepted: it has expired";
  }
  if (/self-signed|unable to (?:verify|get)|UNABLE_TO|SELF_SIGNED/i.test(details)) {
    return "the referee's certificate is not accepted; does LAWSPEAKER_TLS_CA hold the authority that signed it?";
  }
  if (/altnames|ERR_TLS_CERT_ALTNAME/i.test(details)) {
    return "the referee's certificate is for another name; dial one that stands in it";
  }
  if (/wrong version number|packet length too long/i.test(details)) {
    return "no TLS is spoken there; leave LAWSPEAKER_TLS_CA away if the network may be trusted";
  }
  // gRPC has nothing more to say where the other side hung up while hands were shaken.
  if (!/Failed to connect|ECONNRESET|EPIPE|alert/.test(details)) return "";
  return encrypted
    ? "the connection was closed at once; if the referee asks for the bot's certificate, set LAWSPEAKER_TLS_CERT " +
        "and LAWSPEAKER_TLS_KEY to one that has not expired, of an authority that it knows"
    : "the connection was closed at once; if the referee speaks TLS, set LAWSPEAKER_TLS_CA";
}

/** Node itself passes over what is no certificate, and then trusts nobody. */
function readAuthorities(path: string): Buffer {
  const data = read(path, "CERTIFICATE");
  try {
    new X509Certificate(data);
  } catch {
    throw new ConnectionRefusedError(`${path} holds no certificate that can be read`);
  }
  return data;
}

function read(path: string, what: string): Buffer {
  let data: Buffer;
  try {
    data = readFileSync(path);
  } catch (error) {
    throw new ConnectionRefusedError(
      `${path}: it cannot be read (${(error as NodeJS.ErrnoException).code ?? "?"})`,
    );
  }
  if (!data.includes(`${what}-----`)) {
    throw new ConnectionRefusedError(`${path} holds no ${what.toLowerCase()} in PEM`);
  }
  if (data.includes("ENCRYPTED")) {
    throw new ConnectionRefusedError(`${path} is locked with a password; give a key without one`);
  }
  return data;
}
