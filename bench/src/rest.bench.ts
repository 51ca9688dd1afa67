import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Aedes } from "aedes";
import { printFigure } from "./figure.ts";
import { createIdleDevices } from "./idle-devices.ts";
import { type Credentials, startPlatform } from "./platform-process.ts";

/**
 * B7: memory of the server at rest and of each device that is connected and says nothing: resident, and on the heap
 * after a collection. Peer of a device is plain Aedes, which lets in anyone who comes, in a process of its own.
 */
const { values: given } = parseArgs({
  options: {
    devices: { type: "string", default: "10000" },
    peer: { type: "boolean", default: false },
  },
});
const debounceMs = 15_000;

if (given.peer) await runPeer();
else await measure(Number(given.devices));

type Memory = { resident: number; heap: number };

async function measure(count: number): Promise<void> {
  const reported = join(await mkdtemp(join(tmpdir(), "tracewater-bench-")), "memory.json");
  const platform = await startPlatform(count, [], ["--expose-gc", "--import", teller(reported)]);
  const peer = await measurePeer(platform.devices);
  const devices = createIdleDevices(platform.mqtt, platform.devices);
  try {
    await wait(debounceMs);
    const before = await askServer(platform.pid, reported);
    const store = await platform.storeMegabytes();
    await devices.connectAll(120_000);
    await wait(debounceMs);
    const after = await askServer(platform.pid, reported);
    print("server at rest, resident", before.resident / 1e6, "MB", 150);
    print("its embedded store, each page once", store, "MB", 60);
    print(
      "an idle device, resident",
      (after.resident - before.resident) / count / 1000,
      "kB",
      peer.resident / 1000,
    );
    print("an idle device, heap", (after.heap - before.heap) / count / 1000, "kB", peer.heap / 1000);
  } finally {
    devices.close();
    await platform.stop();
  }
}

/** What the server loads before its own program: at a signal it collects, and reports its memory. */
function teller(file: string): string {
  const code = `import { writeFileSync } from "node:fs";
    process.on("SIGUSR2", () => {
      for (let pass = 0; pass < 3; pass++) globalThis.gc();
      const heap = process.memoryUsage().heapUsed;
      writeFileSync(${JSON.stringify(file)}, JSON.stringify({ resident: process.memoryUsage.rss(), heap }));
    });`;
  return `data:text/javascript,${encodeURIComponent(code)}`;
}

async function askServer(pid: number, file: string): Promise<Memory> {
  await rm(file, { force: true });
  process.kill(pid, "SIGUSR2");
  for (;;) {
    await wait(300);
    const text = await readFile(file, "utf8").catch(() => "");
    if (text.endsWith("}")) return JSON.parse(text);
  }
}

/** Bytes of one device on plain Aedes. */
async function measurePeer(credentials: readonly Credentials[]): Promise<Memory> {
  const child = fork(process.argv[1] ?? "", ["--peer"], { execArgv: ["--expose-gc"] });
  const ask = async (word: string): Promise<unknown> => {
    child.send(word);
    const [answer] = await once(child, "message");
    return answer;
  };
  const devices = createIdleDevices(new URL(`mqtt://127.0.0.1:${await ask("port")}`), credentials);
  try {
    const before = (await ask("memory")) as Memory;
    await devices.connectAll(120_000);
    await wait(debounceMs);
    const after = (await ask("memory")) as Memory;
    const each = (read: (memory: Memory) => number) => (read(after) - read(before)) / credentials.length;
    return { resident: each((one) => one.resident), heap: each((one) => one.heap) };
  } finally {
    devices.close();
    child.kill("SIGTERM");
  }
}

/** The other side of `measurePeer`. */
async function runPeer(): Promise<void> {
  const broker = await Aedes.createBroker();
  const server = createServer({ noDelay: true }, broker.handle);
  server.listen({ port: 0, host: "127.0.0.1", backlog: 8192 });
  await once(server, "listening");
  const address = server.address();
  process.on("message", async (word) => {
    if (word === "port") process.send?.(typeof address === "object" ? address?.port : 0);
    else process.send?.(await collected());
  });
}

async function collected(): Promise<Memory> {
  for (let pass = 0; pass < 3; pass++) {
    globalThis.gc?.();
    await wait(300);
  }
  const pages = (await readFile("/proc/self/statm", "utf8")).split(" ")[1];
  return { resident: Number(pages) * 4096, heap: process.memoryUsage().heapUsed };
}

function print(name: string, value: number, unit: string, peer: number | null): void {
  const round = (number: number) => Number(number.toPrecision(4));
  printFigure({ name, value: round(value), unit, peer: peer === null ? null : round(peer) });
}
