import { randomBytes, randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addDevice } from "@tracewater/contract/fleet/devices";
import type { FamilyKey } from "@tracewater/contract/fleet/families";
import { login } from "@tracewater/contract/system/session";
import { signingKey } from "@tracewater/custody/head";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, inject } from "vitest";
import { createPlatform, type Platform } from "../src/app/platform.ts";
import { makeLicenceKey } from "../src/features/system/licences/licence-key.ts";
import { readEnv } from "../src/platform/env.ts";
import { createLifecycle, type Lifecycle } from "../src/platform/lifecycle.ts";
import type { Log } from "../src/platform/log.ts";
import { createSecretBox } from "../src/platform/secret-box.ts";
import { type OpenPostgres, openPostgres } from "../src/platform/store/open-postgres.ts";
import { readTls } from "../src/platform/tls.ts";
import { listUnauditedCalls, listUnnamedKinds } from "./audit-coverage.ts";
import { databaseUrl, runSql, type TestPostgres } from "./global-setup.ts";
import { type ConnectOptions, type Credentials, connectDevice, type TestDevice } from "./test-device.ts";
import { createTestHttp, type Session } from "./test-http.ts";
import { addUnit, addUser, type NewUser } from "./test-people.ts";

export const adminPassword = "a long enough secret 1907";

export type TestPlatformOptions = {
  env?: Record<string, string>;
  now?: () => number;
  consoleFolder?: string;
};

export type TestPlatform = ReturnType<typeof createTestPlatform>;

/** The database that a platform under test runs on. */
export type TestDatabase = { open(log: Log): Promise<OpenPostgres>; drop(): Promise<void> };

/** Tests on a running platform of their own, once for each store; its database is dropped afterwards. */
export function onPlatform(
  name: string,
  define: (platform: TestPlatform) => void,
  options: TestPlatformOptions = {},
): void {
  for (const store of inject("stores")) {
    describe(store.name === "embedded" ? name : `${name}, on ${store.name}`, () => {
      const platform = createTestPlatform(createTestDatabase(store), options);
      beforeAll(() => platform.start());
      afterAll(() => platform.end());
      define(platform);
    });
  }
}

/** The real platform with real ports. Its parts are there once `start` has resolved. */
export function createTestPlatform(database: TestDatabase, options: TestPlatformOptions) {
  const { start, stop, current, isRunning, env, key, node, secrets, errors } = createRun(database, options);
  const http = createTestHttp(() => byAddress(current().urls.http));

  return {
    ...http,
    start,
    stop,
    node,
    /** What seals the secrets of its store. */
    secrets,
    dataDir: env.DATA_DIR,
    /** What signs the heads of its chains. */
    publicKey: key.publicKey,
    secretKey: key.secretKey,
    keyId: key.id,
    /** Stopped in order and started again on the same database. */
    async restart(): Promise<void> {
      await stop();
      await start();
    },
    /** The end of its tests: nothing may have failed that the platform did not expect. */
    async end(): Promise<void> {
      const unaudited = isRunning() ? await listUnauditedCalls(current().store.database.db) : [];
      const unnamed = isRunning() ? await listUnnamedKinds(current().store.database.db) : [];
      if (isRunning()) await stop();
      await database.drop();
      await rm(env.DATA_DIR, { recursive: true, force: true });
      expect(errors).toEqual([]);
      expect(unaudited, "these changing calls left a record that does not tell what they changed").toEqual(
        [],
      );
      expect(unnamed, "the operation log's page has no word for these kinds of object").toEqual([]);
    },
    /** What was logged as an error so far, forgotten with this. */
    takeErrors: (): string[] => errors.splice(0),
    get app() {
      return current().platform.app;
    },
    get db() {
      return current().store.database.db;
    },
    /** The database as its owner sees it, who may do what the program may not. */
    get owner() {
      return current().store.owner;
    },
    get url() {
      return byAddress(current().urls.http);
    },
    get mqttUrl() {
      return current().urls.mqtt;
    },
    get mqttsUrl() {
      return current().urls.mqtts ?? "";
    },
    get setupCode() {
      return current().platform.setupCode;
    },
    get licences() {
      return current().platform.licences;
    },
    /** Its laboratory, for a past that is made by the rules. */
    get past() {
      return current().platform.history;
    },
    served: () => current().platform.served(),
    uplinkTopics: () => current().platform.uplinkTopics(),

    ...createCallers(http, current),
  };
}

