import { exportReadings } from "@tracewater/contract/fleet/telemetry";
import Button from "antd/es/button";
import Dropdown from "antd/es/dropdown";
import { Download } from "lucide-react";
import { type RefObject, useState } from "react";
import { saveFile } from "../api/file-calls.ts";
import { formatMoment } from "../kit/moment.ts";
import { chartFileName } from "./chart-file-name.ts";
import type { Panel } from "./chart-panel.ts";
import { useChartTranslation } from "./chart-translation.ts";
import type { ChartHandle } from "./e-chart.tsx";
import { seriesCsv } from "./series-csv.ts";
import { useChartTokens } from "./use-chart-labels.ts";

/** The chart as a picture, the points that it draws, and every stored value behind them. */
export function Downloads(props: {
  panels: readonly Panel[];
  device: { id: number; deviceName: string };
  begin: number;
  end: number;
  /** Whether they may take the stored values along. */
  mayExport: boolean;
  handle: RefObject<ChartHandle | null>;
}) {
  const t = useChartTranslation();
  const [busy, setBusy] = useState(false);
  const name = chartFileName({
    device: props.device.deviceName,
    titles: props.panels.map((panel) => panel.title),
    begin: props.begin,
    end: props.end,
  });
  const background = useChartTokens().surface;
  const items = [
    { key: "png", label: t("chart.picture") },
    { key: "points", label: t("chart.drawn") },
    ...(props.mayExport
      ? [
          { key: "csv", label: t("chart.all") },
          { key: "xlsx", label: t("chart.allSheet") },
        ]
      : []),
  ];
  const stored = (format: "csv" | "xlsx") => {
    const { device, begin, end } = props;
    const identifiers = props.panels.map((panel) => panel.identifier).join(",");
    setBusy(true);
    saveFile(exportReadings, { query: { deviceId: device.id, identifiers, begin, end, format } })
      .catch(() => undefined) // the shell has reported it
      .finally(() => setBusy(false));
  };
  const take = (key: string) => {
    if (key === "csv" || key === "xlsx") return stored(key);
    if (key === "points") {
      const csv = seriesCsv(props.panels, (at) => formatMoment(at));
      const address = URL.createObjectURL(new Blob([csv], { type: "text/csv" }));
      save(address, `${name}.csv`);
      setTimeout(() => URL.revokeObjectURL(address), 10_000);
      return;
    }
    const picture = props.handle.current?.picture(background);
    if (picture) save(picture, `${name}.png`);
  };
  return (
    <Dropdown trigger={["click"]} placement="bottomRight" menu={{ items, onClick: ({ key }) => take(key) }}>
      <Button
        loading={busy}
        icon={<Download size={16} />}
        aria-label={t("chart.download")}
        title={t("chart.download")}
      />
    </Dropdown>
  );
}

function save(address: string, name: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
}
