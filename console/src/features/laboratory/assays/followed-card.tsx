import type { AnalyteName } from "@tracewater/contract/laboratory/factors";
import { type AssayExcess, listExcesses, releaseHold } from "@tracewater/contract/laboratory/limits";
import Button from "antd/es/button";
import Input from "antd/es/input";
import Modal from "antd/es/modal";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { invalidate, useApi, useApiMutation } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { useAnalyteName } from "../../../pickers/analyte-name.ts";
import { Followed, useLimitWords } from "../../../pickers/followed.tsx";

/** What followed from results of the sample that are over their limits; nothing where none is. */
export function FollowedCard({ assayId }: { assayId: number }) {
  const { t } = useTranslation("laboratory-assays");
  const word = useLimitWords();
  const nameOf = useAnalyteName();
  const [releasing, setReleasing] = useState<AssayExcess | null>(null);
  const { data } = useApi(listExcesses, { params: { assayId } }, { handled: true, everyMs: 10_000 });
  const excesses = data?.data ?? [];
  if (excesses.length === 0) return null;
  return (
    <Card title={t("followed.title")}>
      <ul className="assay-followed">
        {excesses.map((one) => (
          <li key={one.excessId}>
            <strong>{nameOf(one.analyte satisfies AnalyteName)}</strong>{" "}
            <span className="num">{word("over", { value: one.value ?? "", limit: one.limit })}</span>
            <Followed
              excess={one}
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
      {releasing === null ? null : <ReleaseDialog excess={releasing} onClose={() => setReleasing(null)} />}
    </Card>
  );
}

function ReleaseDialog({ excess, onClose }: { excess: AssayExcess; onClose: () => void }) {
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
      title={t("followed.ask", { code: excess.hold?.bodyCode ?? "" })}
      okText={t("followed.release")}
      okButtonProps={{ danger: true, disabled: reason.trim() === "" }}
      cancelText={t("followed.back")}
      confirmLoading={release.isPending}
      onOk={() => release.mutate({ body: { excessId: excess.excessId, reason } }, { onSuccess })}
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
