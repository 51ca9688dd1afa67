// Loaded into a server by NODE_OPTIONS=--import: its clock is the machine's with what is in CLOCK_FILE (ms) added,
// read again at each SIGUSR2. The database keeps the machine's own time, as one on another machine does.
import { readFileSync } from "node:fs";

const RealDate = Date;
const read = () => Number(readFileSync(process.env.CLOCK_FILE ?? "", "utf8"));
let offset = read();

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [target.now() + offset] : given, newTarget),
  get: (target, key) => (key === "now" ? () => target.now() + offset : Reflect.get(target, key)),
});

process.on("SIGUSR2", () => {
  offset = read();
});
