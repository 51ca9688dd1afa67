import { useTranslation } from "react-i18next";
import { Card } from "../../../kit/card.tsx";
import type { KeptModel } from "./kept-model.ts";

/** What differs between the model and the table of its name; nothing where there is no such table, or no difference. */
export function DriftCard({ drift }: { drift: KeptModel["drift"] }) {
  const { t } = useTranslation("system-generator");
  if (drift === null || drift.length === 0) return null;
  return (
    <Card title={t("drift.title")}>
      <ul className="generator-list">
        {drift.map(({ change, column }) => (
          <li key={`${change} ${column}`}>{t(`drift.${change}`, { column })}</li>
        ))}
      </ul>
    </Card>
  );
}
