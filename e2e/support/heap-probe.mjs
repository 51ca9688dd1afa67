// Loaded into a server by NODE_OPTIONS=--import, alongside --expose-gc: at each SIGUSR2 it collects its heap and
// appends
// what is left of it (bytes) to HEAP_FILE as a line.
import { appendFileSync } from "node:fs";

process.on("SIGUSR2", () => {
  globalThis.gc?.();
  appendFileSync(process.env.HEAP_FILE ?? "", `${process.memoryUsage().heapUsed}\n`);
});
