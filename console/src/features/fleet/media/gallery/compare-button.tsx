import type { MediaItem } from "@tracewater/contract/fleet/media";
import Button from "antd/es/button";
import { Columns2 } from "lucide-react";
import { useTranslation } from "react-i18next";

/** How many are chosen, and the way to see two side by side. */
export function CompareButton(props: {
  chosen: readonly MediaItem[];
  onCompare: () => void;
  onClear: () => void;
}) {
  const { t } = useTranslation("fleet-media");
  const count = props.chosen.length;
  return (
    <span className="media-compare-bar">
      {count === 0 ? (
        <span className="record-quiet">{t("compare.how")}</span>
      ) : (
        <Button type="text" size="small" onClick={props.onClear}>
          {t("compare.clear", { count })}
        </Button>
      )}
      <Button icon={<Columns2 size={16} />} disabled={count !== 2} onClick={props.onCompare}>
        {t("compare.title")}
      </Button>
    </span>
  );
}
