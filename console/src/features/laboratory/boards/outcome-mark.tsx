import type { BoardOutcome, BoardQuantity } from "@tracewater/contract/laboratory/board-readings";
import type { BoardTest, Confirmation } from "@tracewater/contract/laboratory/board-tests";
import type { ReactNode } from "react";
import { formatNumber } from "../../../kit/number.ts";
import { State, type Tone } from "../../../kit/state.tsx";
import { useBoardLabels } from "./use-board-labels.ts";

const tones: Readonly<Record<BoardOutcome, Tone>> = {
  positive: "critical",
  negative: "ok",
  invalid: "warn",
  outOfRange: "warn",
  expiredLot: "warn",
  refused: "off",
};

export function OutcomeMark({ outcome, isTag = false }: { outcome: BoardOutcome; isTag?: boolean }) {
  const label = useBoardLabels();
  return (
    <State tone={tones[outcome]} label={label(`outcome.${outcome}`)} variant={isTag ? "tag" : "plain"} />
  );
}

const confirmationTones: Readonly<Record<Confirmation, Tone>> = {
  none: "off",
  presumptive: "major",
  confirmed: "ok",
  notConfirmed: "warn",
};

export function ConfirmationMark({ test }: { test: Pick<BoardTest, "confirmation"> }) {
  const label = useBoardLabels();
  if (test.confirmation === "none") return "—";
  return (
    <State tone={confirmationTones[test.confirmation]} label={label(`confirmation.${test.confirmation}`)} />
  );
}

/** Inside the calibrated range the value, beyond it the end of the range. */
export function BoardQuantityText({
  quantity,
  unit,
}: {
  quantity: BoardQuantity | null;
  unit: string;
}): ReactNode {
  if (quantity === null) return "—";
  const text =
    quantity.kind === "value"
      ? `${quantity.isSemiQuantitative ? "≈ " : ""}${Number(quantity.value.toPrecision(3))}`
      : `${quantity.kind === "below" ? "< " : "> "}${formatNumber(quantity.limit)}`;
  return (
    <span className="num">
      {text} <span className="record-quiet">{unit}</span>
    </span>
  );
}
