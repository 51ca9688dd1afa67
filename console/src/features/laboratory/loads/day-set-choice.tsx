import { type DaySet, type DaySetName, daySets, weekDay } from "@tracewater/contract/laboratory/load-series";
import { reportLabels } from "@tracewater/contract/laboratory/report-labels";
import Select from "antd/es/select";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useResourceLabels } from "../../../resource/page-resource.ts";

const names = Object.keys(daySets) as DaySetName[];

/** Which days are weekdays and which are the weekend: EUDA's, the calendar's, or one's own. */
export function DaySetChoice({ value, onChange }: { value: DaySet; onChange: (value: DaySet) => void }) {
  const { t } = useTranslation("laboratory-loads");
  const report = useResourceLabels({ labels: reportLabels });
  const [own, setOwn] = useState<DaySet | null>(null);
  const named = names.find((name) => daySets[name] === value);
  const part = (kind: "weekday" | "weekend") => (
    <Select
      mode="multiple"
      aria-label={report(kind)}
      placeholder={report(kind)}
      maxTagCount="responsive"
      style={{ width: 220 }}
      value={own?.[kind] ?? []}
      options={weekDay.options.map((day) => ({ value: day, label: report(`day.${day}`) }))}
      onChange={(days: DaySet["weekday"]) => {
        if (own === null) return;
        const other = kind === "weekday" ? "weekend" : "weekday";
        const next = { ...own, [kind]: days, [other]: own[other].filter((day) => !days.includes(day)) };
        setOwn(next);
        if (next.weekday.length > 0 && next.weekend.length > 0) onChange(next);
      }}
    />
  );
  return (
    <span className="load-choices">
      <Select
        aria-label={t("trend.daySet")}
        style={{ minWidth: 240 }}
        value={own === null ? (named ?? "euda") : "own"}
        options={[...names, "own" as const].map((name) => ({ value: name, label: t(`trend.set.${name}`) }))}
        onChange={(name: DaySetName | "own") => {
          setOwn(name === "own" ? value : null);
          if (name !== "own") onChange(daySets[name]);
        }}
      />
      {own === null ? null : (
        <>
          {part("weekday")}
          {part("weekend")}
        </>
      )}
    </span>
  );
}
