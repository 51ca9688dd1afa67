import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { createServer, type Socket } from "node:net";
import { runFfmpeg } from "../src/features/fleet/media/video/run-ffmpeg.ts";
import { testFfmpeg } from "./test-clip.ts";

/** How a camera answers: with a picture, not to this user, at another address, or without a word that is RTSP. */
export type CameraManner = { kind: "plays" } | { kind: "says"; answer: string };

/** A camera that speaks RTSP over TCP; its picture is made by ffmpeg, which sends it here as RTP. */
export async function startRtspCamera(manner: CameraManner = { kind: "plays" }) {
  const sockets = new Set<Socket>();
  const playing = new Set<Socket>();
  const asked: string[] = [];
  const packets = createSocket("udp4");
  packets.on("message", (packet) => {
    const head = Buffer.from([0x24, 0, packet.length >> 8, packet.length & 255]);
    for (const socket of playing) socket.write(Buffer.concat([head, packet]));
  });
  packets.bind(0, "127.0.0.1");
  await once(packets, "listening");
  const encode = ["-c:v", "libx264", "-preset", "ultrafast", "-tune", "zerolatency", "-pix_fmt", "yuv420p"];
  const picture = ["-re", "-f", "lavfi", "-i", "testsrc=size=160x120:rate=10", ...encode, "-g", "10"];
  const source =
    manner.kind === "plays"
      ? runFfmpeg(await testFfmpeg(), [...picture, "-f", "rtp", `rtp://127.0.0.1:${packets.address().port}`])
      : null;

  const server = createServer((socket) => {
    sockets.add(socket);
    let text = "";
    socket.on("error", () => undefined);
    socket.on("close", () => {
      sockets.delete(socket);
      playing.delete(socket);
    });
    socket.on("data", (bytes) => {
      text += bytes.toString("latin1");
      for (let end = text.indexOf("\r\n\r\n"); end >= 0; end = text.indexOf("\r\n\r\n")) {
        const request = text.slice(0, end).replace(/^\$[\s\S]*?(?=[A-Z]+ rtsp)/, "");
        text = text.slice(end + 4);
        asked.push(request);
        const cseq = /CSeq: (\d+)/i.exec(request)?.[1] ?? "0";
        const answer = manner.kind === "says" ? manner.answer : answerTo(request);
        socket.write(answer.replace("\r\n", `\r\nCSeq: ${cseq}\r\n`));
        if (request.startsWith("PLAY")) playing.add(socket);
      }
    });
  });
  server.listen(0, "localhost");
  await once(server, "listening");
  const at = server.address();
  return {
    url: `rtsp://localhost:${typeof at === "object" && at !== null ? at.port : 0}/stream`,
    asked,
    watchers: () => sockets.size,
    async stop(): Promise<void> {
      server.close();
      for (const socket of sockets) socket.destroy();
      await source?.stop();
      packets.close();
    },
  };
}

const sdp = [
  ...["v=0", "o=- 0 0 IN IP4 127.0.0.1", "s=Test", "c=IN IP4 0.0.0.0", "t=0 0", "m=video 0 RTP/AVP 96"],
  ...["a=rtpmap:96 H264/90000", "a=fmtp:96 packetization-mode=1", "a=control:track1", ""],
].join("\r\n");

function answerTo(request: string): string {
  const head = "RTSP/1.0 200 OK\r\n";
  if (request.startsWith("DESCRIBE"))
    return `${head}Content-Type: application/sdp\r\nContent-Length: ${sdp.length}\r\n\r\n${sdp}`;
  if (request.startsWith("SETUP"))
    return `${head}Transport: RTP/AVP/TCP;unicast;interleaved=0-1\r\nSession: 1\r\n\r\n`;
  return `${head}Session: 1\r\nPublic: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN\r\n\r\n`;
}

/** A page of a web camera: a text, bytes, what is there at each request, or another address. */
export type WebPage = Buffer | string | (() => string) | { to: string };

/** A web server that answers each path with its page, and with a part of it where one is asked for. */
export async function startWebCamera(pages: Record<string, WebPage>) {
  const asked: string[] = [];
  const server = createHttpServer((request, response) => {
    asked.push(`${request.url} ${request.headers.authorization ?? ""}`.trim());
    const page = pages[request.url ?? ""];
    if (page === undefined) response.writeHead(404).end();
    else if (typeof page === "object" && "to" in page) response.writeHead(302, { location: page.to }).end();
    else {
      const bytes = typeof page === "object" ? page : Buffer.from(typeof page === "string" ? page : page());
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
      if (from === undefined) response.end(bytes);
      else response.writeHead(206).end(bytes.subarray(Number(from), Number(to) + 1));
    }
  });
  server.listen(0, "localhost");
  await once(server, "listening");
  const at = server.address();
  const port = typeof at === "object" && at !== null ? at.port : 0;
  return { url: `http://localhost:${port}`, port, asked, stop: () => server.close() };
}
