/** `npm run seed -- --devices N --points N --days N --seed S`: fills a store, the same for the same seed. */
import { join } from "node:path";
import { ensureBuilt } from "../setup/builds.mjs";
import { ensureInstalled } from "../setup/install.mjs";
import { print, runMain, Sentence } from "../setup/sentence.mjs";
import { dataFolder } from "./data-folder.mjs";
import { playHistory } from "./history.mjs";
import { startService, stopRequested } from "./service.mjs";

await runMain(async () => {
  const { days, rest } = takeDays(process.argv.slice(2));
  await ensureInstalled();
  await ensureBuilt(["server", "simulator"]);
  const dataDir = dataFolder("data/main");
  const env = { LOG_LEVEL: "warn", ...process.env, NODE_ENV: "production", DATA_DIR: dataDir };
  const command = startService(["server/dist/main.js", "seed", ...rest], env);
  const stop = stopRequested(command.kill).then(() => command.stop(15_000));
  const code = await Promise.race([command.ended, stop]);
  if (code !== 0 || days === 0) return code;
  print(`generating ${days} days of history`);
  const untilMs = Date.now();
  const fromMs = untilMs - days * 86_400_000;
  const spans = [{ fromMs, untilMs, everySeconds: 60 }];
  await playHistory({ credentials: join(dataDir, "fleet.json"), env, spans });
  return 0;
});

/** @param {string[]} args */
function takeDays(args) {
  const at = args.indexOf("--days");
  if (at < 0) return { days: 0, rest: args };
  const days = Number(args[at + 1]);
  if (!(days >= 0 && days <= 400))
    throw new Sentence(`--days ${args[at + 1]} must be a number from 0 to 400.`, 2);
  return { days, rest: args.filter((_, place) => place !== at && place !== at + 1) };
}
