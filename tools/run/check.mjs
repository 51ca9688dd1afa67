import { ensureInstalled } from "../setup/install.mjs";
import { runMain, secondsSince } from "../setup/sentence.mjs";
import { runCheckParts } from "./check-parts.mjs";

await runMain(async () => {
  await ensureInstalled();
  const began = Date.now();
  const failed = (await runCheckParts()).filter(({ passed }) => !passed);
  console.log(`${failed.length === 0 ? "PASS" : "FAIL"}  in ${secondsSince(began)}`);
  return failed.length === 0 ? 0 : 1;
});
