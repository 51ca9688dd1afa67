import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "../error-code.ts";

/** What postmaster.pid says. PostgreSQL writes it in steps while it starts; the status comes last. */
export type PostmasterFile = {
  pid: number;
  port: number;
  socketFolder: string;
  status: "starting" | "ready" | "stopping";
};

/** Null when there is none; "unreadable" when it holds no pid, as after a power cut or on a full disk. */
export async function readPostmasterFile(folder: string): Promise<PostmasterFile | "unreadable" | null> {
  const text = await readFile(join(folder, "postmaster.pid"), "utf8").catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  });
  return text === null ? null : parsePostmasterFile(text);
}

/** Lines: pid, data folder, start time, port, socket folder, address, shared memory key, status (miscadmin.h). */
function parsePostmasterFile(text: string): PostmasterFile | "unreadable" {
  const lines = text.split("\n").map((line) => line.trim());
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return "unreadable";
  const said = lines[7] ?? "";
  const status =
    said === "ready" || said === "standby" ? "ready" : said === "stopping" ? "stopping" : "starting";
  return { pid, port: Number(lines[3] ?? 0), socketFolder: lines[4] ?? "", status };
}

export async function removePostmasterFile(folder: string): Promise<void> {
  await rm(join(folder, "postmaster.pid"), { force: true });
}
