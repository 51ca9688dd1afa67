// Connections that say nothing, or half of a request, from many addresses of this machine; each that is closed is opened
// again ten seconds later. Arguments: host, port, how many, how many addresses, the third part of those addresses.
// Says `all were opened` once each was tried, and on SIGTERM how many are.
import { connect } from "node:net";

const [host, port, count, addresses, third] = process.argv.slice(2);
const openAtATime = 250;
const half = "GET /healthz HTTP/1.1\r\nhost: x\r\n";
let connected = 0;

/** @param {number} place */
function open(place) {
  const localAddress = `127.0.${third}.${(place % Number(addresses)) + 1}`;
  const socket = connect({ host, port: Number(port), localAddress });
  let isOpen = false;
  socket.on("error", () => {});
  socket.once("connect", () => {
    isOpen = true;
    connected += 1;
    if (place % 2 === 0) socket.write(half);
  });
  socket.resume();
  socket.once("close", () => {
    if (isOpen) connected -= 1;
    setTimeout(open, 10_000, place);
  });
}

let opened = 0;
const opening = setInterval(() => {
  for (let n = 0; n < openAtATime && opened < Number(count); n++) open(opened++);
  if (opened < Number(count)) return;
  clearInterval(opening);
  console.log("all were opened");
}, 50);

process.once("SIGTERM", () => {
  console.log(`connected ${connected}`);
  process.exit(0);
});
