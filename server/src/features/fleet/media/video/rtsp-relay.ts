import { connect, createServer, type Socket } from "node:net";
import type { LocalizedText } from "../../../../platform/localized-text.ts";
import type { JudgedAddress } from "../../../../platform/outbound/outbound-address.ts";
import { cameraFault } from "./camera-faults.ts";
import { isPeerOf } from "./loopback-peer.ts";
import { openLoopback } from "./open-loopback.ts";
import { createRtspReplies, RtspRedirect } from "./rtsp-replies.ts";

const connectMs = 8_000;
const silenceMs = 15_000;

/**
 * The one way of ffmpeg to an RTSP camera: a port on loopback that leads to the address that was judged and to no
 * other. It takes one connection, of the user that ffmpeg runs as; replies that lead elsewhere end it.
 */
export async function openRtspRelay(to: JudgedAddress & { port: number; uid: number }) {
  let fault: LocalizedText | null = null;
  let isTaken = false;
  const sockets = new Set<Socket>();
  const server = createServer({ pauseOnConnect: true }, (client) => {
    client.on("error", () => client.destroy());
    isPeerOf(client, to.uid).then(
      (isOurs) => {
        if (!isOurs || isTaken) return client.destroy();
        isTaken = true;
        server.close();
        serve(client);
      },
      () => client.destroy(),
    );
  });

  function serve(client: Socket): void {
    const camera = connect({ host: to.address, port: to.port, family: to.family, noDelay: true });
    const replies = createRtspReplies();
    const end = (why: LocalizedText | null) => {
      fault ??= why;
      client.destroy();
      camera.destroy();
    };
    let isThere = false;
    const late = setTimeout(() => end(cameraFault.silent), connectMs);
    for (const socket of [client, camera]) {
      sockets.add(socket);
      socket.once("close", () => {
        sockets.delete(socket);
        clearTimeout(late);
        end(null);
      });
    }
    client.on("error", () => end(null));
    camera.on("error", () => end(isThere ? cameraFault.brokeOff : cameraFault.closed));
    camera.once("connect", () => {
      isThere = true;
      clearTimeout(late);
      camera.setTimeout(silenceMs, () => end(cameraFault.silent));
    });
    client.pipe(camera);
    client.resume();
    camera.on("data", (chunk) => {
      try {
        const passed = replies.push(chunk);
        if (replies.status() === 401) fault ??= cameraFault.credentials;
        else if (replies.status() === 404) fault ??= cameraFault.noStream;
        else if (replies.status() === 200) fault = null;
        if (passed.length > 0 && !client.write(passed)) {
          camera.pause();
          client.once("drain", () => camera.resume());
        }
      } catch (error) {
        end(error instanceof RtspRedirect ? cameraFault.redirect : cameraFault.noRtsp);
      }
    });
  }
  return { fault: () => fault, ...(await openLoopback(server, sockets)) };
}
