import { getItemLabel } from "@tracewater/contract/evidence/item-files";
import type { ItemDetail } from "@tracewater/contract/evidence/items";
import Radio from "antd/es/radio";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { PrintDialog } from "../../../kit/print-dialog.tsx";

type Size = "small" | "large";

/** The label of an item as it is printed: 20 x 10 mm with a Data Matrix, or 50 x 30 mm with a QR code. */
export function ItemLabelDialog({ item, onClose }: { item: ItemDetail; onClose: () => void }) {
  const { t } = useTranslation("evidence-entrustments");
  const [size, setSize] = useState<Size>("large");
  const label = useApi(getItemLabel, { params: { id: item.itemId } }).data?.data;
  return (
    <PrintDialog
      title={t("label.title", { no: item.itemNo })}
      width={480}
      closeText={t("label.close")}
      printText={t("label.print")}
      onClose={onClose}
      before={
        <Radio.Group
          className="item-label-choice"
          aria-label={t("label.size")}
          value={size}
          onChange={(event) => setSize(event.target.value)}
          options={[
            { value: "large", label: t("label.large") },
            { value: "small", label: t("label.small") },
          ]}
        />
      }
    >
      {label === undefined ? null : (
        <div className={`item-label item-label-${size}`}>
          <SymbolPicture
            rows={size === "small" ? label.dataMatrix : label.qr}
            name={t("label.code", { no: item.itemNo })}
          />
          <span className="item-label-text">
            <strong>{item.itemNo}</strong>
            {size === "large" ? (
              <>
                <span>{item.name}</span>
                <span>{item.entrustmentNo}</span>
                <span>{item.sealNo}</span>
              </>
            ) : null}
          </span>
        </div>
      )}
    </PrintDialog>
  );
}

/** Dark on light in every theme, with a quiet zone of two modules. */
function SymbolPicture({ rows, name }: { rows: readonly string[]; name: string }) {
  const border = 2;
  const size = rows.length + 2 * border;
  const path = rows
    .flatMap((row, y) =>
      [...row].map((one, x) => (one === "1" ? `M${x + border} ${y + border}h1v1h-1z` : "")),
    )
    .join("");
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={name}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
