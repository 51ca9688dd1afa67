import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
import { type Env, EnvError } from "./env.ts";

/** The certificate (with its chain) and key that HTTP and MQTT speak TLS with. */
export type Tls = { cert: Buffer; key: Buffer; minVersion: "TLSv1.2" };

/** Reads TLS_CERT and TLS_KEY; null without them. What cannot be used ends the start with a sentence. */
export function readTls(env: Pick<Env, "TLS_CERT" | "TLS_KEY">, now: number): Tls | null {
  const { TLS_CERT: certFile, TLS_KEY: keyFile } = env;
  if (certFile === undefined || keyFile === undefined) return null;
  const cert = readFile("TLS_CERT", certFile);
  const key = readFile("TLS_KEY", keyFile);
  const certificate = parse("TLS_CERT", certFile, "contains no certificate in PEM form", () => {
    return new X509Certificate(cert);
  });
  const privateKey = parse(
    "TLS_KEY",
    keyFile,
    "contains no private key in PEM form, or one with a password",
    () => createPrivateKey(key),
  );
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new EnvError(
      `The variable TLS_KEY cannot be used: ${keyFile} does not match ${certFile} (TLS_CERT).`,
    );
  }
  if (Date.parse(certificate.validTo) <= now) {
    throw new EnvError(
      `The variable TLS_CERT cannot be used: the certificate in ${certFile} expired on ${certificate.validTo}.`,
    );
  }
  // OpenSSL's own rules, such as the least size of a key, and the rest of the chain.
  parse("TLS_CERT", certFile, "is rejected by OpenSSL", () => createSecureContext({ cert, key }));
  return { cert, key, minVersion: "TLSv1.2" };
}

function readFile(variable: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new EnvError(`The variable ${variable} cannot be used: ${file} cannot be read (${code}).`);
  }
}

function parse<T>(variable: string, file: string, what: string, read: () => T): T {
  try {
    return read();
  } catch {
    throw new EnvError(`The variable ${variable} cannot be used: ${file} ${what}.`);
  }
}
