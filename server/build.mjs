import { bundle, serverPrograms } from "../tools/setup/bundle.mjs";

for (const [entry, outfile] of serverPrograms) process.exitCode ||= await bundle("server", entry, outfile);
