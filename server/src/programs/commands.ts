import { StopRequested } from "../app/stop-request.ts";
import { DataFolderError } from "../platform/data-folder.ts";
import { PostgresStartError } from "../platform/embedded-postgres/postgres-start-error.ts";
import { EnvError, readEnv } from "../platform/env.ts";
import { createLog } from "../platform/log.ts";
import { PortError } from "../platform/ports.ts";
import { DatabaseError } from "../platform/store/open-postgres.ts";
import { CommandError } from "./command-error.ts";

/** Each is loaded when it is asked for: a server holds neither the seed nor a measurement. */
const commands = {
  serve: async () => (await import("./serve.ts")).serve,
  device: async () => (await import("./device-command.ts")).addDeviceCommand,
  chains: async () => (await import("./chains-command.ts")).chainsCommand,
  witness: async () => (await import("./witness-command.ts")).witnessCommand,
  seed: async () => (await import("./seed/seed-command.ts")).seedCommand,
  "measure-write": async () => (await import("./measure/write.ts")).measureWriteCommand,
  "measure-audit": async () => (await import("./measure/audit.ts")).measureAuditCommand,
  "measure-series": async () => (await import("./measure/series.ts")).measureSeriesCommand,
  "measure-devices": async () => (await import("./measure/devices.ts")).measureDevicesCommand,
  "measure-assays": async () => (await import("./measure/assays.ts")).measureAssaysCommand,
};

const usage = `usage: server serve
       server device add --product waterSample --name NAME [--unit NAME] [--nickname TEXT]
       server chains accept-restore --reason TEXT
       server witness --name NAME --port PORT --trust KEY [--trust KEY]... [--host HOST] [--state FILE]
       server seed [--demo] [--devices N] [--points N] [--days N] [--seed S] [--credentials FILE]
                   [--departments N] [--people N] [--log-rows N]
       server seed --history FILE|-
       server measure-write [--rows N]
       server measure-audit
       server measure-series [--rounds N] [--devices N]
       server measure-devices [--prepare] [--rounds N] [--unit N] [--queries JSON]
       server measure-assays [--assays N]
`;

/** Runs one of the program's commands; the exit code. What an operator can mend is reported in one sentence. */
export async function runCommand(args: readonly string[]): Promise<number> {
  const [name = "serve", ...rest] = args;
  const load = Object.entries(commands).find(([known]) => known === name)?.[1];
  if (load === undefined) {
    process.stderr.write(usage);
    return 2;
  }
  try {
    const env = readEnv();
    const command = await load();
    return await command({ env, log: createLog(env.LOG_LEVEL), args: rest });
  } catch (error) {
    // What was cut off may still hold the program open.
    if (error instanceof StopRequested) process.exit(error.exitCode);
    const known = [EnvError, DataFolderError, PostgresStartError, DatabaseError, PortError, CommandError];
    if (!known.some((kind) => error instanceof kind) || !(error instanceof Error)) throw error;
    process.stderr.write(`Tracewater cannot ${name}: ${error.message}\n`);
    return 1;
  }
}
