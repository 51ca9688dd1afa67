import { readFileSync } from "node:fs";
import { z } from "zod";
import { EnvError, isLoopback } from "../../../../platform/env.ts";

const text = z.string().trim().min(1).max(200);

/** Plain HTTP carries codes and tokens in the clear: on this machine alone. */
const issuer = z.url().refine((value) => {
  const { protocol, hostname } = new URL(value);
  return protocol === "https:" || (protocol === "http:" && isLoopback(hostname));
}, "must be an https address");

const provider = z.strictObject({
  /** Its name in addresses: `/prod-api/sso/{key}/...`. */
  key: z.string().regex(/^[a-z0-9][a-z0-9-]{0,29}$/, "must have 1 to 30 small letters, digits or '-'"),
  name: z.strictObject({ en: text, zh: text }),
  issuer,
  clientId: text,
  clientSecret: text,
  scope: text.default("openid profile email"),
  /** Values of `acr` or `amr` by which the provider reports a second factor. */
  secondFactor: z.array(text).max(20).default([]),
});

/** An OpenID Connect provider as the operator configured it. */
export type SignOnProvider = z.infer<typeof provider>;

const file = z.array(provider).max(20);

/** Reads OIDC_PROVIDERS_FILE, a JSON array; an EnvError names what is wrong with it. */
export function readProviders(path: string | undefined): readonly SignOnProvider[] {
  if (path === undefined) return [];
  const parsed = file.safeParse(parse(path));
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw broken(path, `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "not valid"}`);
  }
  const keys = parsed.data.map((one) => one.key);
  if (new Set(keys).size < keys.length) throw broken(path, "two providers have the same key");
  return parsed.data;
}

function parse(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    throw broken(path, "it cannot be read, or is not JSON");
  }
}

function broken(path: string, reason: string): EnvError {
  return new EnvError(`The variable OIDC_PROVIDERS_FILE cannot be used: ${path}: ${reason}.`);
}
