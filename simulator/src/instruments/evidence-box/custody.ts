import { drawCompartments } from "../../pictures/box-picture.ts";
import { type Picture, toPicture } from "../../pictures/png.ts";
import { chance, wander } from "../../random.ts";
import { deviceTime, emitEvent, minute, never, toStep } from "../machine/machine.ts";
import { localDay } from "../site/local-days.ts";
import { stream } from "../site/stream.ts";
import {
  authorityOf,
  type Box,
  itemWeight,
  metresAway,
  nextVisitAt,
  slotOfDay,
  tripAt,
  weightOf,
} from "./box-state.ts";
import { batteryLevel, slotStates } from "./readings.ts";

/** Who opens the box, what the box notices, and what it reports of it. */

export type Opening = { slot: number; authority: string; personA: string; personB: string };

const custodians = ["Chen Jing", "Wang Lei", "Zhao Min", "Sun Hao", "Liu Yang", "Xu Fang"] as const;
const handlingMs = 40_000;

/** A custodian comes with a second person: in the morning something is put in, in the afternoon something goes. */
export function visit(box: Box): void {
  const today = localDay(box.place, box.nowMs);
  const isMorning = nextVisitAt(box, "deposit") > box.nowMs;
  const kind = isMorning ? "deposit" : "take";
  box.agenda.set("visit", nextVisitAt(box, kind));
  const slot = slotOfDay(today, kind);
  if (box.openSlot !== 0 || box.faultySlots.has(slot)) return;
  const first = Math.floor(custodians.length * chance(box.seed, stream.visit, today));
  const person = (n: number) => custodians[(first + n) % custodians.length] ?? custodians[0];
  open(box, { slot, authority: authorityOf(box.seed, today, kind), personA: person(0), personB: person(1) });
  box.visit = { slot, kind };
  box.agenda.set("close", box.nowMs + handlingMs);
}

export function open(box: Box, opening: Opening): void {
  box.openSlot = opening.slot;
  box.openedMs = box.nowMs;
  box.lastOpenedMs = box.nowMs;
  box.lastAuthority = opening.authority;
  box.agenda.set("leftOpen", box.nowMs + box.leftOpenAfter * 1000);
  emitEvent(box, "opened", { ...opening });
}

/** The compartment is shut; grams in the box afterwards. */
export function close(box: Box): number {
  const slot = box.openSlot;
  if (box.visit?.slot === slot) {
    const today = localDay(box.place, box.nowMs);
    box.items[slot - 1] = box.visit.kind === "deposit" ? itemWeight(box.seed, today) : 0;
  }
  box.visit = null;
  box.openSlot = 0;
  box.leftOpenReported = false;
  box.agenda.set("leftOpen", never);
  box.agenda.set("close", never);
  const weight = weightOf(box);
  emitEvent(box, "closed", { slot, weight, seconds: Math.round((box.nowMs - box.openedMs) / 1000) });
  return weight;
}

export function reportLeftOpen(box: Box): void {
  if (box.openSlot === 0) return;
  box.leftOpenReported = true;
  const seconds = Math.round((box.nowMs - box.openedMs) / 1000);
  emitEvent(box, "leftOpen", { slot: box.openSlot, seconds });
}

/** Once a minute: the temperature goes on, and each limit is reported once for each time it is passed. */
export function passMinute(box: Box): void {
  box.agenda.set("minute", box.nowMs + minute);
  const target = box.faults.has("warm") ? 19 : box.openSlot !== 0 ? 9 : 4.5 + (tripAt(box) > 0 ? 0.8 : 0);
  const speed = box.faults.has("warm") ? 18 : 30;
  box.temp += (target + 0.4 * wander(box.seed, stream.cabinet, box.nowMs, 1_800_000) - box.temp) / speed;
  const temp = toStep(box.temp, 1, -40, 80);
  const limits = { low: box.tempLow, high: box.tempHigh };
  reportOnce(box, "temp", temp < limits.low || temp > limits.high, { boxTemp: temp, ...limits });
  const metres = toStep(metresAway(box), 0, 0, 1e7);
  reportOnce(box, "geofence", metres > box.geofenceRadius, { metres });
  reportOnce(box, "battery", batteryLevel(box) < 15, { batteryLevel: batteryLevel(box) });
}

function reportOnce(
  box: Box,
  event: "temp" | "geofence" | "battery",
  isSo: boolean,
  params: Record<string, number>,
): void {
  if (!isSo) box.reported.delete(event);
  else if (!box.reported.has(event)) {
    box.reported.add(event);
    emitEvent(box, event, params);
  }
}

/** What the camera sees: the compartments with what lies in them, or nothing. */
export function takePhoto(box: Box): Picture {
  const time = new Date(deviceTime(box)).toISOString().slice(0, 19).replace("T", " ");
  return toPicture(
    drawCompartments({
      occupied: slotStates(box).map((state) => state === 1),
      open: box.openSlot,
      caption: `${time}Z  ${toStep(box.temp, 1, -40, 80).toFixed(1)} °C`,
      dark: box.faults.has("cameraBlocked"),
    }),
  );
}
