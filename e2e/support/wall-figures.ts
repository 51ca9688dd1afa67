/** What a page of a wall costs: memory of page and browser, what WebGL holds, script and drawing per frame. */
import { readFile } from "node:fs/promises";
import type { Browser, CDPSession, Page } from "playwright-core";
import { descendantsOf } from "./process-table.ts";
import { waitUntil } from "./wait-until.ts";

/** Before the page's own scripts: counts what WebGL holds and the times at which frames were drawn. */
export const countWebGl = `
  window.held = { textures: 0, programs: 0, buffers: 0 };
  for (const [kind, name] of [["textures", "Texture"], ["programs", "Program"], ["buffers", "Buffer"]]) {
    const proto = WebGL2RenderingContext.prototype;
    const create = proto["create" + name];
    const remove = proto["delete" + name];
    const living = new WeakSet();
    proto["create" + name] = function () {
      const made = create.call(this);
      if (made) { living.add(made); window.held[kind] += 1; }
      return made;
    };
    proto["delete" + name] = function (one) {
      if (one && living.delete(one)) window.held[kind] -= 1;
      return remove.call(this, one);
    };
  }
  window.drawn = 0;
  for (const name of ["drawElements", "drawArrays"]) {
    const draw = WebGL2RenderingContext.prototype[name];
    WebGL2RenderingContext.prototype[name] = function (...given) {
      window.drawn += 1;
      return draw.apply(this, given);
    };
  }`;

export const nextFrames = (page: Page, count: number) =>
  page.evaluate(`new Promise((resolve) => {
    let left = ${count};
    const turn = () => (left-- > 0 ? requestAnimationFrame(turn) : resolve());
    turn();
  })`);

/** Until the map has drawn nothing for 30 frames. `countWebGl` has to be in the page. */
export async function rest(page: Page): Promise<void> {
  const isStill = async () => {
    const before = await page.evaluate<number>("window.drawn");
    await nextFrames(page, 30);
    return (await page.evaluate<number>("window.drawn")) === before;
  };
  await waitUntil("the map draws nothing", isStill, { withinMs: 60_000 });
}

export type WallMemory = {
  heapMb: number;
  nodes: number;
  listeners: number;
  textures: number;
  programs: number;
  buffers: number;
  /** Of the browser with all its processes, each without what it shares; then of two kinds of them. */
  rssMb: number;
  rendererMb: number;
  gpuMb: number;
};

/** After a collection. */
export async function measureMemory(
  session: CDPSession,
  page: Page,
  browserPid: number,
): Promise<WallMemory> {
  await session.send("HeapProfiler.collectGarbage");
  await session.send("HeapProfiler.collectGarbage");
  const { metrics } = await session.send("Performance.getMetrics");
  const metric = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN;
  const held = await page.evaluate<Pick<WallMemory, "textures" | "programs" | "buffers">>("window.held");
  return {
    ...{ heapMb: metric("JSHeapUsedSize") / 1e6, nodes: metric("Nodes") },
    ...{ listeners: metric("JSEventListeners"), ...held, ...(await residentOf(browserPid)) },
  };
}

async function residentOf(pid: number): Promise<Pick<WallMemory, "rssMb" | "rendererMb" | "gpuMb">> {
  const found = await Promise.all(
    [pid, ...(await descendantsOf(pid))].map(async (one) => {
      const read = (name: string) => readFile(`/proc/${one}/${name}`, "utf8").catch(() => "");
      const [status, command] = await Promise.all([read("status"), read("cmdline")]);
      const kind = /--type=([a-z-]+)/.exec(command)?.[1] ?? "browser";
      return { kind, mb: Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1000 };
    }),
  );
  const sum = (of: string | null) =>
    found.reduce((mb, one) => (of === null || one.kind === of ? mb + one.mb : mb), 0);
  return { rssMb: sum(null), rendererMb: sum("renderer"), gpuMb: sum("gpu-process") };
}

