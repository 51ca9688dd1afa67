import type { AnalyteName } from "@tracewater/contract/laboratory/factors";
import { type AssayExceedance, listExcesses, releaseHold } from "@tracewater/contract/laboratory/limits";
import Button from "antd/es/button";
import Input from "antd/es/input";
import Modal from "antd/es/modal";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { invalidate, useApi, useApiMutation } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { useAnalyteName } from "../../../pickers/analyte-name.ts";
import { Followed, useLimitLabels } from "../../../pickers/followed.tsx";

/** What followed from results of the sample that are over their limits; nothing where none is. */
export function FollowedCard({ assayId }: { assayId: number }) {
  const { t } = useTranslation("laboratory-assays");
  const label = useLimitLabels();
  const nameOf = useAnalyteName();
  const [releasing, setReleasing] = useState<AssayExceedance | null>(null);
  const { data } = useApi(listExcesses, { params: { assayId } }, { handled: true, everyMs: 10_000 });
  const exceedances = data?.data ?? [];
  if (exceedances.length === 0) return null;
  return (
    <Card title={t("followed.title")}>
      <ul className="assay-followed">
        {exceedances.map((one) => (
          <li key={one.excessId}>
            <strong>{nameOf(one.analyte satisfies AnalyteName)}</strong>{" "}
            <span className="num">{label("over", { value: one.value ?? "", limit: one.limit })}</span>
            <Followed
              exceedance={one}
              extra={
                <Allowed to="laboratory:limit:release">
                  <Button type="link" size="small" onClick={() => setReleasing(one)}>
                    {t("followed.release")}
                  </Button>
                </Allowed>
              }
            />
          </li>
        ))}
      </ul>
      {releasing === null ? null : (
        <ReleaseDialog exceedance={releasing} onClose={() => setReleasing(null)} />
      )}
    </Card>
  );
}

function ReleaseDialog({ exceedance, onClose }: { exceedance: AssayExceedance; onClose: () => void }) {
  const { t } = useTranslation("laboratory-assays");
  const [reason, setReason] = useState("");
  const release = useApiMutation(releaseHold, { handled: true });
  const onSuccess = () => {
    void invalidate(listExcesses);
    onClose();
  };
  return (
    <Modal
      open
      centered
      title={t("followed.ask", { code: exceedance.hold?.bodyCode ?? "" })}
      okText={t("followed.release")}
      okButtonProps={{ danger: true, disabled: reason.trim() === "" }}
      cancelText={t("followed.back")}
      confirmLoading={release.isPending}
      onOk={() => release.mutate({ body: { excessId: exceedance.excessId, reason } }, { onSuccess })}
      onCancel={onClose}
    >
      <p>{t("followed.text")}</p>
      <Input.TextArea
        aria-label={t("followed.why")}
        placeholder={t("followed.why")}
        maxLength={300}
        autoSize={{ minRows: 2, maxRows: 4 }}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {release.error === null ? null : (
        <p className="assay-fault" role="alert">
          {release.error.message}
        </p>
      )}
    </Modal>
  );
}
