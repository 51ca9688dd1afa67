import { useMutation } from "@tanstack/react-query";
import {
  type EvidenceFormat,
  makeEvidenceFile,
  printEntrustment,
} from "@tracewater/contract/evidence/entrustments";
import { getCustodyChain } from "@tracewater/contract/laboratory/custody";
import Button from "antd/es/button";
import { Download, FileArchive, FileText } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { saveFile } from "../../../api/file-calls.ts";
import { hasPermission, useSession } from "../../../api/session.ts";
import { useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { RecordMenu } from "../../../kit/record-menu.tsx";
import { refreshEvidence } from "./refresh-evidence.ts";

/** An entrustment as files: pages that verify themselves, where the account may export, and the printed form. */
export type EntrustmentFiles = {
  mayExport: boolean;
  isPending: boolean;
  /** A page, an archive or a PDF that verifies itself; the export is an event of the entrustment. */
  save: (format: EvidenceFormat) => void;
  /** The letter of entrustment, in the language of the page. */
  print: () => void;
};

export function useEntrustmentFiles(entrustmentId: number): EntrustmentFiles {
  const mayExport = hasPermission("evidence:entrustment:export", useSession());
  const save = useMutation<void, ApiError, EvidenceFormat>({
    mutationFn: (format) => saveFile(makeEvidenceFile, { params: { id: entrustmentId }, query: { format } }),
    onSuccess: refreshEvidence,
  });
  const print = useMutation<void, ApiError>({
    mutationFn: () => saveFile(printEntrustment, { params: { id: entrustmentId } }),
  });
  return {
    mayExport,
    isPending: save.isPending || print.isPending,
    save: (format) => save.mutate(format),
    print: () => print.mutate(),
  };
}

/** The file for the court as a button, its other formats in the menu. */
export function CourtFile({ entrustmentId }: { entrustmentId: number }) {
  const { t } = useTranslation("evidence-entrustments");
  const { mayExport, isPending, save } = useEntrustmentFiles(entrustmentId);
  if (!mayExport) return null;
  const item = (format: "zip" | "pdf", icon: ReactNode) => ({
    ...{ key: format, icon, label: t(`courtFile.${format}`), disabled: isPending },
    onClick: () => save(format),
  });
  return (
    <>
      <Button
        icon={<Download size={15} />}
        title={t("courtFile.text")}
        loading={isPending}
        onClick={() => save("html")}
      >
        {t("courtFile.make")}
      </Button>
      <RecordMenu items={[item("zip", <FileArchive size={15} />), item("pdf", <FileText size={15} />)]} />
    </>
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
