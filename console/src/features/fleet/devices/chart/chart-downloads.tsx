import Button from "antd/es/button";
import Dropdown from "antd/es/dropdown";
import { Download } from "lucide-react";
import type { RefObject } from "react";
import { formatMoment } from "../../../../kit/moment.ts";
import { useWords } from "../model/words.ts";
import type { Panel } from "./chart-panel.ts";
import type { ChartHandle } from "./e-chart.tsx";
import { seriesCsv } from "./series-csv.ts";
import { useChartTokens } from "./use-chart-words.ts";

/** The chart as a picture, and the points behind it. */
export function Downloads(props: { panels: Panel[]; name: string; handle: RefObject<ChartHandle | null> }) {
  const { t } = useWords();
  const background = useChartTokens().surface;
  const items = [
    { key: "png", label: t("chart.picture") },
    { key: "csv", label: t("chart.data") },
  ];
  const take = (key: string) => {
    if (key === "csv") {
      const csv = seriesCsv(props.panels, (at) => formatMoment(at));
      const address = URL.createObjectURL(new Blob([csv], { type: "text/csv" }));
      save(address, `${props.name}.csv`);
      setTimeout(() => URL.revokeObjectURL(address), 10_000);
      return;
    }
    const picture = props.handle.current?.picture(background);
    if (picture) save(picture, `${props.name}.png`);
  };
  return (
    <Dropdown trigger={["click"]} placement="bottomRight" menu={{ items, onClick: ({ key }) => take(key) }}>
      <Button icon={<Download size={16} />} aria-label={t("chart.download")} title={t("chart.download")} />
    </Dropdown>
  );
}

function save(address: string, name: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
}
