import { ensureBuilt } from "../setup/builds.mjs";
import { ensureInstalled } from "../setup/install.mjs";
import { runMain } from "../setup/sentence.mjs";
import { dataFolder } from "./data-folder.mjs";
import { startService, stopRequested } from "./service.mjs";

await runMain(async () => {
  await ensureInstalled();
  await ensureBuilt(["server", "console", "custody"]);
  const env = { ...process.env, NODE_ENV: "production", DATA_DIR: dataFolder("data/main") };
  const server = startService(["server/dist/main.js", "serve"], env);
  const stop = stopRequested(server.kill).then(() => server.stop(15_000));
  return Promise.race([server.ended, stop]);
});
