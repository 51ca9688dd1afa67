import { type DetectionDay, getDetectionDay } from "@tracewater/contract/laboratory/detections";
import type { AnalyteName } from "@tracewater/contract/laboratory/factors";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { DayInput } from "../../../kit/day/day-input.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { DayComparisonTable } from "./day-comparison.tsx";
import { DayHeatMap } from "./day-heat-map.tsx";
import { DaySeries } from "./day-series.tsx";

/** A day of a detector: its analytes by hour, one of them as a series, and the comparison with the laboratory. */
export function DayCard({ deviceName, newest }: { deviceName: string; newest: number }) {
  const { t } = useTranslation("laboratory-detections");
  const [chosen, setChosen] = useState<string | null>(null);
  const day = chosen ?? formatMoment(newest).slice(0, 10);
  const found = useApi(
    getDetectionDay,
    { query: { deviceName, day } },
    { keepPrevious: true, handled: true },
  );
  return (
    <Card
      title={t("day.title")}
      hint={t("day.hint")}
      extra={
        <DayInput
          aria-label={t("day.day")}
          value={day}
          onChange={(value) => setChosen(value === "" ? null : value)}
        />
      }
    >
      {found.data === undefined ? (
        found.error === null ? (
          <Loading lines={6} />
        ) : (
          <p role="alert">{found.error.message}</p>
        )
      ) : (
        <DayContents day={found.data.data} />
      )}
    </Card>
  );
}

function DayContents({ day }: { day: DetectionDay }) {
  const { t } = useTranslation("laboratory-detections");
  const [picked, setPicked] = useState<AnalyteName | null>(null);
  if (day.runs.length === 0) return <EmptyState title={t("day.none")} text={t("day.noneText")} />;
  const analyte = picked ?? highestOf(day);
  return (
    <div className="record-stack">
      <DayHeatMap day={day} chosen={analyte} onChoose={setPicked} />
      <DaySeries day={day} analyte={analyte} />
      <DayComparisonTable rows={day.comparison} />
    </div>
  );
}

/** The analyte with the highest value of the day. */
function highestOf({ runs }: DetectionDay): AnalyteName {
  let [name, highest]: [AnalyteName, number] = ["mamp", 0];
  for (const { values } of runs)
    for (const { analyte, value } of values)
      if (value !== null && value > highest) [name, highest] = [analyte, value];
  return name;
}
