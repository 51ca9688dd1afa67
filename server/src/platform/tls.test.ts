import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:https";
import { connect as connectPlain } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:tls";
import { login } from "@tracewater/contract/system/session";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { attemptConnect } from "../../test/test-device.ts";
import { adminPassword, onPlatform } from "../../test/test-platform.ts";
import { readEnv } from "./env.ts";
import { readTls } from "./tls.ts";

const file = (name: string) => join(import.meta.dirname, "../../test/tls", name);
const good = { TLS_CERT: file("cert.pem"), TLS_KEY: file("key.pem") };
const ca = readFileSync(good.TLS_CERT);

describe("Files for TLS that cannot be used end the start with a sentence that names the variable", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "tracewater-tls-"));
    await writeFile(join(folder, "nothing.pem"), "no certificate\n");
  });
  afterAll(() => rm(folder, { recursive: true }));
  const read = (env: Record<string, string>, now = Date.now()) => readTls(readEnv(env), now);

  test("both are needed", () => {
    expect(() => read({ TLS_CERT: good.TLS_CERT })).toThrow(/TLS_CERT cannot be used without TLS_KEY/);
    expect(() => read({ TLS_KEY: good.TLS_KEY })).toThrow(/TLS_KEY cannot be used without TLS_CERT/);
    expect(() => read({ MQTT_TLS_PORT: "8883" })).toThrow(/MQTT_TLS_PORT cannot be used without TLS_CERT/);
  });

  test("a file that is not there, or holds something else", () => {
    expect(() => read({ ...good, TLS_CERT: "/nowhere.pem" })).toThrow(/TLS_CERT .*\/nowhere\.pem .*ENOENT/);
    expect(() => read({ ...good, TLS_KEY: "/nowhere.pem" })).toThrow(/TLS_KEY .*\/nowhere\.pem .*ENOENT/);
    const other = join(folder, "nothing.pem");
    expect(() => read({ ...good, TLS_CERT: other })).toThrow(/TLS_CERT .*no certificate/);
    expect(() => read({ ...good, TLS_KEY: other })).toThrow(/TLS_KEY .*no private key/);
  });

  test("a key of another certificate, and a certificate that has ended", () => {
    expect(() => read({ ...good, TLS_KEY: file("other-key.pem") })).toThrow(/TLS_KEY .*does not match/);
    expect(() => read(good, Date.parse("2200-01-01"))).toThrow(/TLS_CERT .*expired on/);
  });

  test("with a certificate the platform may be reached by others", () => {
    expect(readEnv({ ...good, HOST: "0.0.0.0" }).HOST).toBe("0.0.0.0");
    expect(() => readEnv({ HOST: "0.0.0.0" })).toThrow(/ALLOW_PLAINTEXT=yes .*unencrypted/);
  });
});

onPlatform(
  "A platform with a certificate",
  (platform) => {
    /** A call over TLS; Node's fetch takes no certificate of ours. */
    function send(path: string, body: object): Promise<{ headers: Record<string, unknown>; text: string }> {
      return new Promise((resolve, reject) => {
        const options = { method: "POST", ca, headers: { "content-type": "application/json" } };
        const sent = request(`${platform.url}/prod-api${path}`, options, (reply) => {
          let text = "";
          reply.setEncoding("utf8");
          reply.on("data", (piece: string) => {
            text += piece;
          });
          reply.on("end", () => resolve({ headers: reply.headers, text }));
        });
        sent.on("error", reject);
        sent.end(JSON.stringify(body));
      });
    }

    test("answers over TLS alone, instructs browsers to stay there, and marks its cookie", async () => {
      expect(platform.url).toMatch(/^https:/);
      const { headers, text } = await send(login.path, {
        username: "admin",
        password: adminPassword,
        bind: true,
      });
      expect(JSON.parse(text)).toMatchObject({ code: 200 });
      expect(headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
      expect(String(headers["set-cookie"])).toMatch(
        /^__Host-tw-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
      );
      await expect(fetch(platform.url.replace("https", "http"))).rejects.toThrow();
    });

    test("speaks nothing older than TLS 1.2", async () => {
      const { port } = new URL(platform.url);
      const old = { port: Number(port), host: "127.0.0.1", ca, ciphers: "DEFAULT@SECLEVEL=0" } as const;
      const failed = new Promise<string>((resolve) => {
        const socket = connect({ ...old, minVersion: "TLSv1", maxVersion: "TLSv1.1" });
        socket.on("secureConnect", () => resolve(`connected with ${socket.getProtocol()}`));
        socket.on("error", (error) => resolve(error.message));
      });
      expect(await failed).toMatch(/protocol version/i);
    });

    test("hears devices over TLS, and at the plain door alongside it on loopback", async () => {
      const stranger = { id: 0, productKey: "waterSample", deviceName: "nobody", deviceSecret: "none" };
      const overTls = await attemptConnect(platform.mqttsUrl, stranger, { ca });
      const plain = await attemptConnect(platform.mqttUrl, stranger);
      expect([overTls.code, plain.code]).toEqual([4, 4]); // heard, and refused by name
      await expect(attemptConnect(platform.mqttsUrl, stranger)).rejects.toThrow(/self.signed/);
    });

    test("is not kept from stopping by a device that never ends its handshake", async () => {
      const { port } = new URL(platform.mqttsUrl);
      const silent = connectPlain(Number(port), "127.0.0.1");
      silent.on("error", () => undefined);
      await new Promise((resolve) => silent.once("connect", resolve));
      await platform.restart();
      silent.destroy();
    });
  },
  { env: good },
);

onPlatform("A platform without a certificate", (platform) => {
  test("never asks for TLS on a plain line, whatever the visitor's headers say", async () => {
    const { headers } = await platform.request("/nothing", { headers: { "x-forwarded-proto": "https" } });
    expect(headers.get("strict-transport-security")).toBeNull();
  });
});

onPlatform(
  "A platform behind a trusted proxy that speaks TLS",
  (platform) => {
    test("instructs browsers to stay with TLS", async () => {
      const { headers } = await platform.request("/nothing", { headers: { "x-forwarded-proto": "https" } });
      expect(headers.get("strict-transport-security")).toBe("max-age=31536000; includeSubDomains");
    });
  },
  { env: { TRUSTED_PROXIES: "127.0.0.1" } },
);
