import { type ModelChange, maxCounted } from "@tracewater/contract/fleet/product-models";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../../kit/number.ts";
import { State } from "../../../kit/state.tsx";
import { useLocalized } from "../../../kit/use-localized.ts";

/** What is another, what breaks first, and whom it touches. */
export function ChangeList({ changes }: { changes: readonly ModelChange[] }) {
  const sorted = [...changes].sort((a, b) => Number(b.breaking) - Number(a.breaking));
  return (
    <ul className="changes">
      {sorted.map((change) => (
        <li key={`${change.part} ${change.identifier} ${change.kind} ${change.before} ${change.after}`}>
          <ChangeRow change={change} />
        </li>
      ))}
    </ul>
  );
}

function ChangeRow({ change }: { change: ModelChange }) {
  const { t } = useTranslation("fleet-products");
  const localized = useLocalized();
  const name = localized({ en: change.name, zh: change.nameZh });
  const isTouching = (change.devices ?? 0) > 0;
  const tone = change.breaking ? (isTouching ? "critical" : "warn") : "ok";
  const values = [change.before, change.after].filter((one) => one !== null).join(" → ");
  return (
    <>
      <span className="change-head">
        <State tone={tone} label={t(`change.${change.kind}`)} />
        <strong>{name}</strong>
        <span className="code product-quiet">{change.identifier}</span>
        {values === "" ? null : <span className="code">{values}</span>}
      </span>
      {change.breaking ? <span className="product-quiet">{touchedText(change, t)}</span> : null}
    </>
  );
}

function touchedText(change: ModelChange, t: TFunction<"fleet-products">): string {
  const { part, devices, stored, outside } = change;
  if (!devices) return t(`touches.none.${part}`);
  const counted = (stored ?? 0) >= maxCounted ? `${formatNumber(maxCounted)}+` : formatNumber(stored ?? 0);
  const words = t(`touches.${part}`, { count: devices, stored: counted });
  return outside ? `${words} ${t("touches.outside", { count: outside })}` : words;
}
