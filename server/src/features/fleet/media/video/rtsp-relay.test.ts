import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { expect, test } from "vitest";
import { openRtspRelay } from "./rtsp-relay.ts";

/** Connects, and says whether anything came back. */
const client = `require("node:net").connect(Number(process.argv[1]), "127.0.0.1")
  .on("data", () => process.exit(7)).on("close", () => process.exit(0)).on("error", () => process.exit(0))
  .write("OPTIONS rtsp://127.0.0.1/ RTSP/1.0\\r\\nCSeq: 1\\r\\n\\r\\n");`;

test.runIf(process.platform === "linux" && process.geteuid?.() === 0)(
  "The way to a camera serves the user that ffmpeg runs as, and no other who finds its port first",
  async () => {
    const asked: string[] = [];
    const sockets: Socket[] = [];
    const camera = createServer((socket) => {
      sockets.push(socket);
      socket.on("error", () => undefined);
      socket.on("data", (bytes) => {
        asked.push(bytes.toString("latin1"));
        socket.write("RTSP/1.0 200 OK\r\nCSeq: 1\r\n\r\n");
      });
    });
    camera.listen(0, "127.0.0.1");
    await once(camera, "listening");
    const at = camera.address();
    const port = typeof at === "object" && at !== null ? at.port : 0;
    const relay = await openRtspRelay({ address: "127.0.0.1", family: 4, port, uid: 64_001 });
    const ask = async (uid: number) => {
      const child = spawn(process.execPath, ["-e", client, String(relay.port)], { uid, gid: uid, cwd: "/" });
      const [code] = await once(child, "exit");
      return code;
    };
    expect(await ask(64_002)).toBe(0);
    expect(asked).toEqual([]);
    expect(await ask(64_001)).toBe(7);
    expect(asked).toHaveLength(1);
    relay.close();
    camera.close();
    for (const socket of sockets) socket.destroy();
  },
);
