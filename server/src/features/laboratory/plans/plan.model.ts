import type { BodyOf } from "@tracewater/contract/call";
import type { addPlan, PlanMode } from "@tracewater/contract/laboratory/plans";
import { carouselBottle, intervalOfPulse, planProgramDay } from "@tracewater/wbe/program-day";
import { samplerModes } from "@tracewater/wbe/sampler-program";
import { m3, m3PerHour } from "@tracewater/wbe/units";
import { AppError, type FieldError, fieldError } from "../../../platform/app-error.ts";
import type { LocalizedText } from "../../../platform/localized-text.ts";

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
const maxMs = 731 * 86_400_000;

/** Throws where a plan contradicts itself; `designFlow` in m3/d, of the point. */
export function checkGiven(plan: GivenPlan, designFlow: number | null): void {
  const faults = [...faultsOfSpan(plan), ...faultsOfMode(plan, designFlow)];
  const all = faults.length > 0 ? faults : faultsOfVolume(plan, designFlow);
  const [first, ...others] = all;
  if (first === undefined) return;
  if (others.length === 0) throw fieldError(first.field, first.text);
  throw new AppError("badInput", { en: "Some fields are not valid.", zh: "部分字段有误。" }, all);
}

function faultsOfSpan({ startsAt, endsAt }: GivenPlan): FieldError[] {
  const faults: FieldError[] = [];
  if (endsAt <= startsAt) faults.push(fault("endsAt", "must be after the start", "须晚于开始时间"));
  else if (endsAt - startsAt > maxMs)
    faults.push(fault("endsAt", "must not be more than two years after the start", "距开始时间不能超过两年"));
  return faults;
}

function faultsOfMode({ mode, intervalMin, pulse }: GivenPlan, designFlow: number | null): FieldError[] {
  const faults: FieldError[] = [];
  const takesInterval = byInterval.has(mode);
  if (takesInterval && intervalMin === null) faults.push(fault("intervalMin", "is required", "不能为空"));
  if (!takesInterval && intervalMin !== null)
    faults.push(fault("intervalMin", "is not used in this mode", "该模式不使用采样间隔"));
  if (mode === "vtcv" && pulse === null) faults.push(fault("pulse", "is required", "不能为空"));
  if (mode !== "vtcv" && pulse !== null)
    faults.push(
      fault(
        "pulse",
        "is only used in flow-proportional mode with variable interval",
        "仅流量等比例·变间隔（VTCV）模式使用流量脉冲",
      ),
    );
  if (mode === "vtcv" && (designFlow ?? 0) <= 0) {
    const words = [
      "requires the design flow of the sampling point, which is not set",
      "需要采样点的设计流量，该值未填写",
    ];
    faults.push(fault("pulse", words[0] ?? "", words[1] ?? ""));
  }
  return faults;
}

/** What a bottle gets in a day may not be more than it holds, and every aliquot needs a bottle. */
function faultsOfVolume(plan: GivenPlan, designFlow: number | null): FieldError[] {
  const { aliquot, bottles, bottleVolume } = plan;
  if (aliquot > bottleVolume) return [fault("aliquot", "exceeds the bottle volume", "大于单瓶容积")];
  const day = planProgramDay(setOf(plan, designFlow), null);
  if (day === null) return [];
  const max = Math.max(...day.bottles.map((bottle) => bottle.volume));
  if (max > bottleVolume) {
    const en = `the fullest bottle receives ${max} mL but holds ${bottleVolume} mL`;
    return [fault("bottleVolume", en, `最满的一瓶将采入 ${max} mL，单瓶容积仅 ${bottleVolume} mL`)];
  }
  if (day.missed === 0) return [];
  const all = day.taken + day.missed;
  const en = `${day.missed} of ${all} aliquots per day do not fit into ${bottles} bottles of ${carouselBottle} mL`;
  const zh = `每天 ${all} 次采样中有 ${day.missed} 次超出 ${bottles} 个 ${carouselBottle} mL 采样瓶的容量`;
  return [fault("bottles", en, zh)];
}

/** A day at most: by flow no aliquot is larger than the one set, and no pulse comes oftener than at the design flow. */
function setOf(plan: Programmed, designFlow: number | null) {
  const mode = wireModes[plan.mode];
  const interval = intervalOf(plan, designFlow);
  const { aliquot, bottles } = plan;
  const fallbackMode = mode === "CTVV" || mode === "VTCV" ? ("CTCV" as const) : mode;
  return { mode: fallbackMode, interval, aliquot, bottles };
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

function fault(field: string, en: string, zh: string): FieldError {
  const text: LocalizedText = { en, zh };
  return { field, text };
}
