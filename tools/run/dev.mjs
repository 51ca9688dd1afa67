/** `npm run dev`: the server, built and started again at each change, and Vite's server for the console. */
import { ensureBuilt } from "../setup/builds.mjs";
import { ensureInstalled } from "../setup/install.mjs";
import { projectRoot } from "../setup/project-root.mjs";
import { print, runMain } from "../setup/sentence.mjs";
import { dataFolder } from "./data-folder.mjs";
import { serverProgram } from "./server-program.mjs";
import { startService, stopRequested } from "./service.mjs";

await runMain(async () => {
  await ensureInstalled();
  await ensureBuilt(["custody"]); // the page of evidence files, which the server sends
  const [{ context }, { serverOptions }] = await Promise.all([
    import("esbuild"),
    import("../setup/bundle.mjs"),
  ]);
  const env = { ...process.env, NODE_ENV: "development", DATA_DIR: dataFolder("data/main") };
  const server = restartable(() => startService(serverProgram(), env));

  const watched = await context({
    ...serverOptions(),
    plugins: [
      {
        name: "restart-server",
        setup: (build) => build.onEnd(({ errors }) => (errors.length === 0 ? server.restart() : undefined)),
      },
    ],
  });
  await watched.watch();
  const vite = startService(["node_modules/vite/bin/vite.js", `${projectRoot}/console`], env);

  await Promise.race([stopRequested(() => process.exit(1)), vite.ended]);
  await watched.dispose();
  await Promise.all([vite.stop(3000), server.stop()]);
  return 0;
});

/** @param {() => import("./service.mjs").Service} start */
function restartable(start) {
  /** @type {import("./service.mjs").Service | undefined} */
  let running;
  const stop = async () => {
    await running?.stop(10_000);
    running = undefined;
  };
  return {
    stop,
    restart: async () => {
      await stop();
      print("starting the server");
      running = start();
    },
  };
}
