import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readShipped, writeNotices } from "../notices/third-party.mjs";
import { ensureInstalled } from "../setup/install.mjs";
import { projectRoot } from "../setup/project-root.mjs";
import { runMain } from "../setup/sentence.mjs";

await runMain(async () => {
  await ensureInstalled();
  const shipped = readShipped(projectRoot);
  writeFileSync(join(projectRoot, "THIRD-PARTY-NOTICES.md"), writeNotices(shipped));
  console.log(`THIRD-PARTY-NOTICES.md names ${shipped.length} packages`);
  return 0;
});