/** Starts and stops the platform on one database, with the same keys each time. */
function createRun(database: TestDatabase, options: TestPlatformOptions) {
  const env = readEnv({
    HTTP_PORT: "0",
    MQTT_PORT: "0",
    ADMIN_PASSWORD: adminPassword,
    CAPTCHA: "off",
    FFMPEG_BUNDLED: "on",
    // Never the folder of another platform: what waits in it would be brought into this one's store.
    DATA_DIR: join(tmpdir(), `tw-platform-${randomUUID()}`),
    ...options.env,
  });
  const tls = readTls(env, Date.now());
  const secrets = createSecretBox(randomBytes(32));
  const licenceKey = makeLicenceKey();
  const key = signingKey();
  const node = randomUUID();
  const errors: string[] = [];
  const log = pino({ level: "error", base: null }, { write: (line: string) => void errors.push(line) });
  let running: Running | null = null;

  const current = (): Running => {
    if (running === null) throw new Error("the platform does not run");
    return running;
  };

  async function start(): Promise<void> {
    const lifecycle = createLifecycle(log);
    try {
      const store = await database.open(log);
      await lifecycle.start({ name: "store", stop: store.close });
      const now = options.now ?? Date.now;
      const consoleFolder = options.consoleFolder ?? "/nonexistent";
      const keys = { licenceKey, signingKey: key };
      const parts = { env, tls, store, secrets, ...keys, node, log, now, lifecycle, consoleFolder };
      const platform = await createPlatform(parts);
      running = { platform, store, lifecycle, urls: await platform.listen() };
    } catch (error) {
      await lifecycle.stop();
      throw error;
    }
  }

  async function stop(): Promise<void> {
    const { platform, lifecycle } = current();
    platform.beginStop();
    await lifecycle.stop();
    running = null;
  }

  return { start, stop, current, isRunning: () => running !== null, env, key, node, secrets, errors };
}

/** Those who call it: users and devices, made where a test asks for them. */
function createCallers(http: ReturnType<typeof createTestHttp>, current: () => Running) {
  let admin: Promise<Session> | null = null;
  let unit: Promise<number> | null = null;
  let named = 0;

  return {
    logIn: async (username: string, password: string): Promise<Session> =>
      http.call(login, { body: { username, password } }, null),
    /** The administrator's session, opened once. */
    admin(): Promise<Session> {
      admin ??= this.logIn("admin", adminPassword);
      return admin;
    },
    /** A unit of the enterprise that devices are in where a test does not care. */
    unit(): Promise<number> {
      unit ??= addUnit(current().store.database.db, "City water");
      return unit;
    },
    addUnit: (name: string, parentId: number | null = null) =>
      addUnit(current().store.database.db, name, parentId),
    /** A user straight into the database, logged in. */
    async addUser(user: NewUser): Promise<Session & { id: number; userName: string; password: string }> {
      const added = await addUser(current().store.database.db, user);
      return { ...added, ...(await this.logIn(added.userName, added.password)) };
    },

    /** A service account straight into the database: nobody logs in as it. */
    addServiceAccount: (user: Omit<NewUser, "serviceAccount">) =>
      addUser(current().store.database.db, { ...user, serviceAccount: true }),

    async addDevice(
      given: { family?: FamilyKey; unitId?: number; deviceName?: string } = {},
    ): Promise<Credentials> {
      named += 1;
      const { family = "waterSample", deviceName = `sampler-${named}`, unitId = await this.unit() } = given;
      const input = { params: { family }, body: { deviceName, unitId } };
      return (await http.call(addDevice, input, await this.admin())).data;
    },
    /** A device of a raw MQTT client, connected. */
    connect: (credentials: Credentials, more: ConnectOptions = {}): Promise<TestDevice> =>
      connectDevice(current().urls.mqtt, credentials, more),
    async connectNew(): Promise<TestDevice> {
      return this.connect(await this.addDevice());
    },
  };
}

/** Sockets of a test that come from an address of their own reach the platform by no name. */
function byAddress(url: string): string {
  return url.replace("//localhost:", "//127.0.0.1:");
}

type Running = {
  platform: Platform;
  store: OpenPostgres;
  lifecycle: Lifecycle;
  urls: Awaited<ReturnType<Platform["listen"]>>;
};

function createTestDatabase(store: TestPostgres): TestDatabase {
  const name = `tracewater_test_${randomBytes(6).toString("hex")}`;
  let exists = false;
  return {
    async open(log) {
      if (!exists) await runSql(store.url, `create database ${name} template ${store.template}`);
      exists = true;
      return openPostgres({ databaseUrl: databaseUrl(store.url, name), dataDir: "", log });
    },
    /** The embedded database goes as a whole after the last test: dropping each database would flush all of them. */
    async drop() {
      if (store.name === "embedded") return;
      await runSql(store.url, `drop database if exists ${name} with (force)`);
    },
  };
}
