import type { AmountBalance } from "@tracewater/contract/evidence/entrustments";
import { useTranslation } from "react-i18next";
import { Card } from "../../../kit/card.tsx";
import { formatNumber } from "../../../kit/number.ts";
import { State } from "../../../kit/state.tsx";

const parts = ["consumed", "reserve", "returned", "destroyed"] as const;

/** Received = consumed + reserve + returned + destroyed, as numbers and as a bar; a gap stands out in both. */
export function BalanceCard({ balance }: { balance: readonly AmountBalance[] }) {
  const { t } = useTranslation("evidence-entrustments");
  return (
    <Card title={t("balance.title")} hint={t("balance.hint")}>
      {balance.length === 0 ? <p className="record-quiet">{t("balance.none")}</p> : null}
      {balance.map((one) => (
        <div key={one.unit} className="balance">
          <p className="balance-line num">
            <strong>
              {formatNumber(one.received)} {t(`unit.${one.unit}`)}
            </strong>{" "}
            {t("balance.received")} ={" "}
            {parts.map((part, at) => (
              <span key={part}>
                {at === 0 ? null : " + "}
                <strong>{formatNumber(one[part])}</strong> {t(`balance.${part}`)}
              </span>
            ))}
            {one.gap === 0 ? null : (
              <>
                {" + "}
                <strong className="balance-gap-text">{formatNumber(one.gap)}</strong> {t("balance.gap")}
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
                amount: formatNumber(one.gap),
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
  const text = shown.map(({ part, amount }) => `${t(`balance.${part}`)} ${formatNumber(amount)}`).join(", ");
  return (
    <div className="balance-bar" role="img" aria-label={text}>
      {shown.map(({ part, amount }) => (
        <span key={part} className={`balance-${part}`} style={{ width: `${(amount / whole) * 100}%` }} />
      ))}
    </div>
  );
}
