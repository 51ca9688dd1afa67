// Live streams of one user, from many addresses of this machine, 80 a second; what is refused or closed is asked for again ten
// seconds later. Arguments: URL, Authorization, how many, how many addresses, the third part of those addresses.
// Says `all were asked for` once each was tried, and on SIGTERM, as JSON, how many are open and what became of the rest.
import { request } from "node:http";

const [url = "", authorization = "", count, addresses, third] = process.argv.slice(2);
const askedAtATime = 4;
const outcome = { open: 0, refused: 0, broken: 0 };
let answered = 0;

/** @param {number} place */
function ask(place) {
  const localAddress = `127.0.${third}.${(place % Number(addresses)) + 1}`;
  const asked = request(url, { agent: false, localAddress, headers: { authorization } });
  let isStream = false;
  asked.once("response", (answer) => {
    isStream = String(answer.headers["content-type"]).startsWith("text/event-stream");
    if (isStream) outcome.open += 1;
    else outcome.refused += 1;
    answer.on("error", () => {});
    answer.resume();
    note();
  });
  asked.on("error", () => {
    if (isStream) return;
    outcome.broken += 1;
    note();
  });
  asked.once("close", () => {
    if (isStream) outcome.open -= 1;
    setTimeout(ask, 10_000, place);
  });
  asked.end();
}

function note() {
  answered += 1;
  if (answered === Number(count)) console.log("all were asked for");
}

let begun = 0;
const asking = setInterval(() => {
  for (let n = 0; n < askedAtATime && begun < Number(count); n++) ask(begun++);
  if (begun >= Number(count)) clearInterval(asking);
}, 50);

process.once("SIGTERM", () => {
  console.log(JSON.stringify(outcome));
  process.exit(0);
});
