import { cpus } from "node:os";
import { type IntervalHistogram, monitorEventLoopDelay } from "node:perf_hooks";
import type { ServerSample } from "@tracewater/contract/system/server-state";

const everyMs = 5_000;
/** Five minutes. */
const kept = 60;
/** The histogram counts its own resolution into each delay. */
const resolutionMs = 20;

/** Measures this process and its host every five seconds and keeps the last few minutes. */
export function createProcessMeter(options: { now: () => number; countConnected: () => number }) {
  const { now, countConnected } = options;
  const samples: ServerSample[] = [];
  let delays: IntervalHistogram | null = null;
  let timer: NodeJS.Timeout | null = null;
  let before = { at: performance.now(), cpu: process.cpuUsage(), host: hostTimes() };

  function measure(): ServerSample {
    const after = { at: performance.now(), cpu: process.cpuUsage(), host: hostTimes() };
    const spentMs = after.at - before.at;
    const cpuMs = (after.cpu.user + after.cpu.system - before.cpu.user - before.cpu.system) / 1000;
    const hostMs = after.host.all - before.host.all;
    const { rss, heapUsed } = process.memoryUsage();
    const sample = {
      at: now(),
      cpuPercent: percent(cpuMs, spentMs),
      hostCpuPercent: percent(after.host.busy - before.host.busy, hostMs),
      hostSystemPercent: percent(after.host.system - before.host.system, hostMs),
      residentBytes: rss,
      heapUsedBytes: heapUsed,
      loopDelayMs: delayOf(delays, 50),
      loopDelayP99Ms: delayOf(delays, 99),
      connectedDevices: countConnected(),
    };
    before = after;
    delays?.reset();
    return sample;
  }

  function keep(): void {
    samples.push(measure());
    if (samples.length > kept) samples.shift();
  }

  return {
    /** The last minutes; one measured at this moment where there is none yet. */
    read(): readonly ServerSample[] {
      if (samples.length === 0) keep();
      return samples;
    },
    async start(): Promise<void> {
      delays = monitorEventLoopDelay({ resolution: resolutionMs });
      delays.enable();
      timer = setInterval(keep, everyMs).unref();
    },
    async stop(): Promise<void> {
      if (timer !== null) clearInterval(timer);
      delays?.disable();
    },
  };
}

function percent(part: number, whole: number): number {
  return whole <= 0 ? 0 : Math.round((1000 * Math.max(0, part)) / whole) / 10;
}

function delayOf(delays: IntervalHistogram | null, percentile: number): number {
  if (delays === null || delays.count === 0) return 0;
  const ms = delays.percentile(percentile) / 1e6 - resolutionMs;
  return Math.round(Math.max(0, ms) * 10) / 10;
}

/** What all cores did since they were started. */
function hostTimes(): { busy: number; system: number; all: number } {
  let busy = 0;
  let system = 0;
  let all = 0;
  for (const { times } of cpus()) {
    const own = times.user + times.nice + times.sys + times.irq;
    busy += own;
    system += times.sys;
    all += own + times.idle;
  }
  return { busy, system, all };
}
