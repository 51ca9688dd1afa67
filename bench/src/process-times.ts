import { readdir, readFile } from "node:fs/promises";

/** CPU seconds so far: of the server, of its database with all its workers, of the demo's other programs. */
export type ProcessTimes = { server: number; store: number; others: number };

type Process = { pid: number; parent: number; command: string; seconds: number };
/** Which processes of a demo are looked at. */
export type DemoProcesses = { demo: number; server: number };

/** The server among the programs that the demo started. */
export async function findServer(demo: number): Promise<DemoProcesses> {
  const found = (await readProcesses()).find((one) => one.parent === demo && / serve( |$)/.test(one.command));
  if (found === undefined) throw new Error("the demo's server is not running");
  return { demo, server: found.pid };
}

/** A worker of the database that ended in between is counted by its parent, which waited for it. */
export async function processTimes({ demo, server }: DemoProcesses): Promise<ProcessTimes> {
  const all = await readProcesses();
  const childrenOf = (pid: number): Process[] =>
    all.filter((one) => one.parent === pid).flatMap((one) => [one, ...childrenOf(one.pid)]);
  const sum = (list: readonly Process[]) => list.reduce((total, one) => total + one.seconds, 0);
  const own = all.filter((one) => one.pid === server);
  const below = childrenOf(server);
  const others = all.filter((one) => one.parent === demo && one.pid !== server);
  return { server: sum(own), store: sum(below), others: sum(others) };
}

/** proc(5): 14 to 17 are user and system time in ticks of 10 ms, its own and of children that it waited for. */
async function readProcesses(): Promise<Process[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const read = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
      const command = (await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")).replaceAll("\0", " ");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      const seconds = [11, 12, 13, 14].reduce((total, at) => total + Number(fields[at] ?? 0), 0) / 100;
      return { pid: Number(pid), parent: Number(fields[1]), command, seconds };
    }),
  );
  return read.filter((one) => one.command !== "");
}
