import type { Scheduler } from "../scheduler.ts";
import { createDownload, type Download, type PartFault } from "./download.ts";
import type { FirmwareOffer } from "./offer.ts";

/**
 * The way of a device to another firmware: download in parts, check of the digest, writing, restart. It goes on where
 * it broke off, and says how far it is; that it runs the new version is reported by the device after its restart.
 */
export type FirmwareUpdate = {
  take(offer: FirmwareOffer): void;
  stop(): void;
};

export type FirmwareUpdateMade = {
  scheduler: Scheduler;
  /** What the device runs now. */
  version(): string;
  hasFault(fault: FirmwareFault): boolean;
  /** Per cent, or a negative number for what went wrong. */
  progress(step: number, sentence: string, module: string | null): void;
  /** It runs this version already. */
  inform(): void;
  /** Everything is written: the device restarts with this version. */
  restart(version: string): void;
};

export const firmwareFaults = ["brokenDownload", "corruptDownload", "failedBoot"] as const;
export type FirmwareFault = (typeof firmwareFaults)[number];

const failure = { refused: -1, download: -2, digest: -3 } as const;
const pauseMs = 200;
const firstWaitMs = 2000;
const maxFailures = 6;
const writeMs = 1500;
/** Per cent between two reports, and where the faults lie. */
const reportedPercent = 5;
const breaksAt = 40;

type Run = {
  offer: FirmwareOffer;
  download: Download;
  failures: number;
  reportedStep: number;
  hasBroken: boolean;
  hasCorrupted: boolean;
  cancel: () => void;
};

export function createFirmwareUpdate(made: FirmwareUpdateMade): FirmwareUpdate {
  const { scheduler } = made;
  let run: Run | null = null;

  function take(offer: FirmwareOffer): void {
    if (offer.module !== null) {
      made.progress(failure.refused, `Unknown module ${offer.module}.`, offer.module);
    } else if (run !== null && isSame(run.offer, offer)) {
      // Reported again, with an address that lasts longer.
      run.offer = offer;
    } else if (offer.version === made.version()) {
      made.inform();
    } else {
      stop();
      run = {
        offer,
        download: createDownload(offer),
        failures: 0,
        reportedStep: 0,
        hasBroken: false,
        hasCorrupted: false,
        cancel: () => {},
      };
      void fetchNext(run);
    }
  }

  async function fetchNext(own: Run): Promise<void> {
    const { download, offer } = own;
    const before = download.received;
    const ending = await download.next(offer, faultOf(own));
    if (run !== own) return;
    if (ending.kind === "gone") return end(failure.download, ending.reason);
    if (ending.kind === "broken") {
      own.failures = download.received > before ? 1 : own.failures + 1;
      if (own.failures >= maxFailures) return end(failure.download, `The download failed: ${ending.reason}.`);
      later(own, firstWaitMs * 2 ** (own.failures - 1), () => void fetchNext(own));
      return;
    }
    own.failures = 0;
    if (download.isWhole) return check(own);
    const step = Math.floor((100 * download.received) / offer.size);
    if (step >= own.reportedStep + reportedPercent) {
      own.reportedStep = step;
      made.progress(step, "", null);
    }
    later(own, pauseMs, () => void fetchNext(own));
  }

  function check(own: Run): void {
    if (!own.download.isAsSigned()) {
      end(failure.digest, "The digest does not match the file.");
      return;
    }
    made.progress(100, "", null);
    later(own, writeMs, () => {
      run = null;
      made.restart(made.hasFault("failedBoot") ? made.version() : own.offer.version);
    });
  }

  function end(step: number, sentence: string): void {
    run = null;
    made.progress(step, sentence, null);
  }

  function later(own: Run, ms: number, next: () => void): void {
    own.cancel = scheduler.after(ms, next);
  }

  function stop(): void {
    run?.cancel();
    run = null;
  }

  /** Each fault strikes an update once, in the middle of the file. */
  function faultOf(own: Run): PartFault {
    if (100 * own.download.received < breaksAt * own.offer.size) return null;
    if (!own.hasBroken && made.hasFault("brokenDownload")) {
      own.hasBroken = true;
      return "breaks";
    }
    if (own.hasCorrupted || !made.hasFault("corruptDownload")) return null;
    own.hasCorrupted = true;
    return "corrupts";
  }

  return { take, stop };
}

function isSame(a: FirmwareOffer, b: FirmwareOffer): boolean {
  return a.version === b.version && a.size === b.size && a.digest.hex === b.digest.hex;
}
