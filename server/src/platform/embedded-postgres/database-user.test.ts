import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { mayUse, unprivilegedUser } from "./database-user.ts";
import { refuseUnsupported } from "./platform-package.ts";
import {
  copyPackage,
  giveTo,
  isRoot,
  NOBODY,
  type PostgresFixture,
  pidOf,
  postgresFixture,
  query,
  until,
} from "./postgres-fixture.ts";
import { findRunning } from "./supervisor.ts";

let fixture: PostgresFixture;

beforeEach(async () => {
  fixture = await postgresFixture();
});
afterEach(() => fixture.clear());

async function uidOf(pid: number | null): Promise<number> {
  return (await stat(`/proc/${pid}`)).uid;
}

test("the unprivileged user is postgres, else nobody, and never root", () => {
  const nobody = "nobody:x:65534:65534::/:/bin/false\n";
  const postgres = "postgres:x:101:104::/:/bin/bash\n";
  expect(unprivilegedUser(nobody + postgres)).toEqual({ uid: 101, gid: 104, drop: true });
  expect(unprivilegedUser(`postgres:x:0:0::/:/bin/bash\n${nobody}`)).toMatchObject({ uid: 65_534 });
  expect(() => unprivilegedUser("root:x:0:0::/root:/bin/bash\n")).toThrow("DATABASE_URL");
});

test("the owner's bits count before the group's, and these before the others'", () => {
  const user = { uid: 5, gid: 6, drop: true };
  expect(mayUse({ mode: 0o077, uid: 5, gid: 6 }, user, "cross")).toBe(false);
  expect(mayUse({ mode: 0o707, uid: 1, gid: 6 }, user, "cross")).toBe(false);
  expect(mayUse({ mode: 0o710, uid: 1, gid: 6 }, user, "cross")).toBe(true);
  expect(mayUse({ mode: 0o711, uid: 1, gid: 1 }, user, "read")).toBe(false);
});

test("machines without binaries are refused with a hint", () => {
  expect(() => refuseUnsupported("win32-x64", false)).toThrow("set DATABASE_URL");
  expect(() => refuseUnsupported("linux-x64", true)).toThrow("musl");
  expect(() => refuseUnsupported("linux-arm64", false)).not.toThrow();
});

describe.skipIf(!isRoot)("started as root", () => {
  test("the database runs as an ordinary user, who may cross the data folder and no more", async () => {
    const dataDir = join(fixture.root, "data");
    const store = await fixture.start(dataDir);
    expect(await uidOf(store.postmasterPid())).not.toBe(0);
    expect(store.clusterFolder).toBe(join(dataDir, "postgres/cluster"));
    expect(await stat(dataDir)).toMatchObject({ uid: 0, mode: 0o40710 });
    expect(fixture.logged).toEqual([]);
    await store.stop();
  });

  test("a data folder out of that user's reach keeps its database elsewhere, and finds it again", async () => {
    const dataDir = join(fixture.root, "closed/data");
    await mkdir(dataDir, { recursive: true });
    await chmod(join(fixture.root, "closed"), 0o700);
    const store = await fixture.start(dataDir);
    expect(store.clusterFolder.startsWith(fixture.stateFolder)).toBe(true);
    expect(fixture.logged).toEqual([expect.stringContaining(join(fixture.root, "closed"))]);
    await query(store.connection, "create table kept as select 1 as n");
    expect(await findRunning(dataDir, fixture.stateFolder)).toEqual(store.connection);
    await store.stop();

    // Its path is open now, and another one: it is still the same database.
    const moved = join(fixture.root, "moved");
    await rename(dataDir, moved);
    const again = await fixture.start(moved);
    expect(again.clusterFolder).toBe(store.clusterFolder);
    expect((await query(again.connection, "select n from kept")).rows).toEqual([{ n: 1 }]);
    await again.stop();

    await cp(moved, join(fixture.root, "copy"), { recursive: true });
    const copied = { code: "wrong-data-folder", message: expect.stringContaining(moved) };
    await expect(fixture.start(join(fixture.root, "copy"))).rejects.toMatchObject(copied);

    await rm(join(moved, "postgres-elsewhere.json"));
    const emptied = await fixture.start(moved);
    expect(emptied.clusterFolder).toBe(store.clusterFolder);
    expect(fixture.logged.at(-1)).toContain("restored from");
    await emptied.stop();
  });

  test("an emptied data folder gets its database back, and a lost database is not replaced by an empty one", async () => {
    const dataDir = join(fixture.root, "closed/data");
    await mkdir(dataDir, { recursive: true });
    await chmod(join(fixture.root, "closed"), 0o700);
    const store = await fixture.start(dataDir);
    await store.stop();
    await rm(dataDir, { recursive: true });
    const again = await fixture.start(dataDir);
    expect(again.clusterFolder).toBe(store.clusterFolder);
    expect(fixture.logged.at(-1)).toContain("restored from");
    await again.stop();

    await rm(fixture.stateFolder, { recursive: true });
    await expect(fixture.start(dataDir)).rejects.toMatchObject({ code: "wrong-data-folder" });
  });

  test("programs that the user cannot read are copied to where they can", async () => {
    await mkdir(join(fixture.root, "private"), { mode: 0o700 });
    const packageFolder = await copyPackage(join(fixture.root, "private/package"));
    const store = await fixture.start(join(fixture.root, "data"), { packageFolder });
    const command = await readFile(`/proc/${store.postmasterPid()}/cmdline`, "utf8");
    expect(command.startsWith(fixture.stateFolder)).toBe(true);
    await store.stop();
  });
});

describe.skipIf(!isRoot)("started as an ordinary user", () => {
  test("it runs as that user, from a package that it cannot write and whose links are missing", async () => {
    const packageFolder = await copyPackage(join(fixture.root, "package"));
    const lib = join(packageFolder, "native/lib");
    for (const entry of await readdir(lib, { withFileTypes: true })) {
      if (entry.isSymbolicLink()) await rm(join(lib, entry.name));
    }
    const home = join(fixture.root, "home");
    await mkdir(home);
    await giveTo(NOBODY, home);
    const dataDir = join(home, "data");
    const first = await fixture.serve(dataDir, { uid: NOBODY, packageFolder });
    const before = await first.ready();
    expect(await uidOf(before.pid)).toBe(NOBODY);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);

    process.kill(pidOf(first.child), "SIGKILL");
    await until(() => first.child.signalCode === "SIGKILL", "the server to die");
    const second = await fixture.serve(dataDir, { uid: NOBODY, packageFolder });
    const after = await second.ready();
    expect(after.pid).toBe(before.pid);

    process.kill(after.pid, "SIGKILL");
    await until(() => second.states().includes("up"), "the store to be up again");
    second.child.stdin?.write("stop\n");
    await second.event("stopped");

    // What an ordinary user made runs as that user under root too.
    const asRoot = await fixture.start(dataDir, { packageFolder });
    expect(await uidOf(asRoot.postmasterPid())).toBe(NOBODY);
    expect((await stat(dataDir)).uid).toBe(NOBODY);
    await asRoot.stop();
  });

  test("a folder that it may not write, or that is another's, is refused with a sentence", async () => {
    const unwritable = await fixture.serve(join(fixture.root, "data"), { uid: NOBODY });
    const failed = await unwritable.event("failed");
    expect(failed).toMatchObject({
      code: "unusable",
      message: expect.stringContaining(join(fixture.root, "data")),
    });
  });
});
