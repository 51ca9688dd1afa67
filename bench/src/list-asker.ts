import { once } from "node:events";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

/** What the thread is started with: a list's address, and a session. */
type Asked = { url: string; token: string };

/**
 * Asks for a list, one call after the other, 20 ms apart, in a thread of its own: thousands of sockets of the bench do
 * not be in its way, as they would not in a browser's. `stop` answers the ms that each call took.
 */
export function startAsking(url: string, token: string): { stop(): Promise<number[]> } {
  const given: Asked = { url, token };
  // The bundle is one file: the thread runs it too, and goes another way (see `askInThread`).
  const thread = new Worker(new URL(import.meta.url), { workerData: given });
  const failed = once(thread, "error").then(([error]) => {
    throw error;
  });
  failed.catch(() => undefined);
  return {
    async stop() {
      thread.postMessage("stop");
      const reported = once(thread, "message").then(([times]) => times as number[]);
      return Promise.race([reported, failed]);
    },
  };
}

/** In the thread: asks until it is asked to stop; false where this is the bench itself. */
export async function askInThread(): Promise<boolean> {
  if (isMainThread) return false;
  const { url, token }: Asked = workerData;
  const times: number[] = [];
  let isOver = false;
  parentPort?.once("message", () => {
    isOver = true;
  });
  while (!isOver) {
    const began = performance.now();
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    const { code }: { code: number } = JSON.parse(await response.text());
    if (code !== 200) throw new Error(`the list answered ${code}`);
    times.push(performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  parentPort?.postMessage(times);
  return true;
}
