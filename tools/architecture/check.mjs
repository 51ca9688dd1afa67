import { projectRoot } from "../setup/project-root.mjs";
import { inspectHouse } from "./inspect-house.mjs";

const { faults, modules, files } = await inspectHouse(projectRoot);
for (const { rule, says, where } of faults) console.log(`${where}\n  ${says} (${rule})`);
console.log(`${modules} modules of ${files} files, ${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
