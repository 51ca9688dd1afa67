import type { AmountBalance } from "@tracewater/contract/evidence/entrustments";
import { useTranslation } from "react-i18next";
import { Card } from "../../../kit/card.tsx";
import { formatAmount } from "../../../kit/number.ts";
import { State } from "../../../kit/state.tsx";
import { useItemLabels } from "./evidence-labels.tsx";

const parts = ["consumed", "reserve", "returned", "destroyed"] as const;

/** Received = consumed + reserve + returned + destroyed, as numbers and as a bar; a gap stands out in both. */
export function BalanceCard({ balance }: { balance: readonly AmountBalance[] }) {
  const { t } = useTranslation("evidence-entrustments");
  const label = useItemLabels();
  return (
    <Card title={t("balance.title")} hint={t("balance.hint")}>
      {balance.length === 0 ? <p className="record-quiet">{t("balance.none")}</p> : null}
      {balance.map((one) => (
        <div key={one.unit} className="balance">
          <p className="balance-line num">
            <strong>
              {formatAmount(one.received)} {label(`unit.${one.unit}`)}
            </strong>{" "}
            {t("balance.received")} ={" "}
            {parts.map((part, at) => (
              <span key={part}>
                {at === 0 ? null : " + "}
                <strong>{formatAmount(one[part])}</strong> {t(`balance.${part}`)}
              </span>
            ))}
            {one.gap === 0 ? null : (
              <>
                {" + "}
                <strong className="balance-gap-text">{formatAmount(one.gap)}</strong> {t("balance.gap")}
              </>
            )}
          </p>
          <Bar balance={one} />
          {one.gap === 0 ? (
            <State tone="ok" label={t("balance.even")} />
          ) : (
            <State
              tone="critical"
              label={t("balance.gapAt", {
                amount: formatAmount(one.gap),
                seqs: one.gapEvents.join(", ") || "—",
              })}
            />
          )}
        </div>
      ))}
    </Card>
  );
}

function Bar({ balance }: { balance: AmountBalance }) {
  const { t } = useTranslation("evidence-entrustments");
  const { received, gap } = balance;
  const all = [
    ...parts.map((part) => ({ part, amount: balance[part] })),
    { part: "gap" as const, amount: gap },
  ];
  const shown = all.filter(({ amount }) => amount > 0);
  const whole = Math.max(
    received,
    shown.reduce((sum, { amount }) => sum + amount, 0),
  );
  const text = shown.map(({ part, amount }) => `${t(`balance.${part}`)} ${formatAmount(amount)}`).join(", ");
  return (
    <div className="balance-bar" role="img" aria-label={text}>
      {shown.map(({ part, amount }) => (
        <span key={part} className={`balance-${part}`} style={{ width: `${(amount / whole) * 100}%` }} />
      ))}
    </div>
  );
}
