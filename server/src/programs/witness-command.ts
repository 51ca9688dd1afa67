import { once } from "node:events";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type NoteKey, noteKinds, readNoteKey, writeNoteKey } from "@tracewater/custody/checkpoint";
import { openWitnessFile } from "../platform/custody/witness-file.ts";
import { createWitnessServer } from "../platform/custody/witness-server.ts";
import { type CommandContext, CommandError } from "./command-error.ts";

const usage =
  "usage: witness --name NAME --port PORT --trust KEY [--trust KEY]... [--host HOST] [--state FILE]";

/**
 * `witness`: countersigns checkpoints of other installations until it is stopped. It needs no database; its one file
 * is `DATA_DIR/witness.json`, or the one that `--state` names.
 */
export async function witnessCommand({ env, log, args }: CommandContext): Promise<number> {
  const { name, port, host, trusted, state } = readArguments(args);
  const file = await openWitnessFile(state ?? join(env.DATA_DIR, "witness.json"));
  const server = createWitnessServer({ name, file, trusted, now: Date.now });
  server.listen(port, host);
  await Promise.race([
    once(server, "listening"),
    once(server, "error").then(([error]: Error[]) => {
      throw new CommandError(`the port ${port} cannot be opened (${error?.message})`);
    }),
  ]);
  const address = server.address();
  const key = writeNoteKey({ name, publicKey: file.key.publicKey }, noteKinds.witness);
  const told = { port: typeof address === "object" ? address?.port : port, key };
  process.stdout.write(`ready ${JSON.stringify(told)}\n`);
  await Promise.race([once(process, "SIGTERM"), once(process, "SIGINT")]);
  log.info("stopping");
  server.close();
  server.closeAllConnections();
  return 0;
}

function readArguments(args: readonly string[]) {
  const { values } = parse(args);
  const { name = "", trust = [], host = "127.0.0.1", state } = values;
  const port = Number(values.port);
  if (!/^[^\s+]+$/.test(name) || trust.length === 0) throw new CommandError(usage);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new CommandError(`--port ${values.port} must be 0 to 65535`);
  const trusted = trust.map((text): NoteKey => {
    const key = readNoteKey(text);
    if (key === null) throw new CommandError(`--trust ${text} is no key of a log: NAME+HASH+KEY`);
    return key;
  });
  return { name, port, host, trusted, state };
}

function parse(args: readonly string[]) {
  const text = { type: "string" } as const;
  try {
    return parseArgs({
      args: [...args],
      options: { name: text, port: text, host: text, state: text, trust: { ...text, multiple: true } },
    });
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : error}; ${usage}`);
  }
}
