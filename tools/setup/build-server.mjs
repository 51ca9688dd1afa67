/** What the tests of the server need built: the threads that it starts run from their built files, and a page that it sends. */
import { ensureBuilt } from "./builds.mjs";

export async function setup() {
  await ensureBuilt(["server", "custody"]);
}
