/**
 * The whole product in one command: server, console and a simulated fleet on real sockets, with a history.
 * `--no-open` is taken for the sake of those who are used to it; nothing is ever opened.
 */
import { existsSync, mkdirSync, renameSync } from "node:fs";
import { join, relative } from "node:path";
import { ensureBuilt } from "../setup/builds.mjs";
import { ensureInstalled } from "../setup/install.mjs";
import { projectRoot } from "../setup/project-root.mjs";
import { lastLines, runChild } from "../setup/run-child.mjs";
import { print, reportWhileWaiting, runMain, Sentence, secondsSince } from "../setup/sentence.mjs";
import { adminPassword } from "./admin-password.mjs";
import { dataFolder } from "./data-folder.mjs";
import { cameraHost, prepareCamera, readCamera, seedArguments, startCamera } from "./demo-camera.mjs";
import { demoDays, playDemoHistory } from "./demo-history.mjs";
import { startFleet } from "./fleet.mjs";
import { serverProgram } from "./server-program.mjs";
import { startService, stopRequested } from "./service.mjs";

await runMain(async () => {
  const wholeDays = demoDays(process.env["DEMO_DAYS"]);
  await ensureInstalled();
  await ensureBuilt();
  const dataDir = dataFolder("data/demo");
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const admin = adminPassword(dataDir);
  const env = {
    LOG_LEVEL: "warn", // a demo shows the product, not its log
    FFMPEG_BUNDLED: "on", // and its videos, also where no ffmpeg is installed
    CAMERA_ALLOW: cameraHost, // its camera is on this machine
    ...process.env,
    NODE_ENV: "production",
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: admin.password,
  };
  const credentials = join(dataDir, "fleet.json");
  if (!existsSync(credentials)) await seed({ env, credentials, wholeDays, dataDir });
  return run({ env, credentials, admin, camera: await readCamera(dataDir) });
});

/**
 * Points, samplers and their history, once. The credentials get their name last: a first start that was cut off
 * begins again at the next one, or says what to delete where the laboratory's history had begun.
 * @param {{ env: NodeJS.ProcessEnv, credentials: string, wholeDays: number, dataDir: string }} options
 */
async function seed({ env, credentials, wholeDays, dataDir }) {
  const began = Date.now();
  print("preparing the demo devices and their history (first run only)");
  const unfinished = `${credentials}.unfinished`;
  const args = /** @type {const} */ (["server/dist/main.js", "seed", "--demo", "--credentials", unfinished]);
  const { code, output } = await runChild([process.execPath, ...args], { cwd: projectRoot, env });
  if (code !== 0) throw new Sentence(`The demo could not be prepared:\n${lastLines(output, 20)}`, code);
  const camera = await prepareCamera({ dataDir, env });
  const more = camera === null ? [] : seedArguments(camera);
  const played = playDemoHistory({ credentials: unfinished, env, wholeDays, more });
  await reportWhileWaiting("still preparing", played);
  renameSync(unfinished, credentials);
  print(`prepared in ${secondsSince(began)}`);
}

/**
 * @param {{
 *   env: NodeJS.ProcessEnv, credentials: string,
 *   admin: import("./admin-password.mjs").AdminPassword, camera: import("./demo-camera.mjs").DemoCamera | null,
 * }} demo
 * @returns {Promise<number>} the exit code of the whole
 */
async function run({ env, credentials, admin, camera }) {
  const shown = camera === null ? null : await startCamera(camera, env);
  /** @type {import("./fleet.mjs").Fleet | undefined} */
  let fleet;
  let stopping = false;
  const server = startService(serverProgram(), env, (line) => {
    const url = readyUrls(line);
    if (url === undefined) console.log(line);
    else if (fleet === undefined && !stopping) {
      fleet = startFleet({ credentials, url: url.mqtt, env });
      fleet.ready.then(() => {
        if (!stopping) introduce(line, url.http, admin);
      });
    }
  });
  const stopped = stopRequested(() => {
    fleet?.kill();
    shown?.kill();
    server.kill();
  }).then(async () => {
    stopping = true;
    await Promise.all([fleet?.stop(), shown?.stop(5000)]);
    return server.stop(15_000);
  });
  const died = server.ended.then(async (code) => {
    if (stopping) return stopped;
    stopping = true;
    print(`the server exited (code ${code})`);
    await Promise.all([fleet?.stop(), shown?.stop(5000)]);
    return code;
  });
  return Promise.race([stopped, died]);
}

/**
 * @param {string} line of the server's stdout
 * @returns {{ http: string, mqtt: string } | undefined} none when it is not the ready line
 */
function readyUrls(line) {
  return line.startsWith("ready {") ? JSON.parse(line.slice("ready ".length)) : undefined;
}

/**
 * @param {string} readyLine
 * @param {string} url
 * @param {import("./admin-password.mjs").AdminPassword} admin
 */
function introduce(readyLine, url, { origin, password, path }) {
  const place = relative(projectRoot, path).startsWith("..") ? path : relative(projectRoot, path);
  const shown = {
    new: `${password}   (stored in ${place})`,
    kept: `stored in ${place}`,
    given: "the value of ADMIN_PASSWORD",
  };
  console.log(
    `${readyLine}\n\n  Tracewater   ${url}\n  user         admin\n  password     ${shown[origin]}\n\nPress Ctrl-C to stop.`,
  );
}
