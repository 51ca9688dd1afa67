import { alinkCode } from "@tracewater/alink/codes";
import { z } from "zod";
import type { DeviceEntry } from "./credentials-file.ts";
import { createDeviceClient, type DeviceClient } from "./device-client.ts";
import { eventLine, reportsDiagnostics } from "./diagnostics.ts";
import type { Command } from "./downlink.ts";
import type { InstalledVersions } from "./firmware/installed-versions.ts";
import { createFirmwareUpdate, type FirmwareUpdate, firmwareFaults } from "./firmware/update.ts";
import type { Instrument, Output, Performed, Reply } from "./instruments/instrument.ts";
import { createLotFetch, type LotFetch, type LotFileReply } from "./lot-fetch.ts";
import type { Priority } from "./outbox.ts";
import type { Picture } from "./pictures/png.ts";
import type { Scheduler } from "./scheduler.ts";
import type { SimClock } from "./sim-clock.ts";
import type { Twin } from "./twin.ts";
import { readOffer, type UploadOffer, upload } from "./upload.ts";

/** An instrument with its link: the model's outputs go up, the platform's commands come down, faults cut in between. */
export type SimulatedDevice = {
  readonly name: string;
  readonly connected: boolean;
  start(): void;
  stop(): Promise<void>;
  /** Null, or the sentence that refuses it. */
  setFault(name: string, on: boolean): string | null;
};

export type SimulatedDeviceMade = {
  entry: DeviceEntry;
  seed: number;
  url: string;
  reportInterval: number | null;
  capacity: number;
  scheduler: Scheduler;
  clock: SimClock;
  /** It reports attributes, its shadow and its log too. */
  reportsDiagnostics?: boolean;
  /** What it was upgraded to before it started, and where the next upgrade is kept. */
  installed?: InstalledVersions;
  onFirstKept(): void;
  log(sentence: string): void;
};

const linkFaults = ["offline", "silent", "noReply", ...firmwareFaults] as const;
const maxAnnounced = 20;
const bootMs = 4000;
type LinkFault = (typeof linkFaults)[number];

export function createSimulatedDevice(made: SimulatedDeviceMade): SimulatedDevice {
  const { entry, seed, clock } = made;
  const device: Device = {
    made,
    instrument: entry.make({ seed, atMs: clock.now(), reportInterval: made.reportInterval }),
    client: createDeviceClient({
      ...made,
      identity: entry.identity,
      onConnected: () => comeUp(device),
      onCommand: (command) => obey(device, command),
      onUpgrade: (offer) => {
        if (!device.link.has("noReply")) device.update.take(offer);
      },
      onOffer: (offer) => sendAnnounced(device, offer),
      onKept: () => noteKept(device),
      onOtherMessage: (topic, payload) =>
        device.lots.onMessage(topic, payload) || (device.twin?.onMessage(topic, payload) ?? false),
    }),
    twin: null,
    lots: createLotFetch(entry.identity, (id, topic, payload) => device.client.publish(id, topic, payload)),
    update: createFirmwareUpdate({
      scheduler: made.scheduler,
      version: () => device.instrument.firmware,
      hasFault: (fault) => device.link.has(fault),
      progress: (step, sentence, module) => device.client.reportProgress(step, sentence, module),
      inform: () => device.client.reportVersion(device.instrument.firmware),
      restart: (version) => void restart(device, version),
    }),
    hasReportedVersion: false,
    cancelBoot: () => {},
    link: new Set(),
    owed: new Map(),
    announced: new Map(),
    keptOnce: false,
    cancelWake: () => {},
  };
  device.instrument.install(made.installed?.of(entry.identity.deviceName) ?? device.instrument.firmware);
  if (made.reportsDiagnostics === true) device.twin = reportsDiagnostics(entry, device);
  return {
    name: entry.identity.deviceName,
    get connected() {
      return device.client.connection.connected;
    },
    start() {
      device.instrument.startReporting(clock.now(), null);
      device.client.connection.start();
      sleep(device);
    },
    stop() {
      device.cancelWake();
      return leave(device);
    },
    setFault: (name, on) => setFault(device, name, on),
  };
}

type Device = {
  made: SimulatedDeviceMade;
  instrument: Instrument;
  client: DeviceClient;
  update: FirmwareUpdate;
  twin: Twin | null;
  lots: LotFetch;
  /** Since it was started. */
  hasReportedVersion: boolean;
  cancelBoot: () => void;
  link: Set<LinkFault>;
  /** Commands that the instrument answers later, by ticket. */
  owed: Map<number, Command>;
  /** Pictures that events reported of, by their hash, until the platform asks for them; the latest few. */
  announced: Map<string, Picture>;
  keptOnce: boolean;
  cancelWake: () => void;
};

function wake(device: Device): void {
  publish(device, device.instrument.advance(device.made.clock.now()), "regular");
  sleep(device);
}

function sleep(device: Device): void {
  const { scheduler, clock } = device.made;
  device.cancelWake();
  device.cancelWake = scheduler.at(clock.wallAt(device.instrument.nextAt()), () => wake(device));
}

/** After connecting everything is reported once; after a start, which firmware runs. */
function comeUp(device: Device): void {
  if (!device.hasReportedVersion) {
    device.client.reportVersion(device.instrument.firmware);
    const nowMs = device.made.clock.now();
    device.twin?.note("INFO", "boot", `Firmware ${device.instrument.firmware} runs`, nowMs);
    device.twin?.comeUp(nowMs);
  }
  device.hasReportedVersion = true;
  publish(device, device.instrument.refresh(device.made.clock.now()), "regular");
  sleep(device);
}

