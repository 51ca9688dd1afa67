/*
 * Takes what waits for devices to their connections. Commands of one device leave in the order of their ids, one
 * queue per device; what could not be written, what a batch ordered and what is to be sent again is found by the sweep.
 */
import { createGroupCommit } from "../../../platform/group-commit.ts";
import type { Log } from "../../../platform/log.ts";
import { isDatabaseUnavailable } from "../../../platform/store/store-errors.ts";
import type { DeviceLinkService } from "../device-link/device-link.service.ts";
import type { Device } from "../devices/device.service.ts";
import { type Carried, toDownlink } from "./command.model.ts";
import type { CommandStore } from "./command.store.ts";
import type { CommandRow } from "./command-queries.store.ts";

/** What a command carries alongside its inputs, made when it is sent: an address for a picture. Null for most. */
export type Carry = (command: CommandRow, device: Device) => Promise<Carried | null>;

const sweepEveryMs = 500;
const maxQueues = 16;
const maxPerBatch = 500;
const maxSweepsBetween = 64;

export function createCommandSender(options: {
  store: CommandStore;
  link: Pick<DeviceLinkService, "isConnected" | "send">;
  findDevice: (id: number) => Promise<Device>;
  carry: Carry;
  emitChanged: (row: CommandRow) => void;
  log: Log;
}) {
  const { store, link, emitChanged, log } = options;
  const queues = new Map<number, Promise<void>>();
  const underway = new Set<Promise<void>>();
  /** Devices that did not take what was written: tried again after so many sweeps, or once they acknowledge something. */
  const stuck = new Map<number, { until: number; wait: number }>();
  let sweeps = 0;
  let sweeper: NodeJS.Timeout | null = null;
  let stopping = false;

  /** False where the device does not take it: what comes after it waits as well. */
  async function send(id: string, device: Device): Promise<boolean> {
    const claimed = await store.claim(id);
    if (claimed === undefined) return true;
    emitChanged(claimed);
    const carried = await options.carry(claimed, device);
    if (link.send(device.id, toDownlink(claimed, device, carried))) return true;
    const returned = await store.release(id);
    if (returned !== undefined) emitChanged(returned);
    return false;
  }

  async function sendQueued(deviceId: number): Promise<void> {
    if (stopping || !link.isConnected(deviceId)) return;
    const ids = await store.listQueued(deviceId);
    if (ids.length === 0) return;
    const device = await options.findDevice(deviceId);
    for (const id of ids) {
      if (!(await send(id, device))) {
        const wait = Math.min(maxSweepsBetween, (stuck.get(deviceId)?.wait ?? 1) * 2);
        stuck.set(deviceId, { until: sweeps + wait, wait });
        return;
      }
    }
    stuck.delete(deviceId);
  }

  /** Sends what waits for a device, after what is being sent to it already. */
  function drain(deviceId: number): Promise<void> {
    const before = queues.get(deviceId) ?? Promise.resolve();
    const run = before.catch(() => undefined).then(() => sendQueued(deviceId));
    queues.set(deviceId, run);
    const leave = () => {
      if (queues.get(deviceId) === run) queues.delete(deviceId);
    };
    run.then(leave, leave);
    return run;
  }

  /** Ten thousand that come back at once are a few questions, and most have nothing waiting. */
  const reconnectBatch = createGroupCommit<number>({
    max: 500,
    async write(deviceIds) {
      for (const id of await store.whichWait(deviceIds)) inBackground(drain(id));
    },
  });

  async function drainStalled(): Promise<void> {
    const waiting = (await store.listStalled(maxPerBatch)).filter(
      (id) => link.isConnected(id) && !queues.has(id) && (stuck.get(id)?.until ?? 0) <= sweeps,
    );
    const queue = async () => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) await drain(id);
    };
    await Promise.all(Array.from({ length: maxQueues }, queue));
  }

  async function sweep(): Promise<void> {
    sweeps += 1;
    try {
      for (const row of await store.endOverdue()) emitChanged(row);
      await drainStalled();
    } catch (error) {
      if (!isDatabaseUnavailable(error)) log.error({ err: error }, "overdue commands could not be ended");
    }
    if (!stopping) sweeper = setTimeout(() => inBackground(sweep()), sweepEveryMs);
  }

  function inBackground(work: Promise<unknown>): void {
    const done: Promise<void> = work
      .then(
        () => undefined,
        (error) => {
          if (!isDatabaseUnavailable(error)) log.error({ err: error }, "a step of a command failed");
        },
      )
      .finally(() => underway.delete(done));
    underway.add(done);
  }

  return {
    drain,
    inBackground,

    /** The device reads again. */
    resume(deviceId: number): void {
      if (stuck.delete(deviceId)) inBackground(drain(deviceId));
    },
    /** What did not get through to it is forgotten with its connection. */
    ready(deviceId: number): void {
      stuck.delete(deviceId);
      inBackground(reconnectBatch.add(deviceId));
    },

    async start(): Promise<void> {
      await store.noteUnsure();
      await sweep();
    },

    async stop(): Promise<void> {
      stopping = true;
      if (sweeper !== null) clearTimeout(sweeper);
      // Their statements have to end before the database is closed.
      while (underway.size > 0 || queues.size > 0)
        await Promise.allSettled([...underway, ...queues.values()]);
    },
  };
}
