import type { AwardState as Award, ContractAward } from "@tracewater/contract/evidence/contract-awards";
import { contractAwards } from "@tracewater/contract/evidence/contract-awards";
import type { UndertakingState as Undertaking } from "@tracewater/contract/evidence/undertakings";
import { undertakings } from "@tracewater/contract/evidence/undertakings";
import { amountText } from "@tracewater/custody/amount-text";
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
export function awardAmount({ amount, currency }: Pick<ContractAward, "amount" | "currency">): string {
  return amountText(amount, currency, { useGrouping: true });
}
