import { once } from "node:events";
import { createInterface } from "node:readline";
import { BadUsage } from "./bad-usage.ts";
import { startCamera } from "./camera/camera-server.ts";
import { makeFilm } from "./camera/make-film.ts";
import { type CommandLine, readCommandLine } from "./command-line.ts";
import { readCredentialsFile } from "./credentials-file.ts";
import { readFaultLine } from "./fault-order.ts";
import { openInstalledVersions } from "./firmware/installed-versions.ts";
import { createFleet, type Fleet } from "./fleet.ts";
import { replayHistory } from "./history.ts";
import { createScheduler, wallTiming } from "./scheduler.ts";

try {
  const command = readCommandLine(process.argv.slice(2));
  await run(command);
} catch (error) {
  if (!(error instanceof BadUsage)) throw error;
  log(error.message);
  process.exitCode = 2;
}

async function run(command: CommandLine): Promise<void> {
  switch (command.kind) {
    case "fleet":
      return runFleet(command);
    case "history":
      return runHistory(command);
    case "film":
      return makeFilm(command.folder, command.ffmpeg);
    case "camera":
      return runCamera(command);
  }
}

async function runCamera(command: CommandLine & { kind: "camera" }): Promise<void> {
  const camera = await startCamera({ ...command, now: Date.now });
  process.stdout.write(`camera ready ${JSON.stringify({ port: command.port })}\n`);
  await Promise.race([once(process, "SIGTERM"), once(process, "SIGINT")]);
  await camera.stop();
  process.exit(0);
}

async function runFleet(command: CommandLine & { kind: "fleet" }): Promise<void> {
  const entries = readCredentialsFile(command.credentials);
  for (const { device } of command.faults) {
    if (entries.some((entry) => entry.identity.deviceName === device)) continue;
    throw new BadUsage(`--fault names the device ${device}, which is not in the credentials file.`);
  }
  const installed = openInstalledVersions(`${command.credentials}.firmware`, log);
  const scheduler = createScheduler(wallTiming);
  const fleet = createFleet({ ...command, entries, installed, scheduler, log });
  const stopping = Promise.race([once(process, "SIGTERM"), once(process, "SIGINT")]);
  listen(fleet);
  const ready = fleet.start().then((devices) => {
    process.stdout.write(`fleet ready ${JSON.stringify({ devices })}\n`);
  });
  await Promise.race([stopping, ready]);
  await stopping;
  await fleet.stop();
  process.exit(0);
}

/** Faults at run time: one line each on stdin. */
function listen(fleet: Fleet): void {
  createInterface({ input: process.stdin }).on("line", (line) => {
    if (line.trim() === "") return;
    const order = readFaultLine(line);
    const refused = order === null ? "A line must be: fault DEVICE NAME on|off" : fleet.setFault(order);
    if (refused !== null) log(refused);
  });
}

async function runHistory(command: CommandLine & { kind: "history" }): Promise<void> {
  const all = readCredentialsFile(command.credentials);
  const entries =
    command.only.length === 0 ? all : all.filter((entry) => command.only.includes(entry.typeKey));
  for (const { device } of command.faults) {
    if (entries.some((entry) => entry.identity.deviceName === device)) continue;
    throw new BadUsage(`--fault names the device ${device}, which is not part of this history.`);
  }
  // A reader that has seen enough closes the pipe: no failure of ours.
  process.stdout.on("error", (error) => process.exit("code" in error && error.code === "EPIPE" ? 0 : 1));
  for (const piece of replayHistory({ ...command, entries })) {
    if (!process.stdout.write(piece)) await once(process.stdout, "drain");
  }
}

function log(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}
