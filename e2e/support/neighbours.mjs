// Well-behaved devices that post on a steady beat, in a process of their own: what the test does meanwhile is not in their
// times. Begins with the line of JSON that it reads first, `{host, port, everyMs, devices: [{packet, topic}]}`, says
// "connected", and answers each further line with the milliseconds of the posts that were answered since, as JSON.
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { generate, parser } from "mqtt-packet";

/** @typedef {{ packet: string, topic: string }} Device CONNECT in hex, and the topic of its posts */

/** @type {number[]} */
let times = [];
const lines = createInterface({ input: process.stdin });
lines.once("line", async (line) => {
  /** @type {{ host: string, port: number, everyMs: number, devices: Device[] }} */
  const { host, port, everyMs, devices } = JSON.parse(line);
  await Promise.all(
    devices.map((one, place) =>
      open(host, port, one, { everyMs, firstMs: (everyMs * place) / devices.length }),
    ),
  );
  lines.on("line", () => {
    console.log(JSON.stringify(times));
    times = [];
  });
  console.log("connected");
});
lines.once("close", () => process.exit(0));

/**
 * Each is on a beat of its own: they do not all speak at once.
 * @param {string} host
 * @param {number} port
 * @param {Device} device
 * @param {{ everyMs: number, firstMs: number }} beat
 * @returns {Promise<void>} once it is connected
 */
function open(host, port, { packet, topic }, { everyMs, firstMs }) {
  const socket = connect(port, host);
  socket.setNoDelay(true);
  const frames = parser({ protocolVersion: 4 });
  const began = new Map();
  let number = 0;
  const post = () => {
    number += 1;
    began.set(String(number), performance.now());
    const payload = JSON.stringify({
      id: String(number),
      params: { ph: { value: 7, time: Date.now() } },
    });
    const messageId = (number % 65_535) + 1;
    socket.write(generate({ cmd: "publish", topic, payload, qos: 1, messageId, dup: false, retain: false }));
  };
  socket.on("data", (chunk) => frames.parse(chunk));
  socket.once("connect", () => socket.write(Buffer.from(packet, "hex")));
  socket.once("close", () => {
    throw new Error("the platform closed the connection of a neighbour");
  });
  return new Promise((resolve) => {
    frames.on("packet", (received) => {
      if (received.cmd === "connack") {
        if (received.returnCode !== 0) throw new Error(`a neighbour was refused with ${received.returnCode}`);
        setTimeout(() => setInterval(post, everyMs), firstMs);
        resolve();
      }
      if (received.cmd !== "publish") return;
      const { id, code } = JSON.parse(received.payload.toString());
      const since = began.get(id);
      began.delete(id);
      if (since === undefined || code !== 200) throw new Error(`a post was answered with ${code}`);
      times.push(performance.now() - since);
    });
  });
}
