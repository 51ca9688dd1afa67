import { amountsOf } from "@tracewater/contract/laboratory/sample-amounts";
import type { Sampling, SamplingStep } from "@tracewater/contract/laboratory/samplings";
import { fieldError } from "../../../platform/app-error.ts";
import type { CustodyService } from "../custody/custody.service.ts";

/** Refuses an amount (mL) that a step cannot take: no step takes more than the sample has left. */
export async function requireWater(
  sample: Sampling,
  { step, amount }: { step: SamplingStep; amount: number | null },
  custody: Pick<CustodyService, "listAbout">,
): Promise<void> {
  if (amount === null) return;
  if (step === "askDestroy")
    throw fieldError("amount", {
      en: "A request takes no water. Enter the amount with the destruction.",
      zh: "申请销毁不消耗水样，请在执行销毁时填写水量。",
    });
  const amounts = amountsOf(sample, await custody.listAbout([`sampling:${sample.samplingId}`]));
  if (amounts === null) return;
  const left = amounts.received - amounts.consumed;
  if (amount > left)
    throw fieldError("amount", {
      en: `Only ${left} mL of sample ${sample.sampleNo} are left.`,
      zh: `水样 ${sample.sampleNo} 仅剩 ${left} mL。`,
    });
}