function noteKept(device: Device): void {
  if (!device.keptOnce) device.made.onFirstKept();
  device.keptOnce = true;
}

function publish(device: Device, outputs: readonly Output[], priority: Priority): void {
  for (const output of outputs) {
    if (output.kind === "reply") {
      const command = device.owed.get(output.ticket);
      device.owed.delete(output.ticket);
      if (command !== undefined) reply(device, command, output.reply);
    } else if (device.link.has("silent")) {
      // Connected, but with nothing to say.
    } else if (output.kind === "report") {
      device.client.postProperties(output.params, output.time, priority);
    } else {
      if (output.picture !== undefined) announce(device, output.picture);
      device.twin?.note(...eventLine(output.event, output.params), output.time);
      device.client.postEvent(output.event, output.params, output.time, priority);
    }
  }
}

/** A picture goes up before the reply that reports of it; where that fails, so has the command. */
function reply(device: Device, command: Command, answer: Reply): void {
  if (device.link.has("noReply")) return;
  const { client } = device;
  const offer = readOffer(command.params);
  const { picture } = answer;
  if (picture === undefined || offer === null) client.reply(command, answer);
  else {
    void upload(offer, picture).then((fault) =>
      client.reply(
        command,
        fault === null ? answer : { code: alinkCode.serverError, data: {}, message: fault },
      ),
    );
  }
}

function announce({ announced }: Device, picture: Picture): void {
  announced.set(picture.sha256, picture);
  for (const oldest of announced.keys()) if (announced.size > maxAnnounced) announced.delete(oldest);
}

function sendAnnounced({ announced, made }: Device, offer: UploadOffer): void {
  const picture = announced.get(offer.sha256 ?? "");
  if (picture === undefined) return;
  announced.delete(picture.sha256);
  void upload(offer, picture).then((fault) => {
    if (fault !== null) made.log(fault);
  });
}

function obey(device: Device, command: Command): void {
  if (device.link.has("noReply")) return;
  wake(device);
  const { kind } = command.verb;
  if (command.verb.kind === "service" && command.verb.name === "pullLots")
    device.lots.ask((file) => pull(device, command, file));
  else if (kind === "disable" || kind === "enable" || kind === "delete") live(device, command, kind);
  else answer(device, command, perform(device, command));
  sleep(device);
}

/** The lots came as the platform signed them. */
function pull(device: Device, command: Command, file: LotFileReply | null): void {
  answer(device, command, perform(device, { ...command, params: file ?? {} }));
  sleep(device);
}

function perform({ instrument, made }: Device, { verb, params }: Command): Performed {
  const nowMs = made.clock.now();
  if (verb.kind === "set") return instrument.setProperties(params, nowMs);
  if (verb.kind === "get") return instrument.getProperties(readIdentifiers(params), nowMs);
  return instrument.perform(verb.kind === "service" ? verb.name : verb.kind, params, nowMs);
}

/** What a command caused goes up ahead of a replay, and its reply after it. */
function answer(device: Device, command: Command, { outputs, answer }: Performed): void {
  const { instrument, made, client } = device;
  publish(device, outputs, "urgent");
  if (answer.kind === "now") reply(device, command, answer.reply);
  else if (answer.kind === "later") device.owed.set(answer.ticket, command);
  else {
    const deviceNow = () => made.clock.now() + instrument.clockOffsetMs;
    client.askClock(deviceNow, (offsetMs) => {
      if (offsetMs !== null) instrument.correctClock(offsetMs);
      reply(device, command, offsetMs === null ? noClock : answer.reply(offsetMs));
    });
  }
}

function leave({ client, update, cancelBoot }: Device): Promise<void> {
  cancelBoot();
  update.stop();
  return client.connection.stop();
}

/** Away for as long as it takes to restart. */
async function restart(device: Device, version: string): Promise<void> {
  const { connection } = device.client;
  let isWanted = true;
  device.cancelBoot = () => {
    isWanted = false;
  };
  await connection.stop();
  if (!isWanted) return;
  device.cancelBoot = device.made.scheduler.after(bootMs, () => {
    device.made.installed?.keep(device.made.entry.identity.deviceName, version);
    device.instrument.install(version);
    device.hasReportedVersion = false;
    connection.start();
  });
}

/** The platform's word on the device's life: answered first, then obeyed. */
function live(device: Device, command: Command, verb: "disable" | "enable" | "delete"): void {
  const { client } = device;
  client.reply(command, { code: alinkCode.success, data: {}, message: "success" });
  if (verb === "delete") void leave(device);
  else client.setHeld(verb === "disable");
}

function setFault(device: Device, name: string, on: boolean): string | null {
  const { instrument, client, made, link } = device;
  const fault = linkFaults.find((known) => known === name);
  if (fault !== undefined) {
    if (on) link.add(fault);
    else link.delete(fault);
    if (fault === "offline") client.connection.setCut(on);
    return null;
  }
  if (!instrument.faults.includes(name)) {
    const known = [...instrument.faults, ...linkFaults].join(", ");
    return `${made.entry.identity.deviceName} has no fault ${name}. Available: ${known}.`;
  }
  publish(device, instrument.setFault(name, on, made.clock.now()), "regular");
  sleep(device);
  return null;
}

const noClock: Reply = {
  code: alinkCode.serverError,
  data: {},
  message: "The platform's clock did not respond.",
};

/** Alink: property get carries a plain array of identifiers; an empty object, as here and there seen, asks for all. */
function readIdentifiers(params: unknown): readonly string[] | null {
  const read = z.array(z.string()).min(1).safeParse(params);
  return read.success ? read.data : null;
}
