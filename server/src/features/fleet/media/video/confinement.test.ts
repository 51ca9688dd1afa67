import { mkdtempSync } from "node:fs";
import { chmod, copyFile, mkdtemp, open, readdir, readFile, readlink, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { watchCamera, watchClip } from "@tracewater/contract/fleet/cameras";
import { getServerState } from "@tracewater/contract/system/server-state";
import { afterAll, expect, test } from "vitest";
import { eventually } from "../../../../../test/eventually.ts";
import { startRtspCamera } from "../../../../../test/test-camera.ts";
import { makeClip, testFfmpeg } from "../../../../../test/test-clip.ts";
import { onPlatform } from "../../../../../test/test-platform.ts";
import { sendClip, videoSteps } from "../../../../../test/test-videos.ts";
import { type Confinement, findConfinement, makeWorkFolder } from "./confinement.ts";
import { findFfmpeg, readVersion } from "./find-ffmpeg.ts";
import { openFile, runFfmpeg } from "./run-ffmpeg.ts";

const isRootOnLinux = process.platform === "linux" && process.geteuid?.() === 0;

test.each([
  ["N-47683-g0e8eb07980-static", "58. 42.100", "outdated"],
  ["4.4.2-0ubuntu0.22.04.1", "58.134.100", "ready"],
  ["5.1.9-0+deb12u1", "59. 37.100", "ready"],
  ["8.0", "62. 11.100", "ready"],
])("ffmpeg %s with libavcodec %s is %s", (version, codecs, condition) => {
  const text = `ffmpeg version ${version} Copyright (c) the FFmpeg developers\nlibavutil 1. 2.3\nlibavcodec     ${codecs} / ${codecs}\n`;
  expect(readVersion(text)).toEqual({ condition, version });
  expect(readVersion("another program")).toBeNull();
});

test.runIf(process.platform === "linux").each([
  ["memory", "Max address space", 2_147_483_648],
  ["processor time", "Max cpu time", 7],
  ["each file", "Max file size", 1_048_576],
  ["core files", "Max core file size", 0],
  ["open files", "Max open files", 64],
])("A run of ffmpeg has a limit of %s", async (_what, name, limit) => {
  const folder = await mkdtemp(join(tmpdir(), "tw-limits-"));
  const live = ["-re", "-f", "lavfi", "-i", "testsrc=size=160x120:rate=10", "-t", "60", "-f", "null", "-"];
  const run = runFfmpeg(await testFfmpeg(), ["-progress", "pipe:1", ...live], {
    maxSeconds: 7,
    maxFileBytes: 1_048_576,
    maxOutputBytes: 100_000,
    folder,
  });
  await eventually(async () => limitsOf(await findRun(folder))).toContain("Max processes");
  const line = (await limitsOf(await findRun(folder))).split("\n").find((one) => one.startsWith(name));
  expect(line?.slice(name.length).trim().split(/\s+/).slice(0, 2)).toEqual([String(limit), String(limit)]);
  await run.stop();
  await rm(folder, { recursive: true });
});

test.runIf(isRootOnLinux)(
  "ffmpeg reads the file that it is given and writes to its folder, and reaches nothing else",
  async () => {
    const confinement = await findConfinement();
    const folder = await mkdtemp(join(tmpdir(), "tw-confined-"));
    const work = join(folder, "work");
    await makeWorkFolder(confinement, work);
    await writeFile(join(folder, "secret.mp4"), await makeClip(1), { mode: 0o600 });
    const ffmpeg = await testFfmpeg();
    const read = async (given: string, to: string, file: number | null, rights: Confinement = confinement) =>
      runFfmpeg(ffmpeg, ["-i", given, "-c", "copy", "-y", to], { confinement: rights, folder: work, file })
        .ended;

    expect(await read(join(folder, "secret.mp4"), "out.mp4", null, { user: null, offline: null })).toBe(0);
    await rm(join(work, "out.mp4"));
    expect(await read(join(folder, "secret.mp4"), "out.mp4", null)).not.toBe(0);
    const file = await open(join(folder, "secret.mp4"), "r");
    expect(await read(`file:${openFile}`, "out.mp4", file.fd)).not.toBe(0);
    await file.chown(0, confinement.user?.gid ?? 0);
    await file.chmod(0o640);
    expect(await read(`file:${openFile}`, join(folder, "out.mp4"), file.fd)).not.toBe(0);
    expect(await read(`file:${openFile}`, "out.mp4", file.fd)).toBe(0);
    await file.close();
    expect((await readdir(work)).filter((name) => name === "out.mp4")).toEqual(["out.mp4"]);
    await rm(folder, { recursive: true });
  },
);

test.runIf(isRootOnLinux)(
  "ffmpeg in a folder that is closed to its user is started all the same",
  async () => {
    const closed = await mkdtemp(join(tmpdir(), "tw-closed-"));
    await copyFile(await testFfmpeg(), join(closed, "ffmpeg"));
    await chmod(join(closed, "ffmpeg"), 0o755);
    const wanted = { named: join(closed, "ffmpeg"), allowBundled: false };
    expect(await findFfmpeg(wanted, await findConfinement())).toMatchObject({
      version: expect.any(String),
      programFd: expect.any(Number),
    });
    await writeFile(join(closed, "ffmpeg"), "#!/bin/sh\nexit 1\n");
    expect(await findFfmpeg(wanted, await findConfinement())).toMatchObject({ condition: "unusable" });
    await rm(closed, { recursive: true });
  },
);

const stops: (() => unknown)[] = [];
const folder = mkdtempSync(join(tmpdir(), "tw-watched-"));
const program = join(folder, "ffmpeg");
const log = join(folder, "log");
afterAll(async () => {
  for (const stop of stops) await stop();
  await rm(folder, { recursive: true });
});

/** An ffmpeg that notes as whom and where it runs. */
async function watchFfmpeg(): Promise<void> {
  const note = '"$(id -u) $(id -G) $(readlink /proc/self/ns/net) $*"';
  const script = `#!/bin/sh\necho ${note} >> ${log}\nexec ${await testFfmpeg()} "$@"\n`;
  await writeFile(program, script);
  await writeFile(log, "");
  await Promise.all([chmod(folder, 0o755), chmod(program, 0o755), chmod(log, 0o666)]);
}

await watchFfmpeg();

onPlatform(
  "A platform that runs as root",
  (platform) => {
    const { add } = videoSteps(platform, stops);

    test.runIf(isRootOnLinux)(
      "runs ffmpeg as a user without rights, and without a network for files",
      async () => {
        const { id } = await platform.addDevice();
        const sent = await sendClip(platform, id, await makeClip(2));
        const admin = await platform.admin();
        await platform.call(watchClip, { params: { id: sent.data?.id ?? 0 } }, admin);
        const camera = await startRtspCamera();
        stops.push(camera.stop);
        await platform.call(watchCamera, { params: { id: await add({ address: camera.url }) } }, admin);

        const runs = (await readFile(log, "utf8")).trim().split("\n");
        const { isOffline } = (await platform.call(getServerState, {}, admin)).data.video;
        const own = await readlink("/proc/self/ns/net");
        const uses = (run: string) => (run.includes("rtsp://") ? "camera" : "file");
        const found = runs.map((run) => {
          const [uid = "", groups, network] = run.split(" ");
          return { of: uses(run), isOwn: /^647\d\d$/.test(uid) && groups === uid, isHome: network === own };
        });
        expect(found).toContainEqual({ of: "camera", isOwn: true, isHome: true });
        const ofFiles = found.filter((run) => run.of === "file");
        expect(ofFiles.length).toBeGreaterThanOrEqual(3);
        for (const run of ofFiles) expect(run).toMatchObject({ isOwn: true, isHome: !isOffline });
      },
    );
  },
  { env: { CAMERA_ALLOW: "localhost", FFMPEG_PATH: program } },
);

/** The process that works in a folder. */
async function findRun(folder: string): Promise<string> {
  for (const pid of await readdir("/proc")) {
    const at = /^\d+$/.test(pid) ? await readlink(`/proc/${pid}/cwd`).catch(() => "") : "";
    if (at !== folder) continue;
    const program = await readlink(`/proc/${pid}/exe`).catch(() => "");
    if (program.endsWith("ffmpeg")) return pid;
  }
  return "";
}

async function limitsOf(pid: string): Promise<string> {
  return readFile(`/proc/${pid}/limits`, "utf8").catch(() => "");
}
