import { balanceOf } from "@tracewater/contract/laboratory/sample-amounts";
import type { Traceability } from "@tracewater/contract/laboratory/traceability";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../../kit/number.ts";
import { State } from "../../../kit/state.tsx";

/** received = consumed + held + reserve + destroyed; what does not add up is named. */
export function AmountLine({ traceability }: { traceability: Traceability }) {
  const { t } = useTranslation("laboratory-thread");
  const { amounts, unknown } = balanceOf(traceability.samples, traceability.events);
  if (amounts.received === 0 && unknown === 0) return null;
  const part = (name: "received" | "consumed" | "held" | "reserve" | "destroyed") => (
    <span key={name} className="amount-part">
      <strong className="num">{formatNumber(amounts[name])} mL</strong> {t(`amount.${name}`)}
    </span>
  );
  return (
    <footer className="amount-line">
      <strong>{t("amount.title")}</strong>
      {part("received")}
      <span>=</span>
      {part("consumed")}
      <span>+</span>
      {part("held")}
      <span>+</span>
      {part("reserve")}
      <span>+</span>
      {part("destroyed")}
      <span className="amount-gap">
        {amounts.gap === 0 ? null : (
          <State tone="warn" label={t("amount.gap", { volume: formatNumber(amounts.gap) })} />
        )}
        {unknown === 0 ? null : (
          <span className="record-quiet">{t("amount.unknown", { count: unknown })}</span>
        )}
      </span>
    </footer>
  );
}
