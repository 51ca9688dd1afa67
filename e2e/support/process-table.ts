import { readdir, readFile } from "node:fs/promises";

/** proc(5): pid, state and parent of every process; the name may hold spaces and is in brackets. */
async function listProcesses(): Promise<{ pid: number; state: string; parent: number }[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")));
  return stats
    .filter((stat) => stat !== "")
    .map((stat) => {
      const [state = "", parent = ""] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return { pid: Number.parseInt(stat, 10), state, parent: Number(parent) };
    });
}

/** False for a zombie too: it does nothing any longer. */
export async function isAlive(pid: number): Promise<boolean> {
  return (await listProcesses()).some((one) => one.pid === pid && one.state !== "Z");
}

async function childrenOf(pid: number): Promise<number[]> {
  return (await listProcesses())
    .filter((one) => one.parent === pid && one.state !== "Z")
    .map((one) => one.pid);
}

/** The processes whose command line names this, such as a store by its data folder. */
export async function processesNaming(text: string): Promise<number[]> {
  const living = (await listProcesses()).filter(({ state, pid }) => state !== "Z" && pid !== process.pid);
  const lines = await Promise.all(
    living.map(({ pid }) => readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")),
  );
  return living.filter((_, place) => lines[place]?.includes(text) === true).map(({ pid }) => pid);
}

/** A process and its children, stopped in their tracks; the answer lets them go on. */
export async function freeze(pid: number): Promise<() => void> {
  process.kill(pid, "SIGSTOP");
  const all = [pid, ...(await childrenOf(pid))];
  const signal = (name: NodeJS.Signals) => {
    for (const one of all) {
      try {
        process.kill(one, name);
      } catch {
        // It ended meanwhile.
      }
    }
  };
  signal("SIGSTOP");
  return () => signal("SIGCONT");
}

/** All that it started, and what those started, as long as their starters live. */
export async function descendantsOf(pid: number): Promise<number[]> {
  const children = await childrenOf(pid);
  return [...children, ...(await Promise.all(children.map(descendantsOf))).flat()];
}
