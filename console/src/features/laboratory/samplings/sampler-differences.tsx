import type { ReplyOf } from "@tracewater/contract/call";
import {
  correctFromSampler,
  getSampling,
  listFleetSamplings,
  listSamplings,
} from "@tracewater/contract/laboratory/samplings";
import Button from "antd/es/button";
import Input from "antd/es/input";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { State } from "../../../kit/state.tsx";
import { SampleChanges } from "../../../pickers/custody-events.tsx";
import { ConfirmDialog } from "../../../resource/confirm-dialog.tsx";

/** Where a sample's record differs from what its sampler delivered, and the correction, which needs a reason. */
export function SamplerDifferences({ sample }: { sample: ReplyOf<typeof getSampling>["data"] }) {
  const { t } = useTranslation("laboratory-samplings");
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  const { differences, sampleNo, samplingId, state } = sample;
  if (differences.length === 0) return null;
  return (
    <div className="sampler-differences">
      <State tone="warn" label={t("differences.title")} />
      <SampleChanges changes={differences} />
      {state === "destroyed" ? null : (
        <Allowed to="laboratory:sampling:edit">
          <Button onClick={() => setOpen(true)}>{t("differences.correct")}</Button>
        </Allowed>
      )}
      {isOpen ? (
        <ConfirmDialog
          call={correctFromSampler}
          input={{ body: { samplingId, reason } }}
          title={t("differences.ask", { no: sampleNo })}
          submit={t("differences.correct")}
          danger={false}
          isReady={reason.trim() !== ""}
          stale={[getSampling, listSamplings, listFleetSamplings]}
          done={t("correct.done")}
          onClose={() => setOpen(false)}
        >
          {t("correct.kept")}
          <Input.TextArea
            aria-label={t("correct.reason")}
            placeholder={t("correct.reason")}
            maxLength={500}
            autoSize={{ minRows: 2, maxRows: 4 }}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </ConfirmDialog>
      ) : null}
    </div>
  );
}
