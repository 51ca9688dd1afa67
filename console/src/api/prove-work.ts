/** Proves work for a challenge: the numbers that the server asks for. Null where the browser cannot. */
export function proveWork(uuid: string): Promise<number[] | null> {
  return new Promise((resolve) => {
    try {
      const worker = new Worker(new URL("./proof.worker.ts", import.meta.url), { type: "module" });
      const end = (nonces: number[] | null) => {
        worker.terminate();
        resolve(nonces);
      };
      worker.addEventListener("message", ({ data }: MessageEvent<number[]>) => end(data));
      worker.addEventListener("error", () => end(null));
      worker.postMessage(uuid);
    } catch {
      resolve(null); // no workers here: a picture is asked for instead
    }
  });
}
