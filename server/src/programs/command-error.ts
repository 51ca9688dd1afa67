import type { Env } from "../platform/env.ts";
import type { Log } from "../platform/log.ts";

/** A sentence for anyone who typed a command that cannot be run. */
export class CommandError extends Error {}

/** What every command of the program gets. */
export type CommandContext = { env: Env; log: Log; args: readonly string[] };
