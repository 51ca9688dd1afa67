import { createHash, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";

/** What is wrong with an answer of the provider. */
export type SpoiltAnswer = {
  nonce?: string;
  issuer?: string;
  audience?: string;
  expiresIn?: number;
  /** Signed with a key that it does not publish. */
  foreignKey?: boolean;
  /** `iss` of the redirect (RFC 9207). */
  redirectIssuer?: string;
  claims?: Record<string, unknown>;
};

type Key = { privateKey: CryptoKey; jwk: JWK };
type Issued = { nonce: string; challenge: string; subject: string; spoilt: SpoiltAnswer };

/** An OpenID Connect provider that says whatever a test wants, signed: the faults that a right one does not make. */
export async function startStandInProvider(clientId: string) {
  const issued = new Map<string, Issued>();
  let key = await makeKey();
  const strangers = await makeKey();
  let isAway = false;

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const send = (status: number, body: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (isAway) return void request.socket.destroy();
    if (request.url === "/.well-known/openid-configuration") return void send(200, metadata());
    if (request.url === "/jwks") return void send(200, { keys: [key.jwk] });
    const given = new URLSearchParams(Buffer.concat(chunks).toString());
    const of = issued.get(given.get("code") ?? "");
    issued.delete(given.get("code") ?? "");
    const verifier = createHash("sha256")
      .update(given.get("code_verifier") ?? "")
      .digest("base64url");
    if (of === undefined || of.challenge !== verifier) return void send(400, { error: "invalid_grant" });
    send(200, { access_token: randomUUID(), token_type: "Bearer", id_token: await idToken(of) });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;

  const metadata = () => ({
    ...{ issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` },
    ...{
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
    },
    id_token_signing_alg_values_supported: ["RS256"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
  });

  function sign(claims: Record<string, unknown>, type: string, foreign = false) {
    const { privateKey, jwk } = foreign ? { ...strangers, jwk: key.jwk } : key;
    return new SignJWT(claims)
      .setProtectedHeader({ alg: "RS256", kid: jwk.kid ?? "", typ: type })
      .sign(privateKey);
  }

  async function idToken({ nonce, subject, spoilt }: Issued): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      ...{ iss: spoilt.issuer ?? issuer, aud: spoilt.audience ?? clientId, sub: subject },
      ...{ nonce: spoilt.nonce ?? nonce, iat: now, exp: now + (spoilt.expiresIn ?? 300) },
      ...spoilt.claims,
    };
    return sign(claims, "JWT", spoilt.foreignKey);
  }

  return {
    issuer,
    /** What the provider's redirect carries after somebody logged in there. */
    answer(url: string, subject: string, spoilt: SpoiltAnswer = {}) {
      const query = new URL(url).searchParams;
      const code = randomUUID();
      const [nonce = "", challenge = ""] = [query.get("nonce") ?? "", query.get("code_challenge") ?? ""];
      issued.set(code, { nonce, challenge, subject, spoilt });
      return { state: query.get("state") ?? "", code, iss: spoilt.redirectIssuer ?? issuer };
    },
    /** A log-out token (Back-Channel Logout 1.0, 2.4). */
    logOutToken(claims: Record<string, unknown>, foreign = false): Promise<string> {
      const now = Math.floor(Date.now() / 1000);
      const events = { "http://schemas.openid.net/event/backchannel-logout": {} };
      const all = {
        iss: issuer,
        aud: clientId,
        iat: now,
        exp: now + 120,
        jti: randomUUID(),
        events,
        ...claims,
      };
      return sign(all, "logout+jwt", foreign);
    },
    async rotateKey(): Promise<void> {
      key = await makeKey();
    },
    setAway(value: boolean): void {
      isAway = value;
    },
    close: (): void => void server.close(),
  };
}

async function makeKey(): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair("RS256");
  return {
    privateKey,
    jwk: { ...(await exportJWK(publicKey)), kid: randomUUID(), alg: "RS256", use: "sig" },
  };
}
