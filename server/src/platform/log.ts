import { destination, type Logger, pino, stdTimeFunctions } from "pino";

export type Log = Logger;

/** The program's log, on stderr: stdout carries the ready line and what commands print. */
export function createLog(level: string): Log {
  return pino(
    { level, base: null, timestamp: stdTimeFunctions.isoTime, redact: { paths: secretPaths, censor: "***" } },
    destination({ dest: 2, sync: true }),
  );
}

const secretPaths = [
  "password",
  "token",
  "secret",
  "deviceSecret",
  "*.password",
  "*.token",
  "*.deviceSecret",
];
