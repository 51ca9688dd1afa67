import "../../../resource/record.css";
import { boardTypes } from "@tracewater/contract/laboratory/boards";
import { useTranslation } from "react-i18next";
import { Quantity } from "../../../kit/quantity.tsx";
import { useResourceLabels } from "../../../resource/page-resource.ts";
import { ResourcePage } from "../../../resource/resource-page.tsx";

/** What these columns hold is longer than what such fields usually do. */
const widths: Readonly<Record<string, number>> = {
  typeCode: 130,
  typeName: 210,
  label: 100,
  analyte: 140,
  polarity: 100,
  matrix: 100,
  cutOff: 105,
};

/** Types of test boards: what they find, how they are read, when they count. */
export default function BoardTypeListPage() {
  const { t } = useTranslation("laboratory-boards");
  const text = useResourceLabels(boardTypes);
  return (
    <ResourcePage
      resource={boardTypes}
      columns={(declared) =>
        declared
          .filter(({ id }) => id !== "cutOffUnit")
          .map((column) => {
            const wide = { ...column, width: widths[column.id] ?? column.width };
            if (column.id === "typeCode") {
              return { ...wide, cell: (type) => <span className="code">{type.typeCode}</span> };
            }
            return column.id === "cutOff"
              ? { ...wide, cell: (type) => <Quantity value={type.cutOff} unit={type.cutOffUnit} /> }
              : wide;
          })
      }
      card={(type) => (
        <div className="record-card">
          <strong>{type.typeName}</strong>
          <span className="code">{type.typeCode}</span>
          <span className="record-quiet">
            {text(`label.${type.label}`)} · {text(`analyte.${type.analyte}`)} · {type.cutOff}{" "}
            {type.cutOffUnit}
          </span>
        </div>
      )}
      blank={{ title: t("none.types"), text: t("none.typesText") }}
    />
  );
}
