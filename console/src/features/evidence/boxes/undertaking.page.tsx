import { type Undertaking, undertakings } from "@tracewater/contract/evidence/undertakings";
import Button from "antd/es/button";
import { Truck } from "lucide-react";
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
import { UndertakingState } from "./record-state.tsx";

const { calls } = undertakings;

/** One off-site undertaking, by its number and box in the path. */
export default function UndertakingPage() {
  return (
    <PermittedPage to="evidence:undertaking:query">
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
  const mayEdit = hasPermission("evidence:undertaking:edit", useSession());
  const found = useApi(calls.get, { params: { id } }, { enabled: id > 0, handled: true });
  const change = useApiMutation(calls.change);
  const refresh = () => {
    for (const call of [calls.get, calls.list]) void invalidate(call);
  };
  const save = (row: Undertaking, values: Partial<Undertaking>) => {
    const { unitName: _, state: __, ...body } = { ...row, ...values };
    const onSuccess = () => showToast({ tone: "success", text: t("record.saved") });
    change.mutate({ body }, { onSuccess, onSettled: refresh });
  };
  return (
    <BoxRecord found={found}>
      {(row) => (
        <>
          <RecordHeader
            icon={Truck}
            name={row.undertakingNo}
            about={row.undertaker}
            state={<UndertakingState state={row.state} />}
            meta={[
              row.unitName,
              <span key="box" className="code">
                {row.deviceName}
              </span>,
              row.place,
            ]}
            actions={
              <Allowed to="evidence:undertaking:edit">
                <Button onClick={() => setChanging(true)}>{t("record.edit")}</Button>
              </Allowed>
            }
          />
          <Card>
            <UndertakingFacts row={row} />
          </Card>
          <DocumentCard
            name={row.documentName}
            hash={row.documentHash}
            isSaving={change.isPending}
            {...(mayEdit
              ? { onRecord: ({ name, hash }) => save(row, { documentName: name, documentHash: hash }) }
              : {})}
          />
          {isChanging ? (
            <ResourceForm
              resource={undertakings}
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

function UndertakingFacts({ row }: { row: Undertaking }) {
  const text = useResourceLabels(undertakings);
  const names = [
    "undertaker",
    "contact",
    "place",
    "purpose",
    "beginsOn",
    "dueOn",
    "returnedOn",
    "remark",
  ] as const;
  return <Facts of={names.map((name) => [text(name), row[name]] as const)} />;
}
