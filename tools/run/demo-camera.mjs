/**
 * The demo's camera: a film that is made once, and a small server on this machine that shows it as a live stream. The
 * platform reaches it by its address, as it would a camera of the network. Without an ffmpeg the demo has none.
 */
import { access, constants, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { join } from "node:path";
import { projectRoot } from "../setup/project-root.mjs";
import { runChild } from "../setup/run-child.mjs";
import { print } from "../setup/sentence.mjs";
import { startService } from "./service.mjs";

/** @typedef {{ port: number, folder: string }} DemoCamera */

/** Tried first, so that the address stays the same from demo to demo. */
const defaultPort = 8095;
/** What the platform may open although it leads to this machine. */
export const cameraHost = "127.0.0.1";

/**
 * Makes the film and chooses a port; null where no ffmpeg is found or it makes no film.
 * @param {{ dataDir: string, env: NodeJS.ProcessEnv }} options
 * @returns {Promise<DemoCamera | null>}
 */
export async function prepareCamera({ dataDir, env }) {
  const ffmpeg = await findFfmpeg(env);
  if (ffmpeg === null) return null;
  const folder = join(dataDir, "camera");
  const program = ["simulator/dist/main.js", "film", "--folder", folder, "--ffmpeg", ffmpeg];
  const { code } = await runChild([process.execPath, ...program], {
    cwd: projectRoot,
    env,
    timeoutMs: 120_000,
  });
  if (code !== 0) return null;
  const port = (await isFree(defaultPort)) ? defaultPort : await freePort();
  await writeFile(fileOf(dataDir), `${JSON.stringify({ port })}\n`);
  return { port, folder };
}

/**
 * The camera that an earlier start prepared.
 * @param {string} dataDir
 * @returns {Promise<DemoCamera | null>}
 */
export async function readCamera(dataDir) {
  const text = await readFile(fileOf(dataDir), "utf8").catch(() => null);
  return text === null ? null : { port: Number(JSON.parse(text).port), folder: join(dataDir, "camera") };
}

/** @param {DemoCamera} camera */
export function seedArguments({ port, folder }) {
  return ["--camera", `http://${cameraHost}:${port}/live.m3u8`, "--clip", join(folder, "clip.mp4")];
}

/**
 * @param {DemoCamera} camera
 * @param {NodeJS.ProcessEnv} env
 */
export async function startCamera({ port, folder }, env) {
  if (!(await isFree(port))) {
    print(`the demo's camera stays off: port ${port} is in use`);
    return null;
  }
  const program = ["simulator/dist/main.js", "camera", "--folder", folder, "--port", String(port)];
  return startService(program, env, () => {});
}

/** @param {string} dataDir */
function fileOf(dataDir) {
  return join(dataDir, "camera.json");
}

/**
 * The one that the server finds too: the operator's, the system's, the one of the packages.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string | null>}
 */
async function findFfmpeg(env) {
  const system = ["/usr/local/bin", "/usr/bin", "/bin", "/opt/homebrew/bin"].map((folder) =>
    join(folder, "ffmpeg"),
  );
  for (const path of [env["FFMPEG_PATH"], ...system, bundledFfmpeg()]) {
    if (path === undefined) continue;
    const isProgram = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isProgram) return path;
  }
  return null;
}

/** @returns {string | undefined} */
function bundledFfmpeg() {
  try {
    const name = `@ffmpeg-installer/${process.platform}-${process.arch}/package.json`;
    return join(createRequire(import.meta.url).resolve(name), "..", "ffmpeg");
  } catch {
    return undefined; // no package for this machine
  }
}

/** @returns {Promise<number>} */
async function freePort() {
  return (await listenOn(0)) ?? defaultPort;
}

/** @param {number} port */
async function isFree(port) {
  return (await listenOn(port)) !== null;
}

/**
 * @param {number} port
 * @returns {Promise<number | null>} the port that was free; null where it was not
 */
function listenOn(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(null));
    server.listen(port, cameraHost, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : null));
    });
  });
}
