import "../../../resource/record.css";
import { type Undertaking, undertakings } from "@tracewater/contract/evidence/undertakings";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { PathLink } from "../../../kit/path-link.tsx";
import { useResourceLabels } from "../../../resource/page-resource.ts";
import { ResourcePage } from "../../../resource/resource-page.tsx";
import { UndertakingState } from "./record-state.tsx";

/** Who undertook to keep this box off-site; returns that are overdue are marked. */
export default function UndertakingListPage() {
  const { t } = useTranslation("evidence-boxes");
  const { device_name: deviceName = "" } = useParams();
  const text = useResourceLabels(undertakings);
  const link = (row: Undertaking) => (
    <PathLink className="code" to={`/offsite/off/${row.undertakingId}/${encodeURIComponent(row.deviceName)}`}>
      {row.undertakingNo}
    </PathLink>
  );
  return (
    <ResourcePage
      resource={undertakings}
      fixed={{ deviceName }}
      columns={(declared) =>
        declared
          .filter(({ id }) => id !== "deviceName")
          .map((column) => {
            if (column.id === "undertakingNo") return { ...column, width: 150, cell: link };
            if (column.id === "state") {
              return { ...column, width: 140, cell: (row) => <UndertakingState state={row.state} /> };
            }
            return column;
          })
      }
      card={(row) => (
        <div className="record-card">
          <span className="record-line">
            {link(row)}
            <UndertakingState state={row.state} />
          </span>
          <span>
            {row.undertaker} · {row.place}
          </span>
          <span className="record-quiet">
            {text("dueOn")} {row.dueOn}
          </span>
        </div>
      )}
      blank={{ title: t("undertaking.none"), text: t("undertaking.noneText") }}
    />
  );
}
