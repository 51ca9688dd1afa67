import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import { generate } from "mqtt-packet";
import { afterEach, expect, test } from "vitest";
import { eventually } from "../../test/eventually.ts";
import { attemptConnect } from "../../test/test-device.ts";
import { bearer } from "../../test/test-http.ts";
import { onPlatform } from "../../test/test-platform.ts";

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** A connection from one of this machine's addresses that sends no more than this. */
async function open(url: string, says = "", localAddress = "127.0.0.1"): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress });
  sockets.push(socket);
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.write(says);
  return socket;
}
const openMany = (count: number, url: string, localAddress?: string) =>
  Promise.all(Array.from({ length: count }, () => open(url, "", localAddress)));

/** All that is answered, once the other side has closed. */
const answerOf = (socket: Socket) => text(socket);
const countOpen = (some: readonly Socket[]) =>
  some.filter((one) => !one.destroyed && !one.readableEnded).length;
const readAll = (some: readonly Socket[]) => {
  for (const socket of some) socket.resume();
};

const whole = "GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
const post = (path: string, length: number, more = "") =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n${more}\r\n{"user`;

onPlatform(
  "A connection",
  (platform) => {
    test.each([
      ["that says nothing", ""],
      ["with half a head", "GET /healthz HTTP/1.1\r\nhost: x\r\n"],
    ])("%s is closed after the time that a head may take", async (_what, says) => {
      const answer = await answerOf(await open(platform.url, says));
      expect(answer).toMatch(/^HTTP\/1\.1 408 /);
      expect(answer).toContain("took too long to arrive");
    });

    test.each([
      ["that is no HTTP", "Good day\r\n\r\n", 400, "not a request by HTTP"],
      [
        "with a head of 20 kB",
        `GET / HTTP/1.1\r\nx: ${"x".repeat(20_000)}\r\n\r\n`,
        431,
        "larger than 16 kB",
      ],
    ])("%s is answered in the envelope, and closed", async (_what, says, status, reason) => {
      const answer = await answerOf(await open(platform.url, says));
      expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(JSON.parse(answer.slice(answer.indexOf("{")))).toEqual({
        ...{ code: 400, msg: expect.stringContaining(reason) },
      });
    });

    test("with half a body is answered with 408 in the envelope, and closed", async () => {
      const answer = await answerOf(await open(platform.url, post("/prod-api/login", 1000)));
      expect(answer).toMatch(/^HTTP\/1\.1 408 /);
      expect(answer).toContain("took too long to arrive");
    });

    test("with half a body for a call that there is not is closed as well", async () => {
      await answerOf(await open(platform.url, post("/nothing", 1000)));
      await answerOf(await open(platform.url, post("/prod-api/getInfo", 1000)));
    });

    test("with an upload that comes to a halt is answered with 408, and closed", async () => {
      const admin = bearer(await platform.admin())["authorization"] ?? "";
      const head =
        "POST /prod-api/v2/admin/samplePoint/importData HTTP/1.1\r\nhost: x\r\n" +
        `authorization: ${admin}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 100000\r\n\r\n` +
        '--b\r\ncontent-disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\nPK';
      expect(await answerOf(await open(platform.url, head))).toMatch(/^HTTP\/1\.1 408 /);
    });

    test("with an upload that goes on slowly is read to its end", async () => {
      const admin = bearer(await platform.admin())["authorization"] ?? "";
      const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\n';
      const pieces = 8;
      const bytes = 4000;
      const length = part.length + pieces * bytes + "\r\n--b--\r\n".length;
      const socket = await open(
        platform.url,
        "POST /prod-api/v2/admin/samplePoint/importData HTTP/1.1\r\nhost: x\r\nconnection: close\r\n" +
          `authorization: ${admin}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: ${length}\r\n\r\n${part}`,
      );
      const answer = answerOf(socket);
      let sent = 0;
      const timer = setInterval(() => {
        socket.write(Buffer.alloc(bytes));
        sent += 1;
        if (sent < pieces) return;
        clearInterval(timer);
        socket.write("\r\n--b--\r\n");
      }, 400);
      // Three times as long as an ordinary request may take; the file is no workbook, and that is said.
      expect(await answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*"code":400/);
    });

    test("with live updates stays open for longer than a request may take", async () => {
      const { token } = await platform.admin();
      const stream = await fetch(`${platform.url}/prod-api/v2/admin/realtime?topics=alarms`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const chunks = stream.body?.getReader();
      await chunks?.read();
      // Those two ends lie beyond the time of this stream's own request.
      await answerOf(await open(platform.url, post("/prod-api/login", 1000)));
      await answerOf(await open(platform.url, post("/prod-api/login", 1000)));
      let isOver = false;
      void chunks?.closed.then(() => {
        isOver = true;
      });
      expect((await fetch(`${platform.url}/healthz`)).status).toBe(200);
      expect(isOver).toBe(false);
      await chunks?.cancel();
    });

    test("to the device port that says nothing, or half a CONNECT, is closed", async () => {
      await answerOf(await open(platform.mqttUrl));
      await answerOf(await open(platform.mqttUrl, "\x10\x40\x00\x04MQTT"));
    });

    test("to the device port that begins like a web request is closed without an answer, and a CONNECT in single bytes gets one", async () => {
      expect(await answerOf(await open(platform.mqttUrl, "GET / HTTP/1.1\r\n\r\n"))).toBe("");
      const socket = await open(platform.mqttUrl);
      socket.setNoDelay();
      const answer = once(socket, "data");
      for (const byte of generate({ cmd: "connect", clientId: "nobody", protocolId: "MQTT", clean: true })) {
        socket.write(Buffer.of(byte));
        await setImmediate();
      }
      const [connack]: Buffer[] = await answer;
      expect(connack?.[0]).toBe(0x20);
    });

    test("beyond the limit of one address is closed, and another address is not", async () => {
      const many = await openMany(30, platform.url, "127.0.0.2");
      readAll(many);
      await eventually(async () => countOpen(many)).toBe(20);
      const other = await open(
        platform.url,
        "GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
        "127.0.0.3",
      );
      expect(await answerOf(other)).toMatch(/^HTTP\/1\.1 200 /);
    });

    test("to the device port beyond the limit of one address is closed; devices that are logged in do not count", async () => {
      const credentials = await platform.addDevice();
      const devices = [];
      for (let at = 0; at < 5; at++) {
        const from = { localAddress: "127.0.0.4" };
        const { code, device } = await attemptConnect(platform.mqttUrl, await platform.addDevice(), from);
        expect(code).toBe(0);
        devices.push(device);
      }
      const many = await openMany(15, platform.mqttUrl, "127.0.0.4");
      readAll(many);
      await eventually(async () => countOpen(many)).toBe(10);
      expect((await attemptConnect(platform.mqttUrl, credentials, { localAddress: "127.0.0.5" })).code).toBe(
        0,
      );
      expect(await devices[0]?.post({ ph: 7 })).toMatchObject({ code: 200 });
    });
  },
  {
    env: {
      REQUEST_HEAD_SECONDS: "1",
      REQUEST_SECONDS: "1",
      MQTT_CONNECT_SECONDS: "2",
      HTTP_CONNECTIONS_PER_ADDRESS: "20",
      MQTT_CONNECTIONS_PER_ADDRESS: "10",
    },
  },
);

let clock = Date.now();

onPlatform(
  "Where all places are taken",
  (platform) => {
    test("a silent connection of anyone who has the most makes room at once, on both ports", async () => {
      const credentials = await platform.addDevice();
      const flood: Socket[] = [];
      for (const url of [platform.url, platform.mqttUrl]) {
        for (const from of ["127.0.3.1", "127.0.3.2"]) flood.push(...(await openMany(20, url, from)));
      }
      readAll(flood);
      await eventually(async () => countOpen(flood)).toBeLessThanOrEqual(60);
      const quiet = await openMany(2, platform.url, "127.0.3.3");
      readAll(quiet);
      for (let at = 0; at < 5; at++) {
        const visitor = await open(platform.url, whole, "127.0.3.4");
        expect(await answerOf(visitor)).toMatch(/^HTTP\/1\.1 200 /);
      }
      expect((await attemptConnect(platform.mqttUrl, credentials, { localAddress: "127.0.3.5" })).code).toBe(
        0,
      );
      expect(countOpen(quiet)).toBe(2);
      for (const socket of flood) socket.destroy();
    });

    test("the connection that has been silent for longest makes room where nobody has many, on both ports", async () => {
      const credentials = await platform.addDevice();
      for (const url of [platform.url, platform.mqttUrl]) {
        const addresses = Array.from({ length: 35 }, (_, at) => `127.0.1.${at + 1}`);
        const many = (await Promise.all(addresses.map((from) => openMany(1, url, from)))).flat();
        readAll(many);
        await eventually(async () => countOpen(many)).toBeLessThanOrEqual(30);
        // Anyone who was refused came after those that were taken in.
        clock += 5000;
      }
      const visitor = await open(platform.url, whole, "127.0.2.1");
      expect(await answerOf(visitor)).toMatch(/^HTTP\/1\.1 200 /);
      expect((await attemptConnect(platform.mqttUrl, credentials, { localAddress: "127.0.2.2" })).code).toBe(
        0,
      );
    });
  },
  { env: { HTTP_CONNECTIONS: "30", MQTT_CONNECTIONS: "30" }, now: () => clock },
);
