import type { AwardState as Award, ContractAward } from "@tracewater/contract/evidence/contract-awards";
import { contractAwards } from "@tracewater/contract/evidence/contract-awards";
import type { UndertakingState as Undertaking } from "@tracewater/contract/evidence/undertakings";
import { undertakings } from "@tracewater/contract/evidence/undertakings";
import { State, type Tone } from "../../../kit/state.tsx";
import { useResourceLabels } from "../../../resource/page-resource.ts";

const undertakingTones: Record<Undertaking, Tone> = { out: "info", overdue: "major", returned: "ok" };
const awardTones: Record<Award, Tone> = { upcoming: "info", running: "ok", ended: "off" };

export function UndertakingState({ state }: { state: Undertaking }) {
  const label = useResourceLabels(undertakings);
  return <State tone={undertakingTones[state]} label={label(`state.${state}`)} />;
}

export function AwardState({ state }: { state: Award }) {
  const label = useResourceLabels(contractAwards);
  return <State tone={awardTones[state]} label={label(`state.${state}`)} />;
}

/** An amount with its currency, its thousands apart: 12,500.00 EUR. */
export function amountText({ amount, currency }: Pick<ContractAward, "amount" | "currency">): string {
  // As many decimals as the currency has.
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
  }).resolvedOptions();
  const format = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return `${new Intl.NumberFormat("en-US", format).format(amount)} ${currency}`;
}
