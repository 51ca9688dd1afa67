import { z } from "zod";
import { readAllowedHosts } from "./outbound/outbound-address.ts";

/** A sentence for the operator about a variable that cannot be used; the start ends with it. */
export class EnvError extends Error {}

const port = z.coerce
  .number({ error: "is not a port number" })
  .int("is not a port number")
  .min(0, "is not a port number (0 to 65535)")
  .max(65535, "is not a port number (0 to 65535)");

const url = (...protocols: string[]) =>
  z.string().refine(
    (value) => {
      const parsed = URL.canParse(value) ? new URL(value) : null;
      return parsed !== null && protocols.includes(parsed.protocol);
    },
    `is not a URL that begins with ${protocols.map((p) => `${p}//`).join(" or ")}`,
  );

const zone = z.string().refine(isTimeZone, "is not a time zone such as Asia/Shanghai");

/** Every variable the server reads: name, meaning, check. The operations guide's table is held against it. */
const variables = {
  HTTP_PORT: port.optional(),
  MQTT_PORT: port.optional(),
  MQTT_TLS_PORT: port.optional(),
  DEVICE_RATE: z.coerce.number("is not a number").int().min(1).max(100_000).default(200),
  DEVICE_BURST: z.coerce.number("is not a number").int().min(1).max(1_000_000).default(1000),
  HOST: z.string().default("127.0.0.1"),
  DATA_DIR: z.string().default("./data/main"),
  DATABASE_URL: url("postgres:", "postgresql:").optional(),
  ADMIN_PASSWORD: z.string().min(15, "must have 15 characters or more").max(128).optional(),
  CAPTCHA: z.enum(["on", "off"], "must be on or off").default("on"),
  BRAND: z.enum(["iot", "evidence"], "must be iot or evidence").default("iot"),
  FILING_NUMBER: z.string().max(60).default(""),
  TZ: zone.default("Asia/Shanghai"),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"], "is not a log level")
    .default("info"),
  ALLOW_PLAINTEXT: z.enum(["yes", "no"], "must be yes or no").default("no"),
  TLS_CERT: z.string().optional(),
  TLS_KEY: z.string().optional(),
  TRUSTED_PROXIES: z.string().default(""),
  PUBLIC_URL: url("http:", "https:").optional(),
  SECRET_KEY_FILE: z.string().optional(),
  LICENCE_KEY_FILE: z.string().optional(),
  FFMPEG_PATH: z.string().optional(),
  CAMERA_ALLOW: z
    .string()
    .default("")
    .refine((text) => readAllowedHosts(text).ok, "is not a list of host names, addresses and networks"),
  SMTP_URL: url("smtp:", "smtps:").optional(),
  SMTP_FROM: z.email("is not an e-mail address").optional(),
  SMTP_CA: z.string().optional(),
  WEBHOOK_ALLOW: z
    .string()
    .default("")
    .refine((text) => readAllowedHosts(text).ok, "is not a list of host names, addresses and networks"),
  NODE_ENV: z.string().default("development"),
} as const;

const schema = z.object(variables);

export type Env = z.infer<typeof schema> & { isProduction: boolean };

/** Reads the environment; an empty variable counts as absent. Throws EnvError naming the variable. */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const name = String(issue?.path[0] ?? "a variable");
    throw new EnvError(`The variable ${name} cannot be used: it ${issue?.message ?? "is not valid"}.`);
  }
  const env = { ...parsed.data, isProduction: parsed.data.NODE_ENV === "production" };
  checkTogether(env);
  return env;
}

function checkTogether(env: Env): void {
  const loopback = isLoopback(env.HOST);
  if (env.CAPTCHA === "off" && !loopback) {
    throw new EnvError(
      `The variable CAPTCHA cannot be off while HOST is ${env.HOST}: it may only be on a loopback address.`,
    );
  }
  for (const [given, missing] of [
    ["TLS_CERT", "TLS_KEY"],
    ["TLS_KEY", "TLS_CERT"],
  ] as const) {
    if (env[given] !== undefined && env[missing] === undefined) {
      throw new EnvError(`The variable ${given} cannot be used without ${missing}: TLS needs both.`);
    }
  }
  if (env.SMTP_URL !== undefined && env.SMTP_FROM === undefined) {
    throw new EnvError("The variable SMTP_URL cannot be used without SMTP_FROM: mail needs a sender.");
  }
  if (env.MQTT_TLS_PORT !== undefined && env.TLS_CERT === undefined) {
    throw new EnvError("The variable MQTT_TLS_PORT cannot be used without TLS_CERT and TLS_KEY.");
  }
  const isSafe = env.TLS_CERT !== undefined || env.TRUSTED_PROXIES !== "";
  if (!loopback && !isSafe && env.ALLOW_PLAINTEXT !== "yes") {
    throw new EnvError(
      `The variable HOST names ${env.HOST}, which others can reach, without TLS_CERT or TRUSTED_PROXIES. ` +
        "Set ALLOW_PLAINTEXT=yes to go on: passwords and device data then cross the network unencrypted.",
    );
  }
}

export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host);
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
