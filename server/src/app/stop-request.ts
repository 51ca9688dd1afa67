import { constants } from "node:os";

const signals = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
const maxStopMs = 10_000;

/** A command was asked to stop: what it was at is cut off, and the program ends as if by the signal. */
export class StopRequested extends Error {
  readonly exitCode: number;

  constructor(signal: (typeof signals)[number]) {
    super(`stopped by ${signal}`);
    this.exitCode = 128 + constants.signals[signal];
  }
}

/** `asked` rejects at the first signal; further ones (a terminal and its starter both send theirs) change nothing. */
export function watchForStop(): { asked: Promise<never>; release(): void } {
  let resolveSignal: (signal: (typeof signals)[number]) => void = () => undefined;
  const asked = new Promise<never>((_resolve, reject) => {
    resolveSignal = (signal) => {
      const reason = new StopRequested(signal);
      // What is cut off fails now, and nobody waits for it any longer.
      process.on("unhandledRejection", () => undefined);
      setTimeout(() => process.exit(reason.exitCode), maxStopMs).unref();
      reject(reason);
    };
  });
  // It may come while nobody races against it.
  asked.catch(() => undefined);
  for (const signal of signals) process.on(signal, resolveSignal);
  return {
    asked,
    release() {
      for (const signal of signals) process.off(signal, resolveSignal);
    },
  };
}
