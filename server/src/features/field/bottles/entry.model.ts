import { mainSlots } from "@tracewater/contract/field/sampler-bottles";
import type { LocalizedText } from "../../../platform/localized-text.ts";

/** Everything that decides whether a scanned code may be entered. */
export type ScanOutcome = {
  part: "body" | "cap";
  code: string;
  deviceId: number;
  slot: number;
  /** The bottle that has this code on its body. */
  body: KnownBottle | null;
  /** The bottle whose cap it is. */
  cap: KnownBottle | null;
  /** The bottle that is in the slot, or will once the device has answered; without a number it is a new one. */
  inSlot: { bottleId: number | null; bodyCode: string; capCode: string | null } | null;
};

export type KnownBottle = {
  bottleId: number;
  bodyCode: string;
  capCode: string | null;
  state: string;
  /** False for another unit's, of which nothing more may be reported. */
  isReached: boolean;
  place: { deviceId: number; deviceName: string; slot: number } | null;
};

/** Why a scan cannot be; null where it may go to the device. */
export function refusalOf(facts: ScanOutcome): LocalizedText | null {
  return facts.part === "body" ? refusalOfBody(facts) : refusalOfCap(facts);
}

/**
 * What a person is asked before the scan of a body goes to the device, at the name of the parameter that answers it;
 * null where there is nothing to ask.
 */
export function questionOf(
  scan: Pick<ScanOutcome, "part" | "code" | "slot" | "body" | "inSlot"> & {
    newBottle: boolean;
    replace: boolean;
  },
): { field: "newBottle" | "replace"; text: LocalizedText } | null {
  const { part, code, slot, body, inSlot } = scan;
  if (part !== "body") return null;
  if (body === null && !scan.newBottle) {
    return {
      field: "newBottle",
      text: {
        en: `${code} is not registered. Register it as a new bottle?`,
        zh: `${code} 尚未登记。要将其登记为新采样瓶吗？`,
      },
    };
  }
  if (inSlot === null || inSlot.bodyCode === code || scan.replace) return null;
  const [name, before] = [slotName(slot), inSlot.bodyCode];
  return {
    field: "replace",
    text: {
      en: `Bottle ${before} is in slot ${name}. Replace it with ${code}?`,
      zh: `${name} 号瓶位已有采样瓶 ${before}。要用 ${code} 替换吗？`,
    },
  };
}

function refusalOfBody({ code, body, cap, deviceId, slot }: ScanOutcome): LocalizedText | null {
  if (cap !== null) {
    return { en: `${code} is a cap code. Scan the body code.`, zh: `${code} 是瓶盖码，请扫描瓶身码。` };
  }
  if (body === null) return null;
  if (!body.isReached) return ofAnother(code);
  if (body.place !== null && (body.place.deviceId !== deviceId || body.place.slot !== slot)) {
    return isElsewhere(body, deviceId);
  }
  if (body.place !== null || body.state === "new" || body.state === "bound") return null;
  return {
    en: `Bottle ${code} is ${stateText(body.state).en}.`,
    zh: `采样瓶 ${code} ${stateText(body.state).zh}。`,
  };
}

function refusalOfCap({ code, body, cap, inSlot }: ScanOutcome): LocalizedText | null {
  if (body !== null) {
    return { en: `${code} is a body code. Scan the cap code.`, zh: `${code} 是瓶身码，请扫描瓶盖码。` };
  }
  if (inSlot === null) {
    return { en: "Scan the body code of this slot first.", zh: "请先录入该瓶位的瓶身码。" };
  }
  if (cap !== null && cap.bottleId !== inSlot.bottleId) {
    if (!cap.isReached) return ofAnother(code);
    return {
      en: `Cap ${code} is paired with bottle ${cap.bodyCode}.`,
      zh: `瓶盖 ${code} 已与采样瓶 ${cap.bodyCode} 配对。`,
    };
  }
  if (inSlot.capCode === null || inSlot.capCode === code) return null;
  return {
    en: `Bottle ${inSlot.bodyCode} is paired with cap ${inSlot.capCode}.`,
    zh: `采样瓶 ${inSlot.bodyCode} 已与瓶盖 ${inSlot.capCode} 配对。`,
  };
}

function isElsewhere({ bodyCode, place }: KnownBottle, deviceId: number): LocalizedText | null {
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

function ofAnother(code: string): LocalizedText {
  return { en: `${code} belongs to another unit.`, zh: `${code} 属于其他单位。` };
}

function stateText(state: string): LocalizedText {
  return notFit.get(state) ?? { en: state, zh: state };
}

const notFit = new Map<string, LocalizedText>([
  ["inSampler", { en: "in a sampler", zh: "在采样器中" }],
  ["filled", { en: "filled and not yet cleaned", zh: "已采样，尚未清洗" }],
  ["sealed", { en: "sealed", zh: "已封签" }],
  ["inTransit", { en: "in transit", zh: "运输中" }],
  ["received", { en: "at the laboratory", zh: "已由实验室接收" }],
  ["opened", { en: "opened and not yet cleaned", zh: "已开瓶，尚未清洗" }],
  ["reserve", { en: "kept as a reserve sample", zh: "作为留样保存" }],
  ["destroyed", { en: "destroyed", zh: "已销毁" }],
]);

/** `7`, or `E3` for an extra bottle. */
function slotName(slot: number): string {
  return slot > mainSlots ? `E${slot - mainSlots}` : String(slot);
}
