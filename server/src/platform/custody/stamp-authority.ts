import { readFileSync } from "node:fs";
import { readPem } from "@tracewater/custody/certificate";
import { type Env, EnvError } from "../env.ts";
import type { StampAuthority } from "./stamp-client.ts";

/** The time stamp authority of TSA_URL; null without one. Its certificates come with TSA_CA, so that no other can stamp. */
export function readStampAuthority({
  TSA_URL: url,
  TSA_CA: file,
}: Pick<Env, "TSA_URL" | "TSA_CA">): StampAuthority | null {
  if (url === undefined) return null;
  if (file === undefined)
    throw new EnvError("The variable TSA_CA is missing: TSA_URL needs a file of its certificates.");
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    throw new EnvError(`The variable TSA_CA cannot be used: the file ${file} cannot be read.`);
  }
  const trusted = readPem(text);
  if (trusted.length === 0)
    throw new EnvError(`The variable TSA_CA cannot be used: the file ${file} holds no certificate in PEM.`);
  return { url, trusted };
}