/** What of Playwright's own page is reached for here. */
type OwnPage = {
  _connection: {
    toImpl(page: Page): {
      delegate: {
        _mainFrameSession: { _client: { send(name: string, given: object): Promise<unknown> } };
      };
    };
  };
};

/**
 * The browser keeps up to 200 MB of what a page that is driven has fetched, so that a test can read it later. A wall on
 * its display is not driven: none is kept.
 */
export async function keepNoAnswers(page: Page): Promise<void> {
  const own = (page as unknown as OwnPage)._connection.toImpl(page); // no option of the public interface says it
  const limits = { maxTotalBufferSize: 1000, maxResourceBufferSize: 1000 };
  await own.delegate._mainFrameSession._client.send("Network.enable", limits);
}

/** The process of a browser that this process started, by the folder of its profile. */
export async function pidOfBrowser(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  const pid = processInfo.find(({ type }) => type === "browser")?.id;
  if (pid === undefined) throw new Error("the browser does not name its process");
  return pid;
}

type TraceEvent = {
  name: string;
  ph: string;
  ts: number;
  dur?: number;
  /** Of the processor, without what the thread waited for. */
  tdur?: number;
  tid: number;
  pid: number;
  args?: { data?: { functionName?: string; url?: string; type?: string } };
};

/**
 * Milliseconds. A task's own time is that of the processor; for the rest it waited for a turn, which other processes had,
 * or for a picture to be drawn.
 */
export type FrameFigures = {
  frames: number;
  /** Own time of the script of a frame. */
  p95: number;
  scriptMs: number;
  /** The longest task, and the longest own time of one. */
  taskMs: number;
  ownMs: number;
  within: string;
};

/** What the main thread of a page did while something ran: script in each frame, and its longest task. */
export async function traceFrames(
  browser: Browser,
  page: Page,
  run: () => Promise<void>,
): Promise<FrameFigures> {
  await browser.startTracing(page, { categories: ["devtools.timeline", "toplevel"] });
  await run();
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(
    (await browser.stopTracing()).toString("utf8"),
  );
  const fired = traceEvents.filter(({ name, ph }) => name === "FireAnimationFrame" && ph === "X");
  const [first] = fired;
  const main = traceEvents.filter((one) => one.pid === first?.pid && one.tid === first.tid && one.ph === "X");
  const script = fired.map(ownMsOf).sort((a, b) => a - b);
  const tasks = main.filter(({ name }) => name === "RunTask" || name === "ThreadControllerImpl::RunTask");
  const own = tasks.map(ownMsOf);
  const [worst] = tasks.sort((a, b) => (b.dur ?? 0) - (a.dur ?? 0));
  return {
    frames: script.length,
    p95: script[Math.min(script.length - 1, Math.floor(script.length * 0.95))] ?? 0,
    scriptMs: script.at(-1) ?? 0,
    taskMs: (worst?.dur ?? 0) / 1000,
    ownMs: Math.max(0, ...own),
    within: worst === undefined ? "" : partsOf(worst, main),
  };
}

/** Of an event whose own time is not in the trace (those of a microsecond), the time from its start to its end: never less. */
const ownMsOf = ({ tdur, dur = Number.NaN }: TraceEvent) => (tdur ?? dur) / 1000;

/** The longest parts of a task, so that a figure over its limit names its cause. */
function partsOf(task: TraceEvent, all: readonly TraceEvent[]): string {
  const end = task.ts + (task.dur ?? 0);
  return all
    .filter((one) => one !== task && one.ts >= task.ts && one.ts + (one.dur ?? 0) <= end)
    .sort((a, b) => (b.dur ?? 0) - (a.dur ?? 0))
    .slice(0, 6)
    .map(({ name, dur = 0, args }) => {
      const { functionName = "", url = "", type = "" } = args?.data ?? {};
      return `${name} ${functionName}${type} ${url.split("/").at(-1)} ${Math.round(dur / 1000)}`;
    })
    .join(" > ");
}
