import type { BodyOf } from "@tracewater/contract/call";
import type { addPlan, PlanMode } from "@tracewater/contract/laboratory/plans";
import { carouselBottle, intervalOfPulse, planProgramDay } from "@tracewater/wbe/program-day";
import { samplerModes } from "@tracewater/wbe/sampler-program";
import { m3, m3PerHour } from "@tracewater/wbe/units";
import { badField, Failure, type FieldWords } from "../../../platform/failure.ts";
import type { Words } from "../../../platform/words.ts";

export type GivenPlan = BodyOf<typeof addPlan>;
type Programmed = Pick<
  GivenPlan,
  "mode" | "intervalMin" | "pulse" | "aliquot" | "bottles" | "bottleVolume" | "name"
>;

const wireModes: Record<PlanMode, (typeof samplerModes)[number]> = {
  ctcv: "CTCV",
  vtcv: "VTCV",
  ctvv: "CTVV",
  event: "event",
  grab: "grab",
};
const byInterval: ReadonlySet<PlanMode> = new Set(["ctcv", "ctvv", "event"]);
const longestMs = 731 * 86_400_000;

/** Throws where a plan contradicts itself; `designFlow` in m3/d, of the point. */
export function checkGiven(plan: GivenPlan, designFlow: number | null): void {
  const faults = [...faultsOfSpan(plan), ...faultsOfMode(plan, designFlow)];
  const all = faults.length > 0 ? faults : faultsOfVolume(plan, designFlow);
  const [first, ...others] = all;
  if (first === undefined) return;
  if (others.length === 0) throw badField(first.field, first.words);
  throw new Failure("badInput", { en: "Some fields are not right.", zh: "部分字段有误。" }, all);
}

function faultsOfSpan({ startsAt, endsAt, zone }: GivenPlan): FieldWords[] {
  const faults: FieldWords[] = [];
  if (endsAt <= startsAt) faults.push(fault("endsAt", "lies not after the begin", "须晚于开始时间"));
  else if (endsAt - startsAt > longestMs)
    faults.push(fault("endsAt", "is more than two years after the begin", "距开始时间超过两年"));
  if (zone !== "UTC" && !Intl.supportedValuesOf("timeZone").includes(zone))
    faults.push(fault("zone", "is no time zone", "不是有效的时区"));
  return faults;
}

function faultsOfMode({ mode, intervalMin, pulse }: GivenPlan, designFlow: number | null): FieldWords[] {
  const faults: FieldWords[] = [];
  const takesInterval = byInterval.has(mode);
  if (takesInterval && intervalMin === null) faults.push(fault("intervalMin", "is missing", "不能为空"));
  if (!takesInterval && intervalMin !== null)
    faults.push(fault("intervalMin", "does not belong to this mode", "该模式不使用采样间隔"));
  if (mode === "vtcv" && pulse === null) faults.push(fault("pulse", "is missing", "不能为空"));
  if (mode !== "vtcv" && pulse !== null)
    faults.push(
      fault("pulse", "belongs to the volume-proportional mode alone", "仅体积比例模式使用流量脉冲"),
    );
  if (mode === "vtcv" && (designFlow ?? 0) <= 0) {
    const words = [
      "needs the design flow of the point, which is not known",
      "需要采样点的设计流量，该值未填写",
    ];
    faults.push(fault("pulse", words[0] ?? "", words[1] ?? ""));
  }
  return faults;
}

/** What a bottle gets in a day may not be more than it holds, and every aliquot needs a bottle. */
function faultsOfVolume(plan: GivenPlan, designFlow: number | null): FieldWords[] {
  const { aliquot, bottles, bottleVolume } = plan;
  if (aliquot > bottleVolume) return [fault("aliquot", "is more than a bottle holds", "大于单瓶容积")];
  const day = planProgramDay(setOf(plan, designFlow), null);
  if (day === null) return [];
  const most = Math.max(...day.bottles.map((bottle) => bottle.volume));
  if (most > bottleVolume) {
    const en = `the fullest bottle gets ${most} mL, it holds ${bottleVolume} mL`;
    return [fault("bottleVolume", en, `最满的瓶将采入 ${most} mL，单瓶容积仅 ${bottleVolume} mL`)];
  }
  if (day.missed === 0) return [];
  const all = day.taken + day.missed;
  const en = `${day.missed} of ${all} aliquots of a day find no room in ${bottles} bottles of ${carouselBottle} mL`;
  const zh = `一天 ${all} 次采样中有 ${day.missed} 次在 ${bottles} 个 ${carouselBottle} mL 采样瓶中无处可装`;
  return [fault("bottles", en, zh)];
}

/** A day at most: by flow no aliquot is larger than the one set, and no pulse comes oftener than at the design flow. */
function setOf(plan: Programmed, designFlow: number | null) {
  const mode = wireModes[plan.mode];
  const interval = intervalOf(plan, designFlow);
  const { aliquot, bottles } = plan;
  const atMost = mode === "CTVV" || mode === "VTCV" ? ("CTCV" as const) : mode;
  return { mode: atMost, interval, aliquot, bottles };
}

/** The sampler is set by an interval and makes its pulse of it: the one in which the pulse passes at the design flow. */
function intervalOf({ mode, intervalMin, pulse }: Programmed, designFlow: number | null): number {
  if (mode !== "vtcv") return intervalMin ?? 1440;
  return intervalOfPulse({ pulse: m3(pulse ?? 1), meanFlow: m3PerHour((designFlow ?? 0) / 24) });
}

/** The inputs of `setProgram`. */
export function programOf(plan: Programmed & { planNo: string }, designFlow: number | null) {
  const programName = `${plan.planNo} ${plan.name}`.slice(0, 64);
  const { aliquot, bottles } = plan;
  const mode = samplerModes.indexOf(wireModes[plan.mode]);
  return { programName, mode, interval: intervalOf(plan, designFlow), aliquot, bottles };
}

function fault(field: string, en: string, zh: string): FieldWords {
  const words: Words = { en, zh };
  return { field, words };
}
