import "../../../resource/record.css";
import "./boards.css";
import { type BoardLabel, type BoardLot, boardLots } from "@tracewater/contract/laboratory/boards";
import { useTranslation } from "react-i18next";
import { PathLink } from "../../../kit/path-link.tsx";
import { State } from "../../../kit/state.tsx";
import { useResourceLabels } from "../../../resource/page-resource.ts";
import { ResourcePage } from "../../../resource/resource-page.tsx";
import { LotFileTools } from "./lot-file-tools.tsx";
import { lotPath } from "./lot-path.ts";

const expiryTones = { valid: "ok", soon: "warn", expired: "critical" } as const;

const widths: Readonly<Record<string, number>> = {
  ...{ expiresOn: 110, typeName: 230, analyte: 150, polarity: 120, matrix: 110 },
};

/** Lots of boards of one label. */
export function BoardList({ label }: { label: BoardLabel }) {
  const { t } = useTranslation("laboratory-boards");
  const text = useResourceLabels(boardLots);
  const expiry = (lot: BoardLot) => (
    <State tone={expiryTones[lot.expiry]} label={text(`expiry.${lot.expiry}`)} />
  );
  const link = (lot: BoardLot) => (
    <PathLink className="code" to={lotPath(lot.label, lot.lotId)}>
      {lot.lotNo}
    </PathLink>
  );
  return (
    <ResourcePage
      resource={boardLots}
      fixed={{ label }}
      tools={<LotFileTools />}
      columns={(declared) =>
        declared.map((column) => {
          if (column.id === "lotNo") return { ...column, width: 130, cell: link };
          if (column.id === "expiry") return { ...column, width: 120, cell: expiry };
          if (column.id === "cutOff")
            return { ...column, width: 120, cell: (lot) => `${lot.cutOff} ${lot.cutOffUnit}` };
          // The name of the type says what its code does.
          if (column.id === "typeCode") return { ...column, hiddenAtFirst: true };
          const width = widths[column.id];
          return width === undefined ? column : { ...column, width };
        })
      }
      card={(lot) => (
        <div className="record-card">
          <span className="record-line">
            {link(lot)}
            {expiry(lot)}
          </span>
          <span className="record-quiet">
            {lot.typeName} · {text(`analyte.${lot.analyte}`)} · {text(`matrix.${lot.matrix}`)}
          </span>
          <span className="record-quiet">
            {text("cutOff")} {lot.cutOff} {lot.cutOffUnit} · {lot.expiresOn}
          </span>
        </div>
      )}
      blank={{ title: t("none.lots"), text: t("none.lotsText") }}
    />
  );
}
