// A device that sends messages of 250 kB at QoS 1 without waiting for an answer. Arguments: host, port, CONNECT in hex,
// topic. Says on SIGTERM, as JSON, how many bytes it got rid of and how many messages were acknowledged.
import { connect } from "node:net";
import { generate, parser } from "mqtt-packet";

const [host, port, packet = "", topic = ""] = process.argv.slice(2);
const padding = "x".repeat(250_000);
const maxUnsent = 4_000_000;
const socket = connect(Number(port), host);
const frames = parser({ protocolVersion: 4 });
let sent = 0;
let acknowledged = 0;

function fill() {
  while (socket.writableLength < maxUnsent && !socket.destroyed) {
    sent += 1;
    const payload = JSON.stringify({ id: String(sent), params: { ph: 7 }, padding });
    const messageId = (sent % 65_535) + 1;
    socket.write(generate({ cmd: "publish", topic, payload, qos: 1, messageId, dup: false, retain: false }));
  }
}

frames.on("packet", ({ cmd }) => {
  if (cmd === "connack") {
    console.log("connected");
    setInterval(fill, 10);
  }
  if (cmd === "puback") acknowledged += 1;
});
socket.on("data", (chunk) => frames.parse(chunk));
socket.once("connect", () => socket.write(Buffer.from(packet, "hex")));
socket.once("close", () => console.log("closed"));
process.once("SIGTERM", () => {
  console.log(JSON.stringify({ bytes: socket.bytesWritten - socket.writableLength, acknowledged }));
  process.exit(0);
});
