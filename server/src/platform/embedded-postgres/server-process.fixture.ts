/*
 * A platform in little, for tests that kill it: takes the folder, starts the database, and prints what happens as
 * JSON lines. A line on its standard input stops it in order.
 */
import { takeDataFolder } from "../data-folder.ts";
import { startEmbeddedPostgres } from "./supervisor.ts";

type Arguments = { dataDir: string; stateFolder?: string; packageFolder?: string };

function writeLine(line: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

async function main(given: Arguments): Promise<void> {
  const folder = await takeDataFolder(given.dataDir);
  const postgres = await startEmbeddedPostgres({
    ...given,
    dataDir: folder.path,
    log: (level, message, fields) => writeLine({ event: "log", level, message, ...fields }),
    onState: (state) => writeLine({ event: "state", ...state }),
  });
  process.stdin.once("data", async () => {
    await postgres.stop();
    await folder.release();
    writeLine({ event: "stopped" });
    process.exit(0);
  });
  writeLine({
    event: "ready",
    pid: postgres.postmasterPid(),
    connection: postgres.connection,
    clusterFolder: postgres.clusterFolder,
  });
}

main(JSON.parse(process.argv[2] ?? "{}")).catch((error: unknown) => {
  writeLine({ event: "failed", code: Object(error).code, message: Object(error).message });
  process.exit(1);
});
