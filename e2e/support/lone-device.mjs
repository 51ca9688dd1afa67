// A device as a process of its own, so that it can be killed or stopped in its tracks: writes the CONNECT that it is
// given, says when it is let in, and stays. Arguments: host, port, CONNECT in hex.
import { connect } from "node:net";

const [host, port, packet = ""] = process.argv.slice(2);
const socket = connect(Number(port), host);
socket.once("connect", () => socket.write(Buffer.from(packet, "hex")));
socket.once("data", (answer) => console.log(answer[3] === 0 ? "connected" : `refused with ${answer[3]}`));
socket.once("close", () => process.exit(0));
