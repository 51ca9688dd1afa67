import { runMain } from "../setup/sentence.mjs";
import { runServerCommand } from "./server-command.mjs";

await runMain(() => runServerCommand("device"));
