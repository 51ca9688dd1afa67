import { runCommand } from "./programs/commands.ts";

process.exitCode = await runCommand(process.argv.slice(2));
