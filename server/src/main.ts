import { runCommand } from "./app/commands.ts";

process.exitCode = await runCommand(process.argv.slice(2));
