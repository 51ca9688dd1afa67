import { z } from "zod";
import { readWitnesses } from "./custody/witness-list.ts";
import { type IsListed, readAddressList } from "./network-address.ts";
import { readAllowedHosts } from "./outbound/outbound-address.ts";

/** A sentence for the operator about a variable that cannot be used; the start ends with it. */
export class EnvError extends Error {}

const port = z.coerce
  .number({ error: "must be a port number" })
  .int("must be a port number")
  .min(0, "must be a port number (0 to 65535)")
  .max(65535, "must be a port number (0 to 65535)");

const count = (max: number) => z.coerce.number("must be a number").int().min(1).max(max);

const seconds = count(3600);

const url = (...protocols: string[]) =>
  z.string().refine(
    (value) => {
      const parsed = URL.canParse(value) ? new URL(value) : null;
      return parsed !== null && protocols.includes(parsed.protocol);
    },
    `must be a URL that starts with ${protocols.map((p) => `${p}//`).join(" or ")}`,
  );

const zone = z.string().refine(isTimeZone, "must be a time zone such as Asia/Shanghai");

/** Every variable the server reads: name, meaning, check. The operations guide's table is held against it. */
const variables = {
  HTTP_PORT: port.optional(),
  MQTT_PORT: port.optional(),
  MQTT_TLS_PORT: port.optional(),
  DEVICE_RATE: count(100_000).default(200),
  DEVICE_BURST: count(1_000_000).default(1000),
  DEVICE_BYTE_RATE: count(1_000_000_000).default(250_000),
  DEVICE_BYTE_BURST: count(1_000_000_000).default(1_000_000),
  HTTP_CONNECTIONS: count(1_000_000).default(4000),
  HTTP_CONNECTIONS_PER_ADDRESS: count(1_000_000).default(500),
  MQTT_CONNECTIONS: count(1_000_000).default(50_000),
  MQTT_CONNECTIONS_PER_ADDRESS: count(1_000_000).default(2000),
  MQTT_CONNECT_SECONDS: seconds.default(10),
  REQUEST_HEAD_SECONDS: seconds.default(20),
  REQUEST_SECONDS: seconds.default(30),
  UPLOAD_RATE: count(1_000_000_000).default(2000),
  HOST: z.string().default("127.0.0.1"),
  DATA_DIR: z.string().default("./data/main"),
  DATABASE_URL: url("postgres:", "postgresql:").optional(),
  ADMIN_PASSWORD: z.string().min(15, "must have at least 15 characters").max(128).optional(),
  CAPTCHA: z.enum(["on", "off"], "must be on or off").default("on"),
  BRAND: z.enum(["iot", "evidence"], "must be iot or evidence").default("iot"),
  FILING_NUMBER: z.string().max(60).default(""),
  TZ: zone.default("Asia/Shanghai"),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"], "must be a log level")
    .default("info"),
  ALLOW_PLAINTEXT: z.enum(["yes", "no"], "must be yes or no").default("no"),
  TLS_CERT: z.string().optional(),
  TLS_KEY: z.string().optional(),
  TRUSTED_PROXIES: z
    .string()
    .default("")
    .refine((text) => readAddressList(text) !== null, "is not a list of addresses and networks"),
  PUBLIC_URL: url("http:", "https:").optional(),
  OIDC_PROVIDERS_FILE: z.string().optional(),
  SECRET_KEY_FILE: z.string().optional(),
  LICENCE_KEY_FILE: z.string().optional(),
  FFMPEG_PATH: z.string().optional(),
  FFMPEG_BUNDLED: z.enum(["on", "off"], "must be on or off").default("off"),
  CAMERA_ALLOW: z
    .string()
    .default("")
    .refine((text) => readAllowedHosts(text).ok, "must be a list of host names, addresses and networks"),
  SMTP_URL: url("smtp:", "smtps:").optional(),
  SMTP_FROM: z.email("must be an e-mail address").optional(),
  SMTP_CA: z.string().optional(),
  TEXT_WEBHOOK_URL: url("http:", "https:").optional(),
  TEXT_WEBHOOK_SECRET: z.string().min(16, "must have at least 16 characters").max(200).optional(),
  WEBHOOK_ALLOW: z
    .string()
    .default("")
    .refine((text) => readAllowedHosts(text).ok, "must be a list of host names, addresses and networks"),
  PDF_CERT: z.string().optional(),
  PDF_KEY: z.string().optional(),
  TSA_URL: url("http:", "https:").optional(),
  TSA_CA: z.string().optional(),
  WITNESSES: z
    .string()
    .default("")
    .refine((text) => readWitnesses(text) !== null, "must be a list of URL KEY; URL KEY, each name once"),
  NODE_ENV: z.string().default("development"),
} as const;

const schema = z.object(variables);

export type Env = z.infer<typeof schema> & {
  isProduction: boolean;
  /** Whether an address is one of TRUSTED_PROXIES. */
  isTrustedProxy: IsListed;
};

/** Reads the environment; an empty variable counts as absent. Throws EnvError naming the variable. */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const name = String(issue?.path[0] ?? "a variable");
    throw new EnvError(`The variable ${name} cannot be used: it ${issue?.message ?? "is not valid"}.`);
  }
  const env = {
    ...parsed.data,
    isProduction: parsed.data.NODE_ENV === "production",
    isTrustedProxy: readAddressList(parsed.data.TRUSTED_PROXIES) ?? (() => false),
  };
  checkTogether(env);
  return env;
}

function checkTogether(env: z.infer<typeof schema>): void {
  const loopback = isLoopback(env.HOST);
  if (env.CAPTCHA === "off" && !loopback) {
    throw new EnvError(
      `The variable CAPTCHA cannot be off while HOST is ${env.HOST}. It can only be off on a loopback address.`,
    );
  }
  for (const [given, missing] of [
    ["TLS_CERT", "TLS_KEY"],
    ["TLS_KEY", "TLS_CERT"],
    ["TEXT_WEBHOOK_URL", "TEXT_WEBHOOK_SECRET"],
    ["TEXT_WEBHOOK_SECRET", "TEXT_WEBHOOK_URL"],
  ] as const) {
    if (env[given] !== undefined && env[missing] === undefined) {
      const what = given.startsWith("TLS") ? "TLS requires" : "Text messages require";
      throw new EnvError(`The variable ${given} cannot be used without ${missing}. ${what} both.`);
    }
  }
  if (env.SMTP_URL !== undefined && env.SMTP_FROM === undefined) {
    throw new EnvError("The variable SMTP_URL cannot be used without SMTP_FROM. Mail requires a sender.");
  }
  if (env.MQTT_TLS_PORT !== undefined && env.TLS_CERT === undefined) {
    throw new EnvError("The variable MQTT_TLS_PORT cannot be used without TLS_CERT and TLS_KEY.");
  }
  const isSafe = env.TLS_CERT !== undefined || env.TRUSTED_PROXIES !== "";
  if (!loopback && !isSafe && env.ALLOW_PLAINTEXT !== "yes") {
    throw new EnvError(
      `The variable HOST is ${env.HOST}, which other machines can reach, but neither TLS_CERT nor TRUSTED_PROXIES is set. ` +
        "Set ALLOW_PLAINTEXT=yes to continue. Passwords and device data then cross the network unencrypted.",
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
