import {
  type DeliveryDecision,
  type DeliveryState,
  type SampleCondition,
  warmAbove,
} from "@tracewater/contract/laboratory/sample-deliveries";
import { AppError, fieldError } from "../../../platform/app-error.ts";
import type { LocalizedText } from "../../../platform/localized-text.ts";

/** What is found at the laboratory's door. */
export type Receipt = {
  sealNo: string;
  samples: readonly { code: string; condition: SampleCondition; note: string }[];
  decision: DeliveryDecision;
  reason: string;
};

/** A sample as it was packed. */
export type PackedSample = { samplingId: number; bodyCode: string | null; capCode: string | null };

export type CheckedSample<T extends PackedSample> = T & { condition: SampleCondition; conditionNote: string };

/**
 * Brings what was scanned together with what was packed. Throws where a code is of no bottle of the delivery, a bottle
 * is twice or not at all, or the decision contradicts what was found.
 */
export function checkReceipt<T extends PackedSample>(
  receipt: Receipt,
  packed: { sealNo: string; samples: readonly T[]; tempMax: number | null },
): CheckedSample<T>[] {
  const found = new Map<number, CheckedSample<T>>();
  for (const [at, { code, condition, note }] of receipt.samples.entries()) {
    const field = `samples.${at}.code`;
    const sample = packed.samples.find((one) => one.bodyCode === code || one.capCode === code);
    if (sample === undefined) {
      throw fieldError(field, {
        en: `${code} is not in this delivery`,
        zh: `${code} 不在该送样单中`,
      });
    }
    if (found.has(sample.samplingId)) {
      throw fieldError(field, { en: `${code} is listed twice`, zh: `${code} 重复` });
    }
    found.set(sample.samplingId, { ...sample, condition, conditionNote: note });
  }
  const left = packed.samples.filter((one) => !found.has(one.samplingId));
  if (left.length > 0) {
    const codes = left.map((one) => one.bodyCode ?? "?").join(", ");
    throw fieldError("samples", {
      en: `not checked yet: ${codes}; mark bottles that did not arrive as "Missing"`,
      zh: `尚未核对：${codes}；未到的采样瓶请标记为“缺失”`,
    });
  }
  const checked = [...found.values()];
  checkDecision(receipt, { ...packed, checked });
  return checked;
}

function checkDecision(
  { decision, reason, sealNo }: Receipt,
  packed: { sealNo: string; tempMax: number | null; checked: readonly { condition: SampleCondition }[] },
): void {
  if (decision !== "accept" && reason === "") {
    throw fieldError("reason", { en: "enter a reason", zh: "请填写原因" });
  }
  if (decision !== "accept") return;
  if (packed.sealNo !== sealNo) {
    throw fieldError("sealNo", {
      en: `does not match the seal at handover (${packed.sealNo || "none"}): accept with conditions or reject`,
      zh: `与交接时的封签号（${packed.sealNo || "无"}）不符：请选择有条件接受或拒收`,
    });
  }
  if (packed.checked.some(({ condition }) => condition !== "ok")) {
    throw fieldError("decision", {
      en: "not all bottles are intact: accept with conditions or reject",
      zh: "并非所有采样瓶都完好：请选择有条件接受或拒收",
    });
  }
  if (packed.tempMax !== null && packed.tempMax > warmAbove) {
    throw fieldError("decision", {
      en: `the transport temperature reached ${packed.tempMax} °C, above ${warmAbove} °C: accept with conditions or reject`,
      zh: `运输途中温度达 ${packed.tempMax} °C，超过 ${warmAbove} °C：请选择有条件接受或拒收`,
    });
  }
}

/** Where a sample goes with the decision; what did not arrive is at no laboratory. */
export function stateAfter(decision: DeliveryDecision, condition: SampleCondition): "received" | "rejected" {
  return decision === "reject" || condition === "missing" ? "rejected" : "received";
}

/** Throws where a delivery is not in the state that something wants, saying in which it is. */
export function requireDeliveryState(
  one: { deliveryNo: string; state: DeliveryState; receivedBy: string | null; handedBy: string | null },
  wanted: DeliveryState,
): void {
  if (one.state === wanted) return;
  const is = stateText(one);
  throw new AppError("conflict", {
    en: `Delivery ${one.deliveryNo} ${is.en}.`,
    zh: `送样单 ${one.deliveryNo} ${is.zh}。`,
  });
}

function stateText({
  state,
  receivedBy,
  handedBy,
}: Parameters<typeof requireDeliveryState>[0]): LocalizedText {
  switch (state) {
    case "draft":
      return { en: "is not handed over yet", zh: "尚未交接" };
    case "inTransit":
      return { en: `was already handed over by ${handedBy ?? ""}`, zh: `已由 ${handedBy ?? ""} 交接` };
    case "received":
      return { en: `was already received by ${receivedBy ?? ""}`, zh: `已由 ${receivedBy ?? ""} 接收` };
    case "rejected":
      return { en: `was already rejected by ${receivedBy ?? ""}`, zh: `已由 ${receivedBy ?? ""} 拒收` };
  }
}
