import "../../../resource/record.css";
import { type ContractAward, contractAwards } from "@tracewater/contract/evidence/contract-awards";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { PathLink } from "../../../kit/path-link.tsx";
import { ResourcePage } from "../../../resource/resource-page.tsx";
import { AwardState, awardAmount } from "./record-state.tsx";

/** The contracts by which somebody works with this box. */
export default function ContractAwardListPage() {
  const { t } = useTranslation("evidence-boxes");
  const { device_name: deviceName = "" } = useParams();
  const link = (row: ContractAward) => (
    <PathLink
      className="code"
      to={`/contractaward/contract/${row.awardId}/${encodeURIComponent(row.deviceName)}`}
    >
      {row.contractNo}
    </PathLink>
  );
  return (
    <ResourcePage
      resource={contractAwards}
      fixed={{ deviceName }}
      columns={(declared) =>
        declared
          .filter(({ id }) => id !== "deviceName" && id !== "currency")
          .map((column) => {
            if (column.id === "contractNo") return { ...column, width: 150, cell: link };
            if (column.id === "awardedBy" || column.id === "contractor") return { ...column, width: 140 };
            if (column.id === "amount") {
              return {
                ...column,
                width: 150,
                cell: (row) => <span className="num">{awardAmount(row)}</span>,
              };
            }
            if (column.id === "state") {
              return { ...column, width: 120, cell: (row) => <AwardState state={row.state} /> };
            }
            return column;
          })
      }
      card={(row) => (
        <div className="record-card">
          <span className="record-line">
            {link(row)}
            <AwardState state={row.state} />
          </span>
          <span>{row.contractor}</span>
          <span className="record-line record-quiet">
            <span>{row.subject}</span>
            <span className="num">{awardAmount(row)}</span>
          </span>
        </div>
      )}
      blank={{ title: t("award.none"), text: t("award.noneText") }}
    />
  );
}
