import { StopRequested } from "../app/stop-request.ts";
import { DataFolderError } from "../platform/data-folder.ts";
import { PostgresStartError } from "../platform/embedded-postgres/postgres-start-error.ts";
import { EnvError, readEnv } from "../platform/env.ts";
import { createLog } from "../platform/log.ts";
import { PortError } from "../platform/ports.ts";
import { DatabaseError } from "../platform/store/open-postgres.ts";
import { chainsCommand } from "./chains-command.ts";
import { CommandError } from "./command-error.ts";
import { addDeviceCommand } from "./device-command.ts";
import { measureAssaysCommand } from "./measure/assays.ts";
import { measureAuditCommand } from "./measure/audit.ts";
import { measureDevicesCommand } from "./measure/devices.ts";
import { measureSeriesCommand } from "./measure/series.ts";
import { measureWriteCommand } from "./measure/write.ts";
import { seedCommand } from "./seed/seed-command.ts";
import { serve } from "./serve.ts";
import { witnessCommand } from "./witness-command.ts";

const commands = {
  serve,
  device: addDeviceCommand,
  chains: chainsCommand,
  witness: witnessCommand,
  seed: seedCommand,
  "measure-write": measureWriteCommand,
  "measure-audit": measureAuditCommand,
  "measure-series": measureSeriesCommand,
  "measure-devices": measureDevicesCommand,
  "measure-assays": measureAssaysCommand,
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
  const command = Object.entries(commands).find(([known]) => known === name)?.[1];
  if (command === undefined) {
    process.stderr.write(usage);
    return 2;
  }
  try {
    const env = readEnv();
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
