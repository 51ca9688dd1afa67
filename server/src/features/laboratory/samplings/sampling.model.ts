import type { Sampling, SamplingState, SamplingStep } from "@tracewater/contract/laboratory/samplings";
import { badField, Failure } from "../../../platform/failure.ts";
import type { Words } from "../../../platform/words.ts";

/** Clocks of phones may be ahead by a little. */
const slackMs = 5 * 60_000;
const longestMs = 8 * 86_400_000;

export type Told = {
  began: number;
  ended: number;
  flow: number | null;
  flowSource: string | null;
  latitude: number | null;
  longitude: number | null;
};

/** Throws where what was told of a sample cannot be. */
export function checkTold(told: Told, nowMs: number): void {
  const { began, ended, flow, flowSource, latitude, longitude } = told;
  if (ended < began) throw badField("ended", { en: "lies before the begin", zh: "早于开始时间" });
  if (ended > nowMs + slackMs) throw badField("ended", { en: "lies in the future", zh: "晚于当前时间" });
  if (ended - began > longestMs) {
    throw badField("began", { en: "is more than eight days before the end", zh: "与结束时间相差超过八天" });
  }
  if (flow !== null && flowSource === null) {
    throw badField("flowSource", { en: "name where the flow is from", zh: "请注明流量来源" });
  }
  if ((latitude === null) !== (longitude === null)) {
    const missing = latitude === null ? "latitude" : "longitude";
    throw badField(missing, { en: "a place has both latitude and longitude", zh: "经度与纬度须同时填写" });
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
  const is = stateWords[sample.state];
  throw new Failure("refused", {
    en: `Sample ${sample.sampleNo} is ${is.en}.`,
    zh: `水样 ${sample.sampleNo} ${is.zh}。`,
  });
}

const stateWords: Record<SamplingState, Words> = {
  taken: { en: "not sealed yet", zh: "尚未封签" },
  sealed: { en: "sealed and not delivered yet", zh: "已封签，尚未送达" },
  inTransit: { en: "in transit", zh: "运输中" },
  received: { en: "at the laboratory", zh: "已由实验室接收" },
  rejected: { en: "rejected at the receipt", zh: "接收时已被拒收" },
  opened: { en: "opened", zh: "已开瓶" },
  reserve: { en: "kept as a reserve", zh: "作为留样保存" },
  destroyed: { en: "destroyed", zh: "已销毁" },
  void: { en: "void", zh: "已作废" },
};

/** One aliquot is a grab sample, more of them are a composite. */
export function kindOfFilling(taken: number): "grab" | "composite24" {
  return taken <= 1 ? "grab" : "composite24";
}

/** The bottles that hold these samples. */
export function bottlesOf(samples: readonly Pick<Sampling, "bottleId">[]): number[] {
  return samples.flatMap(({ bottleId }) => (bottleId === null ? [] : [bottleId]));
}

/** What a bottle is once its sample is kept or gone. */
export function toBottle(state: string): "reserve" | "destroyed" {
  return state === "reserve" ? "reserve" : "destroyed";
}
