import { fieldMetadataOf } from "@tracewater/contract/resource/field-metadata";
import { canonicalize, type Json } from "@tracewater/custody/canonical";
import { digest } from "@tracewater/custody/digest";
import { z } from "zod";

const mask = "***";
const maxLength = 8_000;
const deepest = 32;

/**
 * What may be in the audit log of a value that came in, or of a thing: secrets masked by their names and by the
 * names that the call's declaration marks as secret, times as ISO 8601, what JSON cannot hold left out, and of what is
 * very long its beginning with the hash of the whole.
 */
export function maskSecrets(value: unknown, secrets: ReadonlySet<string> = noNames): Json {
  const masked = maskValue(value, secrets, deepest);
  const text = canonicalize(masked);
  if (text.length <= maxLength) return masked;
  return { cut: true, length: text.length, sha256: digest(text), begin: text.slice(0, 2_000).toWellFormed() };
}

/** The names of fields that a declaration marks as secret. */
export function secretNames(schema: z.ZodType): Set<string> {
  if (!(schema instanceof z.ZodObject)) return new Set();
  const fields = Object.entries(schema.shape);
  return new Set(
    fields
      .filter(([, one]) => one instanceof z.ZodType && fieldMetadataOf(one)?.secret === true)
      .map(([name]) => name),
  );
}

const noNames: ReadonlySet<string> = new Set();

/** Codes that open something; a sampling point's code opens nothing. */
const secretName =
  /passw(or)?d|pwd|passphrase|secret|token|captcha|credential|private_?key|cookie|^(auth|authorization|verification|verify|set_?up|sms|invite|otp|one_?time)_?(code|key)$|^(pin|otp|passkey)$/i;

function maskValue(value: unknown, secrets: ReadonlySet<string>, levels: number): Json {
  if (typeof value === "string") return value.replaceAll("\0", "\uFFFD").toWellFormed();
  if (typeof value === "boolean" || value === null || value === undefined) return value ?? null;
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (typeof value === "bigint") return String(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Uint8Array) return `${value.byteLength} bytes`;
  if (typeof value !== "object" || levels === 0) return null;
  if (Array.isArray(value)) return value.map((one) => maskValue(one, secrets, levels - 1));
  const members = Object.entries(value).filter(([name, one]) => name !== "__proto__" && one !== undefined);
  return Object.fromEntries(
    members.map(([name, one]) => {
      const isSecret = secretName.test(name) || secrets.has(name);
      const hides = isSecret && one !== null && one !== "" && typeof one !== "boolean";
      return [
        name.replaceAll("\0", "\uFFFD").toWellFormed(),
        hides ? mask : maskValue(one, secrets, levels - 1),
      ];
    }),
  );
}
