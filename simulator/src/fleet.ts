import type { DeviceEntry } from "./credentials-file.ts";
import type { FaultOrder } from "./fault-order.ts";
import type { InstalledVersions } from "./firmware/installed-versions.ts";
import { joinSeeds } from "./random.ts";
import type { Scheduler } from "./scheduler.ts";
import { createSimClock } from "./sim-clock.ts";
import { createSimulatedDevice, type SimulatedDevice } from "./simulated-device.ts";

/** Many simulated devices in one process, on one scheduler. */
export type Fleet = {
  /** Resolves with the number of devices that are up: all of them, or those connected after 10 s. */
  start(): Promise<number>;
  stop(): Promise<void>;
  /** Null, or the sentence that refuses it. */
  setFault(order: FaultOrder): string | null;
};

export type FleetMade = {
  entries: readonly DeviceEntry[];
  url: string;
  reportEvery: number | null;
  seed: number;
  speed: number;
  faults: readonly FaultOrder[];
  /** Devices report attributes, their shadow and their log too. */
  reportsDiagnostics: boolean;
  installed?: InstalledVersions;
  scheduler: Scheduler;
  log(sentence: string): void;
};

const readyTimeoutMs = 10_000;
const largestBuffer = 50_000;
const allBuffers = 2_000_000;
const quietMs = 30_000;

export function createFleet(made: FleetMade): Fleet {
  const { entries, scheduler } = made;
  const clock = createSimClock(scheduler.now, made.speed);
  const devices = new Map<string, SimulatedDevice>();
  const log = logOnce(made);
  let kept = 0;
  let announceAll = () => {};

  function launch(entry: DeviceEntry): void {
    const { deviceName } = entry.identity;
    const device = createSimulatedDevice({
      ...made,
      entry,
      seed: joinSeeds(entry.seed, made.seed),
      reportInterval: made.reportEvery,
      capacity: bufferFor(entries.length),
      clock,
      onFirstKept() {
        kept += 1;
        if (kept === entries.length) announceAll();
      },
      log: (sentence) => log(deviceName, sentence),
    });
    devices.set(deviceName, device);
    device.start();
    const own = made.faults.filter((order) => order.device === deviceName);
    for (const refused of own.map(({ fault }) => device.setFault(fault, true))) {
      if (refused !== null) made.log(refused);
    }
  }

  function start(): Promise<number> {
    // Devices come up one by one, within 8 s: neither their logins nor their models all at once.
    const spacing = Math.min(5, 8000 / Math.max(1, entries.length));
    const startMs = scheduler.now();
    entries.forEach((entry, n) => void scheduler.at(startMs + n * spacing, () => launch(entry)));
    return new Promise((resolve) => {
      const connected = () => [...devices.values()].filter((device) => device.connected).length;
      const cancel = scheduler.after(readyTimeoutMs, () => resolve(connected()));
      announceAll = () => {
        cancel();
        resolve(entries.length);
      };
      if (entries.length === 0) announceAll();
    });
  }

  return {
    start,
    async stop() {
      await Promise.all([...devices.values()].map((device) => device.stop()));
      scheduler.stop();
    },
    setFault({ device, fault, on }) {
      const known = devices.get(device);
      return known === undefined ? `The fleet has no device ${device}.` : known.setFault(fault, on);
    },
  };
}

/** A few devices buffer for days, thousands share what one process can hold. */
function bufferFor(devices: number): number {
  return Math.max(200, Math.min(largestBuffer, Math.floor(allBuffers / devices)));
}

/** Thousands of devices that lose their platform are one piece of news: a sentence is repeated after 30 s only. */
function logOnce(made: FleetMade): (device: string, sentence: string) => void {
  const lastSaid = new Map<string, number>();
  return (device, sentence) => {
    const now = made.scheduler.now();
    if (now - (lastSaid.get(sentence) ?? Number.NEGATIVE_INFINITY) < quietMs) return;
    lastSaid.set(sentence, now);
    made.log(`${device}: ${sentence}`);
  };
}
