import { parseArgs } from "node:util";
import { BadUsage } from "./bad-usage.ts";
import { type FaultOrder, type FaultSpan, readFaultOption, readFaultSpan } from "./fault-order.ts";

/** What was asked for on the command line. */
export type CommandLine =
  | {
      kind: "fleet";
      credentials: string;
      url: string;
      reportEvery: number | null;
      seed: number;
      speed: number;
      /** Attributes, shadows and logs too. */
      reportsDiagnostics: boolean;
      faults: FaultOrder[];
    }
  | {
      kind: "history";
      credentials: string;
      seed: number;
      fromMs: number;
      untilMs: number;
      everySeconds: number;
      /** Nothing between the regular reports but events; a report shows what is other than in the one before. */
      sparse: boolean;
      /** Device types; all of them where none is named. */
      only: string[];
      faults: FaultSpan[];
    }
  | { kind: "film"; folder: string; ffmpeg: string }
  | { kind: "camera"; folder: string; port: number };

const usage = `usage:
  fleet --credentials FILE --url mqtt://HOST:PORT [--report-every SECONDS] [--seed N] [--speed N] [--twin yes]
    [--fault NAME@DEVICE]...
  history --credentials FILE --from MS --until MS [--every SECONDS] [--seed N]
    [--sparse yes] [--only TYPEKEY]... [--fault NAME@DEVICE@FROM@UNTIL]...
  film --folder FOLDER --ffmpeg PATH
  camera --folder FOLDER --port N`;

export function readCommandLine(args: readonly string[]): CommandLine {
  const [command, ...rest] = args;
  switch (command) {
    case "fleet":
      return readFleet(rest);
    case "history":
      return readHistory(rest);
    case "film":
      return readFilm(rest);
    case "camera":
      return readCamera(rest);
    default:
      throw new BadUsage(usage);
  }
}

function readFleet(args: string[]): CommandLine {
  const values = readOptions(args, {
    credentials: { type: "string" },
    url: { type: "string" },
    "report-every": { type: "string" },
    seed: { type: "string" },
    speed: { type: "string" },
    fault: { type: "string", multiple: true },
    twin: { type: "string" },
  });
  const every = values["report-every"];
  return {
    kind: "fleet",
    credentials: need("credentials", text(values["credentials"])),
    url: readUrl(need("url", text(values["url"]))),
    reportEvery: every === undefined ? null : number("report-every", every, 1, 3600),
    seed: number("seed", values["seed"] ?? "0", 0, 4_294_967_295),
    speed: number("speed", values["speed"] ?? "1", 0.01, 10_000, "any"),
    reportsDiagnostics: isYes("twin", text(values["twin"])),
    faults: list(values["fault"]).map(readFault),
  };
}

function readHistory(args: string[]): CommandLine {
  const values = readOptions(args, {
    credentials: { type: "string" },
    from: { type: "string" },
    until: { type: "string" },
    every: { type: "string" },
    seed: { type: "string" },
    sparse: { type: "string" },
    only: { type: "string", multiple: true },
    fault: { type: "string", multiple: true },
  });
  const latest = 8_640_000_000_000_000;
  const fromMs = number("from", need("from", text(values["from"])), 0, latest);
  const untilMs = number("until", need("until", text(values["until"])), 0, latest);
  if (untilMs <= fromMs) throw new BadUsage("--until must be later than --from.");
  return {
    kind: "history",
    credentials: need("credentials", text(values["credentials"])),
    seed: number("seed", values["seed"] ?? "0", 0, 4_294_967_295),
    fromMs,
    untilMs,
    everySeconds: number("every", values["every"] ?? "60", 1, 3600),
    sparse: isYes("sparse", text(values["sparse"])),
    only: list(values["only"]),
    faults: list(values["fault"]).map(readSpan),
  };
}

function readFilm(args: string[]): CommandLine {
  const values = readOptions(args, { folder: { type: "string" }, ffmpeg: { type: "string" } });
  return {
    kind: "film",
    folder: need("folder", text(values["folder"])),
    ffmpeg: need("ffmpeg", text(values["ffmpeg"])),
  };
}

function readCamera(args: string[]): CommandLine {
  const values = readOptions(args, { folder: { type: "string" }, port: { type: "string" } });
  return {
    kind: "camera",
    folder: need("folder", text(values["folder"])),
    port: number("port", need("port", text(values["port"])), 1, 65_535),
  };
}

type Options = Record<string, { type: "string"; multiple?: boolean }>;
type Value = string | boolean | (string | boolean)[] | undefined;

function readOptions(args: string[], options: Options): Record<string, Value> {
  try {
    return parseArgs({ args, options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw new BadUsage(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}

function text(value: Value): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function list(value: Value): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

function need(name: string, value: string | undefined): string {
  if (value === undefined || value === "") throw new BadUsage(`--${name} is missing.\n${usage}`);
  return value;
}

function number(
  name: string,
  value: Value,
  min: number,
  max: number,
  kind: "whole" | "any" = "whole",
): number {
  const read = typeof value === "string" && value.trim() !== "" ? Number(value) : Number.NaN;
  const fits = read >= min && read <= max && (kind === "any" || Number.isInteger(read));
  if (fits) return read;
  const what = kind === "whole" ? "a whole number" : "a number";
  throw new BadUsage(`--${name} must be ${what} from ${min} to ${max}.`);
}

function readUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  const known = url !== null && ["mqtt:", "mqtts:", "tcp:"].includes(url.protocol) && url.hostname !== "";
  if (!known) throw new BadUsage("--url must be like mqtt://localhost:1883 (or mqtts://).");
  return value;
}

function readFault(option: string): FaultOrder {
  const order = readFaultOption(option);
  if (order === null) throw new BadUsage(`--fault ${option} must be like NAME@DEVICE.`);
  return order;
}

function readSpan(option: string): FaultSpan {
  const span = readFaultSpan(option);
  if (span === null)
    throw new BadUsage(`--fault ${option} must be like NAME@DEVICE@FROM@UNTIL, in milliseconds.`);
  return span;
}

function isYes(name: string, value: string | undefined): boolean {
  if (value === undefined || value === "yes" || value === "no") return value === "yes";
  throw new BadUsage(`--${name} must be yes or no.`);
}
