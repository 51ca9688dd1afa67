import {
  type CustodyEvent,
  type RecordedField,
  type RecordedValue,
  recordedField,
} from "@tracewater/contract/laboratory/custody";
import type { Sampling, SamplingState, SamplingStep } from "@tracewater/contract/laboratory/samplings";
import { AppError, fieldError } from "../../../platform/app-error.ts";
import type { LocalizedText } from "../../../platform/localized-text.ts";

/** Clocks of phones may be ahead by a little. */
const slackMs = 5 * 60_000;
const maxMs = 8 * 86_400_000;

/**
 * A day less what one lost aliquot of an hourly program takes: clocks, the pump's own minutes and a single missed
 * aliquot leave a day a day, and a sampler that was stopped for longer does not.
 */
export const coveredDayMs = 23 * 3_600_000;

export type SamplingInput = {
  began: number;
  ended: number;
  flow: number | null;
  flowSource: string | null;
  latitude: number | null;
  longitude: number | null;
};

/** Throws where what was reported about a sample cannot be. */
export function checkInput(input: SamplingInput, nowMs: number): void {
  const { began, ended, flow, flowSource, latitude, longitude } = input;
  if (ended < began)
    throw fieldError("ended", { en: "must not be before the start", zh: "不能早于开始时间" });
  if (ended > nowMs + slackMs)
    throw fieldError("ended", { en: "must not be in the future", zh: "不能晚于当前时间" });
  if (ended - began > maxMs) {
    throw fieldError("began", {
      en: "must not be more than eight days before the end",
      zh: "与结束时间不能相差超过八天",
    });
  }
  if (flow !== null && flowSource === null) {
    throw fieldError("flowSource", { en: "enter the source of the flow", zh: "请注明流量来源" });
  }
  if ((latitude === null) !== (longitude === null)) {
    const missing = latitude === null ? "latitude" : "longitude";
    throw fieldError(missing, { en: "enter both latitude and longitude", zh: "经度与纬度须同时填写" });
  }
}

/** Throws where a person calls a day's composite what is none; that of a sampler is known by its aliquots. */
export function checkKind({ kind, began, ended }: { kind: string; began: number; ended: number }): void {
  if (kind === "composite24" && ended - began < coveredDayMs) {
    throw fieldError("kind", {
      en: "must be Composite: a 24 h composite covers at least 23 hours",
      zh: "应为混合样：24 小时混合样须至少覆盖 23 小时",
    });
  }
}

/** From which states a step may be made, and where it leads; asking for a destruction leaves the state as it is. */
const steps: Record<SamplingStep, { from: readonly SamplingState[]; to: SamplingState | null }> = {
  open: { from: ["received"], to: "opened" },
  reserve: { from: ["received", "opened"], to: "reserve" },
  askDestroy: { from: ["received", "opened", "reserve", "rejected"], to: null },
  destroy: { from: ["received", "opened", "reserve", "rejected"], to: "destroyed" },
};

export const stepOf = (step: SamplingStep) => steps[step];

/** Throws where a sample of this state cannot take the step, with the words that say where it is. */
export function requireState(
  sample: { sampleNo: string; state: SamplingState },
  wanted: readonly SamplingState[],
): void {
  if (wanted.includes(sample.state)) return;
  const is = stateText[sample.state];
  throw new AppError("refused", {
    en: `Sample ${sample.sampleNo} is ${is.en}.`,
    zh: `水样 ${sample.sampleNo} ${is.zh}。`,
  });
}

const stateText: Record<SamplingState, LocalizedText> = {
  taken: { en: "not sealed yet", zh: "尚未封签" },
  sealed: { en: "sealed and not yet delivered", zh: "已封签，尚未送达" },
  inTransit: { en: "in transit", zh: "运输中" },
  received: { en: "at the laboratory", zh: "已由实验室接收" },
  rejected: { en: "rejected on receipt", zh: "接收时已被拒收" },
  opened: { en: "opened", zh: "已开瓶" },
  reserve: { en: "kept as a reserve sample", zh: "作为留样保存" },
  destroyed: { en: "destroyed", zh: "已销毁" },
  void: { en: "voided", zh: "已作废" },
};

/** What a sample is recorded by, as the custody chain keeps it: codes, not ids that only this database knows. */
export function recordOf(sample: Sampling): Partial<Record<RecordedField, RecordedValue>> {
  const record: Partial<Record<RecordedField, RecordedValue>> = {};
  for (const field of recordedField.options) record[field] = sample[field];
  return record;
}

/** The fields that differ, each with both values. */
export function changesOf(before: Sampling, after: Sampling): NonNullable<CustodyEvent["changes"]> {
  return recordedField.options.flatMap((field) =>
    before[field] === after[field] ? [] : [{ field, before: before[field], after: after[field] }],
  );
}

/** The bottles that hold these samples. */
export function bottlesOf(samples: readonly Pick<Sampling, "bottleId">[]): number[] {
  return samples.flatMap(({ bottleId }) => (bottleId === null ? [] : [bottleId]));
}

/** What a bottle is once its sample is kept or gone. */
export function toBottle(state: string): "reserve" | "destroyed" {
  return state === "reserve" ? "reserve" : "destroyed";
}

/** What an event of the custody chain says that it is about. */
export function aboutOf(sample: { samplingId: number; bottleId: number | null }): string[] {
  const own = `sampling:${sample.samplingId}`;
  return sample.bottleId === null ? [own] : [own, `bottle:${sample.bottleId}`];
}
