/*
 * Keeps one postmaster alive: notices its end, brings it up again with growing pauses, and stops it on request, be
 * it our child or adopted.
 */
import { setTimeout as delay } from "node:timers/promises";
import { type BringUp, bringUp } from "./bring-up.ts";
import { endPostmaster, type Postmaster, send, waitOutOrphans } from "./postmaster.ts";
import { readPostmasterFile } from "./postmaster-file.ts";
import { trimLog } from "./postmaster-log.ts";
import { removeSocketFolder } from "./socket-folder.ts";

export type PostgresState = { state: "up" } | { state: "down"; reason: string };

export type Supervision = {
  socketFolder: string;
  postmasterPid(): number | null;
  stop(): Promise<void>;
};

type Supervised = Omit<BringUp, "socketFolder" | "signal"> & { onState: (state: PostgresState) => void };

const PAUSES_MS = [0, 250, 500, 1_000, 2_000, 5_000];
const STEADY_MS = 30_000;
const STOP_TIMEOUT_MS = 5_000;
const CARE_EVERY_MS = 1_000;

export async function supervise(o: Supervised): Promise<Supervision> {
  const stopping = new AbortController();
  const first = await bringUp({ ...o, socketFolder: null, signal: stopping.signal });
  const socketFolder = first.socketFolder;
  let current: Postmaster | null = first;
  let failures = 0;

  async function keepUp(): Promise<void> {
    while (current !== null) {
      const upSince = performance.now();
      const how = await current.gone;
      current = null;
      if (stopping.signal.aborted) return;
      if (performance.now() - upSince > STEADY_MS) failures = 0;
      o.log("error", `The database stopped: ${how}. It is being restarted.`);
      emitState(o, { state: "down", reason: `The database stopped: ${how}.` });
      current = await bringBack();
      if (current === null) return;
      // stop() came while the last word of the start was on its way, and saw no postmaster to end.
      if (stopping.signal.aborted) return endPostmaster(current, STOP_TIMEOUT_MS);
      emitState(o, { state: "up" });
    }
  }

  /** Null when the platform stops meanwhile. */
  async function bringBack(): Promise<Postmaster | null> {
    const { signal } = stopping;
    for (;;) {
      try {
        await delay(PAUSES_MS[Math.min(failures++, PAUSES_MS.length - 1)], undefined, { signal });
        const back = await bringUp({ ...o, socketFolder, signal });
        o.log("info", "The database is running again.", { pid: back.pid });
        return back;
      } catch (error) {
        if (signal.aborted) return null;
        o.log("error", "The database could not be restarted yet.", { error: String(error) });
      }
    }
  }

  const kept = keepUp();
  const care = setInterval(() => void careFor(o, current), CARE_EVERY_MS).unref();
  let stopped: Promise<void> | null = null;

  async function stopNow(): Promise<void> {
    clearInterval(care);
    stopping.abort();
    // What watches the postmaster does not keep Node alive; the wait for its end must.
    const awake = setInterval(() => undefined, 1_000);
    if (current !== null) await endPostmaster(current, STOP_TIMEOUT_MS);
    await kept;
    await waitOutOrphans(o.place, 1_000);
    await removeSocketFolder(o.place, socketFolder);
    clearInterval(awake);
  }

  return {
    socketFolder,
    postmasterPid: () => (stopping.signal.aborted ? null : (current?.pid ?? null)),
    stop: () => {
      stopped ??= stopNow();
      return stopped;
    },
  };
}

/** A state is reported to the platform; what the platform does with it must not end the supervision. */
function emitState(o: Supervised, state: PostgresState): void {
  try {
    o.onState(state);
  } catch (error) {
    o.log("error", "A listener for the database state failed.", { error: String(error) });
  }
}

/**
 * A SIGTERM from outside (a process manager that signals every process) begins a smart shutdown, in which the
 * postmaster takes no new clients and waits for the old ones to leave. Ours never leave: it is made a fast one.
 */
async function careFor(o: Supervised, postmaster: Postmaster | null): Promise<void> {
  try {
    const file = await readPostmasterFile(o.place.folder);
    const isStopping = file !== null && file !== "unreadable" && file.status === "stopping";
    if (postmaster !== null && isStopping && file.pid === postmaster.pid) send(postmaster.pid, "SIGINT");
    await trimLog(o.place);
  } catch (error) {
    o.log("warn", "The database files could not be checked.", { error: String(error) });
  }
}
