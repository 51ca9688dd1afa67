import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readdir, realpath, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterEach, beforeEach, expect, test } from "vitest";
import { takeDataFolder } from "./data-folder.ts";
import { processStart, processWorld } from "./embedded-postgres/process-table.ts";

let root: string;
let folder: string;

beforeEach(async () => {
  root = await realpath(await mkdtemp("/tmp/tw-folder-"));
  folder = join(root, "a/data");
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function claim(pid: number, start: string, world: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, `server.${pid}.${start}.${world}.lock`);
  await writeFile(file, "");
  return file;
}

test("a new folder is private, and free again when it was released", async () => {
  const taken = await takeDataFolder(folder);
  expect(taken.path).toBe(folder);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  await taken.release();
  expect(await readdir(folder)).toEqual([]);
  await (await takeDataFolder(folder)).release();
});

test("a folder that others could read is closed", async () => {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
  const taken = await takeDataFolder(folder);
  expect((await stat(folder)).mode & 0o067).toBe(0);
  await taken.release();
});

test("a second taker is refused with the folder and the holder's pid", async () => {
  const taken = await takeDataFolder(folder);
  const refusal = { name: "DataFolderError", code: "held", message: expect.stringContaining(folder) };
  await expect(takeDataFolder(folder)).rejects.toMatchObject(refusal);
  await taken.release();

  const other = spawn("sleep", ["60"]);
  try {
    const pid = other.pid ?? 0;
    await claim(pid, (await processStart(pid)) ?? "", await processWorld());
    await expect(takeDataFolder(folder)).rejects.toThrow(`process ${pid}`);
    expect(await readdir(folder)).toHaveLength(1);
  } finally {
    other.kill("SIGKILL");
  }
});

test("the claim of a dead process, and of one whose pid is in use again, is taken over", async () => {
  const world = await processWorld();
  await claim(4_194_999, "12345", world);
  await claim(process.ppid, "1", world);
  const taken = await takeDataFolder(folder);
  expect(await readdir(folder)).toHaveLength(1);
  await taken.release();
});

test("of many that start at once exactly one gets the folder", async () => {
  const outfile = join(root, "data-folder.mjs");
  const entry = fileURLToPath(new URL("./data-folder.ts", import.meta.url));
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "error",
  });
  const script = `
    import { takeDataFolder } from ${JSON.stringify(outfile)};
    await takeDataFolder(${JSON.stringify(folder)}).then(() => console.log("got"), (error) => console.log(error.code));
    process.stdin.resume();`;
  const takers = Array.from({ length: 6 }, () =>
    spawn(process.execPath, ["--input-type=module", "--eval", script], {
      stdio: ["pipe", "pipe", "inherit"],
    }),
  );
  try {
    const answers = takers.map(async ({ stdout }) => String((await once(stdout, "data"))[0]).trim());
    expect((await Promise.all(answers)).sort()).toEqual(["got", "held", "held", "held", "held", "held"]);
  } finally {
    for (const taker of takers) taker.kill("SIGKILL");
  }
});

test("the claim of another container holds as long as it is touched", async () => {
  const file = await claim(7, "123", "0123456789ab");
  const heartbeat = setInterval(() => void utimes(file, new Date(), new Date()).catch(() => undefined), 300);
  await expect(takeDataFolder(folder)).rejects.toThrow("process 7");
  clearInterval(heartbeat);

  const longAgo = new Date(Date.now() - 3_600_000);
  await utimes(file, longAgo, longAgo);
  const taken = await takeDataFolder(folder);
  expect(await readdir(folder)).toHaveLength(1);
  await taken.release();
});

test("what cannot be a folder is refused with a sentence", async () => {
  await writeFile(join(root, "file"), "");
  const refusal = {
    name: "DataFolderError",
    code: "unusable",
    message: expect.stringContaining(join(root, "file")),
  };
  await expect(takeDataFolder(join(root, "file"))).rejects.toMatchObject(refusal);
  await expect(takeDataFolder(join(root, "file/data"))).rejects.toMatchObject(refusal);
});
