import type { Picture } from "../pictures/png.ts";

/** What every family of simulated instruments is to the device around it: a model stepped by time, no sockets. */

export type PropertyValue =
  | number
  | string
  | readonly PropertyValue[]
  | { readonly [field: string]: PropertyValue };
export type Params = Record<string, PropertyValue>;

/** A picture goes up to the address that the command carried, before the reply does. */
export type Reply = { code: number; data: Params; message: string; picture?: Picture };

/** `time` is what the device's own clock says, in epoch milliseconds. */
export type Output =
  | { kind: "report"; time: number; params: Params }
  /** A picture goes up where the reply to the event says so. */
  | { kind: "event"; time: number; event: string; params: Params; picture?: Picture }
  | { kind: "reply"; ticket: number; reply: Reply };

/** A command is answered at once, later (as an output with this ticket), or once the network's time is known. */
export type Answer =
  | { kind: "now"; reply: Reply }
  | { kind: "later"; ticket: number }
  | { kind: "afterClock"; reply: (offsetMs: number) => Reply };

export type Performed = { outputs: Output[]; answer: Answer };

export type Instrument = {
  /** Names that `setFault` knows. */
  readonly faults: readonly string[];
  /** How far the device's clock is from true time, in milliseconds. */
  readonly clockOffsetMs: number;
  readonly firmware: string;
  /** The moment of the next change; nothing comes out before it. */
  nextAt(): number;
  advance(toMs: number): Output[];
  /** From here on it reports: every `everySeconds`, or by its own setting where that is null. */
  startReporting(nowMs: number, everySeconds: number | null): void;
  /** All properties at once. */
  refresh(nowMs: number): Output[];
  perform(service: string, params: unknown, nowMs: number): Performed;
  setProperties(params: unknown, nowMs: number): Performed;
  /** Null asks for all. */
  getProperties(identifiers: readonly string[] | null, nowMs: number): Performed;
  setFault(name: string, on: boolean, nowMs: number): Output[];
  correctClock(offsetMs: number): void;
  install(firmware: string): void;
};

/** Makes an instrument as it would be at `atMs` after a life without incidents. */
export type MakeInstrument = (at: {
  seed: number;
  atMs: number;
  reportInterval: number | null;
}) => Instrument;

export type InstrumentFamily = {
  typeKey: string;
  readProfile(raw: unknown): { ok: true; make: MakeInstrument } | { ok: false; reason: string };
};
