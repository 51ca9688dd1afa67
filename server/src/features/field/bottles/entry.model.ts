import { mainSlots } from "@tracewater/contract/field/sampler-bottles";
import type { Words } from "../../../platform/words.ts";

/** Everything that decides whether a scanned code may be entered. */
export type ScanFacts = {
  part: "body" | "cap";
  code: string;
  deviceId: number;
  slot: number;
  /** The bottle that has this code on its body. */
  body: KnownBottle | null;
  /** The bottle whose cap it is. */
  cap: KnownBottle | null;
  /** The bottle that stands in the slot, or will once the device has answered; without a number it is a new one. */
  inSlot: { bottleId: number | null; bodyCode: string; capCode: string | null } | null;
};

export type KnownBottle = {
  bottleId: number;
  bodyCode: string;
  capCode: string | null;
  state: string;
  /** False for another unit's, of which nothing more may be told. */
  isReached: boolean;
  place: { deviceId: number; deviceName: string; slot: number } | null;
};

/** Why a scan cannot be; null where it may go to the device. */
export function refusalOf(facts: ScanFacts): Words | null {
  return facts.part === "body" ? refusalOfBody(facts) : refusalOfCap(facts);
}

function refusalOfBody({ code, body, cap, deviceId, slot }: ScanFacts): Words | null {
  if (cap !== null) {
    return { en: `${code} is the code of a cap.`, zh: `${code} 是瓶盖码，不是瓶身码。` };
  }
  if (body === null) return null;
  if (!body.isReached) return ofAnother(code);
  if (body.place !== null && (body.place.deviceId !== deviceId || body.place.slot !== slot)) {
    return standsElsewhere(body, deviceId);
  }
  if (body.place !== null || body.state === "new" || body.state === "bound") return null;
  return {
    en: `Bottle ${code} is ${stateWords(body.state).en}.`,
    zh: `采样瓶 ${code} ${stateWords(body.state).zh}。`,
  };
}

function refusalOfCap({ code, body, cap, inSlot }: ScanFacts): Words | null {
  if (body !== null) {
    return { en: `${code} is the code of a body.`, zh: `${code} 是瓶身码，不是瓶盖码。` };
  }
  if (inSlot === null) {
    return { en: "Enter the body of the bottle in this slot first.", zh: "请先录入该瓶位的瓶身码。" };
  }
  if (cap !== null && cap.bottleId !== inSlot.bottleId) {
    if (!cap.isReached) return ofAnother(code);
    return {
      en: `Cap ${code} belongs to bottle ${cap.bodyCode}.`,
      zh: `瓶盖 ${code} 属于采样瓶 ${cap.bodyCode}。`,
    };
  }
  if (inSlot.capCode === null || inSlot.capCode === code) return null;
  return {
    en: `Bottle ${inSlot.bodyCode} has the cap ${inSlot.capCode}.`,
    zh: `采样瓶 ${inSlot.bodyCode} 已配瓶盖 ${inSlot.capCode}。`,
  };
}

function standsElsewhere({ bodyCode, place }: KnownBottle, deviceId: number): Words | null {
  if (place === null) return null;
  const slot = slotName(place.slot);
  if (place.deviceId === deviceId) {
    return { en: `Bottle ${bodyCode} is in slot ${slot}.`, zh: `采样瓶 ${bodyCode} 在 ${slot} 号瓶位。` };
  }
  return {
    en: `Bottle ${bodyCode} is in slot ${slot} of ${place.deviceName}.`,
    zh: `采样瓶 ${bodyCode} 在 ${place.deviceName} 的 ${slot} 号瓶位。`,
  };
}

function ofAnother(code: string): Words {
  return { en: `${code} belongs to another unit.`, zh: `${code} 属于其他单位。` };
}

function stateWords(state: string): Words {
  return notFit.get(state) ?? { en: state, zh: state };
}

const notFit = new Map<string, Words>([
  ["inSampler", { en: "in a sampler", zh: "在采样器中" }],
  ["filled", { en: "filled and not cleaned yet", zh: "已采样，尚未清洗" }],
  ["sealed", { en: "sealed", zh: "已封签" }],
  ["inTransit", { en: "in transit", zh: "运输中" }],
  ["received", { en: "at the laboratory", zh: "已由实验室接收" }],
  ["opened", { en: "opened and not cleaned yet", zh: "已开瓶，尚未清洗" }],
  ["reserve", { en: "kept as a reserve", zh: "作为留样保存" }],
  ["destroyed", { en: "destroyed", zh: "已销毁" }],
]);

/** `7`, or `E3` for an extra bottle. */
function slotName(slot: number): string {
  return slot > mainSlots ? `E${slot - mainSlots}` : String(slot);
}
