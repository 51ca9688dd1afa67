import { useMutation } from "@tanstack/react-query";
import {
  type EvidenceFormat,
  makeEvidenceFile,
  printEntrustment,
} from "@tracewater/contract/evidence/entrustments";
import { getCustodyChain } from "@tracewater/contract/laboratory/custody";
import Button from "antd/es/button";
import { Download, Printer } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import type { ApiError } from "../../../api/api-error.ts";
import { saveFile } from "../../../api/file-calls.ts";
import { useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { refreshEvidence } from "./refresh-evidence.ts";

/** Saves one entrustment as a page that verifies itself; the export is an event of the entrustment. */
export function CourtFile({ entrustmentId }: { entrustmentId: number }) {
  const { t } = useTranslation("evidence-entrustments");
  const save = useMutation<void, ApiError, EvidenceFormat>({
    mutationFn: (format) => saveFile(makeEvidenceFile, { params: { id: entrustmentId }, query: { format } }),
    onSuccess: refreshEvidence,
  });
  return (
    <Allowed to="evidence:entrustment:export">
      <Button
        icon={<Download size={15} />}
        title={t("courtFile.text")}
        loading={save.isPending}
        onClick={() => save.mutate("html")}
      >
        {t("courtFile.make")}
      </Button>
      {(["zip", "pdf"] as const).map((format) => (
        <Button
          key={format}
          title={t(`courtFile.${format}`)}
          disabled={save.isPending}
          onClick={() => save.mutate(format)}
        >
          {format.toUpperCase()}
        </Button>
      ))}
    </Allowed>
  );
}

/** Saves the letter of entrustment as the printed form, in the language of the page. */
export function EntrustmentPrint({ entrustmentId }: { entrustmentId: number }) {
  const { t } = useTranslation("evidence-entrustments");
  const save = useMutation<void, ApiError>({
    mutationFn: () => saveFile(printEntrustment, { params: { id: entrustmentId } }),
  });
  return (
    <Button icon={<Printer size={15} />} loading={save.isPending} onClick={() => save.mutate()}>
      {t("form.print")}
    </Button>
  );
}

/** The key that a court needs from elsewhere than the file. */
export function CheckpointKey() {
  const { t } = useTranslation("evidence-entrustments");
  const { data } = useApi(getCustodyChain, {}, { handled: true });
  if (data === undefined) return null;
  return (
    <Card title={t("courtFile.key")}>
      <p className="record-quiet">{t("courtFile.keyText")}</p>
      <code className="evidence-key">{data.data.checkpointKey}</code>
    </Card>
  );
}
