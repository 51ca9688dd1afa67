import { type ContractAward, contractAwards } from "@tracewater/contract/evidence/contract-awards";
import Button from "antd/es/button";
import { FileSignature } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { hasPermission, useSession } from "../../../api/session.ts";
import { invalidate, useApi, useApiMutation } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { RecordHeader } from "../../../kit/record-header.tsx";
import { showToast } from "../../../kit/toasts.ts";
import { useResourceLabels } from "../../../resource/page-resource.ts";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { ResourceForm } from "../../../resource/resource-form.tsx";
import { BoxRecord, Facts, useRecordAddress } from "./box-record.tsx";
import { DocumentCard } from "./document-card.tsx";
import { AwardState, awardAmount } from "./record-state.tsx";

const { calls } = contractAwards;

/** One contract award, by its number and box in the path. */
export default function ContractAwardPage() {
  return (
    <PermittedPage to="evidence:contractAward:query">
      <PageFrame>
        <One />
      </PageFrame>
    </PermittedPage>
  );
}

function One() {
  const { t } = useTranslation("evidence-boxes");
  const { id } = useRecordAddress();
  const [isChanging, setChanging] = useState(false);
  const mayEdit = hasPermission("evidence:contractAward:edit", useSession());
  const found = useApi(calls.get, { params: { id } }, { enabled: id > 0, handled: true });
  const change = useApiMutation(calls.change);
  const refresh = () => {
    for (const call of [calls.get, calls.list]) void invalidate(call);
  };
  const record = (row: ContractAward, chosen: { name: string; hash: string }) => {
    const { unitName: _, state: __, ...kept } = row;
    const body = { ...kept, documentName: chosen.name, documentHash: chosen.hash };
    const onSuccess = () => showToast({ tone: "success", text: t("record.saved") });
    change.mutate({ body }, { onSuccess, onSettled: refresh });
  };
  return (
    <BoxRecord found={found}>
      {(row) => (
        <>
          <RecordHeader
            icon={FileSignature}
            name={row.contractNo}
            about={row.subject}
            state={<AwardState state={row.state} />}
            meta={[
              row.unitName,
              <span key="box" className="code">
                {row.deviceName}
              </span>,
              row.contractor,
            ]}
            actions={
              <Allowed to="evidence:contractAward:edit">
                <Button onClick={() => setChanging(true)}>{t("record.edit")}</Button>
              </Allowed>
            }
          />
          <Card>
            <AwardFacts row={row} />
          </Card>
          <DocumentCard
            name={row.documentName}
            hash={row.documentHash}
            isSaving={change.isPending}
            {...(mayEdit ? { onRecord: (chosen) => record(row, chosen) } : {})}
          />
          {isChanging ? (
            <ResourceForm
              resource={contractAwards}
              row={row}
              fixed={{ deviceName: row.deviceName }}
              onClose={() => {
                setChanging(false);
                refresh();
              }}
            />
          ) : null}
        </>
      )}
    </BoxRecord>
  );
}

function AwardFacts({ row }: { row: ContractAward }) {
  const text = useResourceLabels(contractAwards);
  const names = ["awardedBy", "contractor", "subject", "beginsOn", "endsOn", "remark"] as const;
  return (
    <Facts
      of={[
        [
          text("amount"),
          <span key="amount" className="num">
            {awardAmount(row)}
          </span>,
        ],
        ...names.map((name) => [text(name), row[name]] as const),
      ]}
    />
  );
}
