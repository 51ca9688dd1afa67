import { useMutation } from "@tanstack/react-query";
import type { ReplyOf } from "@tracewater/contract/call";
import {
  addLotKey,
  exportLotFile,
  importLotFile,
  type LotKey,
  listLotKeys,
  removeLotKey,
} from "@tracewater/contract/laboratory/board-lot-files";
import { boardLots } from "@tracewater/contract/laboratory/boards";
import Button from "antd/es/button";
import Form from "antd/es/form";
import Input from "antd/es/input";
import { FileKey, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import type { ApiError } from "../../../api/api-error.ts";
import { sendFile } from "../../../api/file-calls.ts";
import { invalidate, useApi, useApiMutation } from "../../../api/use-api.ts";
import { useIsPhone } from "../../../kit/phone.ts";
import { ExportButton } from "../../../resource/export-button.tsx";
import { FormDialog } from "../../../resource/form-dialog.tsx";

/** Signed lot files: those of makers come in, that of the platform goes out. */
export function LotFileTools() {
  const { t } = useTranslation("laboratory-boards");
  const isPhone = useIsPhone();
  const [open, setOpen] = useState<"import" | "key" | null>(null);
  return (
    <>
      <Allowed to="laboratory:boardLot:import">
        <Button
          icon={<FileKey size={15} />}
          aria-label={t("lotFile.import")}
          onClick={() => setOpen("import")}
        >
          {isPhone ? null : t("lotFile.import")}
        </Button>
      </Allowed>
      <ExportButton
        to="laboratory:boardLot:export"
        call={exportLotFile}
        input={{}}
        label={t("lotFile.export")}
      />
      {open === "import" ? (
        <ImportLotFileDialog onAddKey={() => setOpen("key")} onClose={() => setOpen(null)} />
      ) : null}
      {open === "key" ? <LotKeyDialog onClose={() => setOpen("import")} /> : null}
    </>
  );
}

function ImportLotFileDialog({ onAddKey, onClose }: { onAddKey: () => void; onClose: () => void }) {
  const { t } = useTranslation("laboratory-boards");
  const [form] = Form.useForm<object>();
  const [file, setFile] = useState<File | null>(null);
  const [isFileMissing, setIsFileMissing] = useState(false);
  const send = useMutation<ReplyOf<typeof importLotFile>, ApiError, File>({
    mutationFn: (chosen) => sendFile(importLotFile, {}, chosen),
    onSuccess: () => invalidate(boardLots.calls.list),
  });
  const done = send.data?.data;
  const fault = isFileMissing && file === null ? t("lotFile.noFile") : faultOf(send.error);
  return (
    <FormDialog<object>
      form={form}
      title={t("lotFile.import")}
      width={560}
      submitText={t("lotFile.submit")}
      isSaving={send.isPending}
      unplaced={fault}
      onSubmit={() => (file === null ? setIsFileMissing(true) : send.mutate(file))}
      onClose={onClose}
      above={
        <>
          <label className="board-file">
            <span>{t("lotFile.file")}</span>
            <input
              type="file"
              accept="application/json,.json"
              onChange={(event) => {
                send.reset();
                setFile(event.target.files?.[0] ?? null);
              }}
            />
            <span className="record-quiet">{t("lotFile.hint")}</span>
          </label>
          {done === undefined ? null : (
            <p role="status">
              {t("lotFile.done", {
                issuer: done.issuer,
                added: done.added.length,
                unchanged: done.unchanged.length,
              })}
            </p>
          )}
        </>
      }
    >
      <LotKeys onAdd={onAddKey} />
    </FormDialog>
  );
}

/** The field is a part of what is said: "lots[1]: lot MAM2610 was changed". */
function faultOf(error: ApiError | null): string | null {
  if (error === null) return null;
  const [first] = error.fields;
  return first === undefined ? error.message : `${first.field}: ${first.message}`;
}

function LotKeys({ onAdd }: { onAdd: () => void }) {
  const { t } = useTranslation("laboratory-boards");
  const { data } = useApi(listLotKeys, {}, { handled: true });
  const remove = useApiMutation(removeLotKey);
  const withdraw = ({ lotKeyId }: LotKey) => {
    if (lotKeyId === null) return;
    remove.mutate({ params: { id: lotKeyId } }, { onSuccess: () => void invalidate(listLotKeys) });
  };
  return (
    <>
      <h3 className="board-subtitle">{t("lotFile.keys")}</h3>
      <ul className="board-lockouts">
        {(data?.data ?? []).map((key) => (
          <li key={key.keyId} className="record-line">
            <span>
              {key.name} <span className="code">{key.keyId}</span>
            </span>
            {key.lotKeyId === null ? (
              <span className="record-quiet">{t("lotFile.own")}</span>
            ) : (
              <Button
                type="text"
                icon={<Trash2 size={15} />}
                aria-label={t("lotFile.withdraw", { name: key.name })}
                loading={remove.isPending}
                onClick={() => withdraw(key)}
              />
            )}
          </li>
        ))}
      </ul>
      <Button type="link" style={{ paddingInline: 0 }} onClick={onAdd}>
        {t("lotFile.addKey")}
      </Button>
    </>
  );
}

function LotKeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("laboratory-boards");
  const [form] = Form.useForm<{ name: string; publicKey: string }>();
  const save = useApiMutation(addLotKey, { handled: true });
  return (
    <FormDialog<{ name: string; publicKey: string }>
      form={form}
      title={t("lotFile.addKey")}
      width={560}
      submitText={t("lotFile.trust")}
      isSaving={save.isPending}
      unplaced={save.error?.message ?? null}
      onSubmit={(body) =>
        save.mutate({ body }, { onSuccess: () => void invalidate(listLotKeys).then(onClose) })
      }
      onClose={onClose}
      above={<p className="record-quiet">{t("lotFile.keyHint")}</p>}
    >
      <Form.Item name="name" label={t("lotFile.maker")} rules={[{ required: true }]}>
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item name="publicKey" label={t("lotFile.publicKey")} rules={[{ required: true }]}>
        <Input className="code" maxLength={64} />
      </Form.Item>
    </FormDialog>
  );
}
