import { ensureBuilt } from "../setup/builds.mjs";
import { ensureInstalled } from "../setup/install.mjs";
import { dataFolder } from "./data-folder.mjs";
import { startService, stopRequested } from "./service.mjs";

/**
 * Runs a subcommand of the server with our own arguments. Stdout is the subcommand's alone, all that set-up
 * says goes to stderr.
 * @param {"device"} name
 * @returns {Promise<number>} its exit code
 */
export async function runServerCommand(name) {
  await ensureInstalled();
  await ensureBuilt(["server"]);
  const env = { ...process.env, NODE_ENV: "production", DATA_DIR: dataFolder("data/main") };
  const command = startService(["server/dist/main.js", name, ...process.argv.slice(2)], env);
  const stop = stopRequested(command.kill).then(() => command.stop(15_000));
  return Promise.race([command.ended, stop]);
}
