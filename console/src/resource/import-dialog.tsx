import "./resource.css";
import { useMutation } from "@tanstack/react-query";
import { downloadFile } from "@tracewater/contract/resource/downloads";
import { formFields } from "@tracewater/contract/resource/fields";
import type { ImportProgress } from "@tracewater/contract/resource/imports";
import Button from "antd/es/button";
import Checkbox from "antd/es/checkbox";
import Modal from "antd/es/modal";
import { Download, FileSpreadsheet } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { callApi } from "../api/call-api.ts";
import { saveFile, sendFile } from "../api/file-calls.ts";
import { invalidate, useApi } from "../api/use-api.ts";
import { type PageResource, type ResourceRow, useResourceWords } from "./page-resource.ts";

const askEveryMs = 500;

/** Brings rows in from an xlsx file: choose, watch, fetch what was refused. It may be closed while it runs. */
export function ImportDialog<Row extends ResourceRow>(props: {
  resource: PageResource<Row>;
  onClose: () => void;
}) {
  const { resource, onClose } = props;
  const { t } = useTranslation("resource");
  const word = useResourceWords(resource);
  const [file, setFile] = useState<File | null>(null);
  const [updates, setUpdates] = useState(false);
  const send = useMutation({
    mutationFn: (chosen: File) =>
      sendFile(resource.calls.import, { query: { updateSupport: updates ? "1" : "0" } }, chosen),
    onSuccess: () => void invalidate(resource.calls.list),
  });
  const started = send.data?.data;
  return (
    <Modal
      open
      centered
      width={560}
      title={t("import.title", { things: word("title") })}
      onCancel={onClose}
      cancelText={started === undefined ? t("cancel") : t("close")}
      okText={t("import.submit")}
      okButtonProps={{
        disabled: file === null,
        ...(started === undefined ? {} : { style: { display: "none" } }),
      }}
      confirmLoading={send.isPending}
      onOk={() => file !== null && send.mutate(file)}
    >
      {started === undefined ? (
        <div className="resource-import">
          <FileChoice file={file} onChoose={setFile} disabled={send.isPending} />
          <Checkbox checked={updates} onChange={(event) => setUpdates(event.target.checked)}>
            {t("import.update")}
          </Checkbox>
          <p className="resource-hint">{t("import.hint")}</p>
          <Button
            type="link"
            icon={<Download size={16} />}
            onClick={() => void saveFile(resource.calls.importTemplate, {}).catch(() => undefined)}
          >
            {t("import.template")}
          </Button>
        </div>
      ) : (
        <Running resource={resource} started={started} />
      )}
    </Modal>
  );
}

function FileChoice(props: { file: File | null; onChoose: (file: File | null) => void; disabled: boolean }) {
  const { t } = useTranslation("resource");
  return (
    <label
      className="resource-drop"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        props.onChoose(event.dataTransfer.files[0] ?? null);
      }}
    >
      <FileSpreadsheet size={28} strokeWidth={1.3} aria-hidden="true" />
      <strong>{props.file?.name ?? t("import.choose")}</strong>
      <span className="resource-hint">{t("import.limits")}</span>
      <input
        type="file"
        className="visually-hidden"
        accept=".xlsx"
        disabled={props.disabled}
        onChange={(event) => props.onChoose(event.target.files?.[0] ?? null)}
      />
    </label>
  );
}

function Running<Row extends ResourceRow>(props: { resource: PageResource<Row>; started: ImportProgress }) {
  const { resource, started } = props;
  const { t } = useTranslation("resource");
  const [cancelled, setCancelled] = useState<ImportProgress | null>(null);
  const over = cancelled ?? (started.state === "running" ? null : started);
  const asked = useProgress(resource, started, over === null);
  const now = over ?? asked;
  const cancel = async () => {
    const input = { params: { id: started.importId } };
    setCancelled((await callApi(resource.calls.cancelImport, input)).data);
    await invalidate(resource.calls.list);
  };
  return (
    <div className="resource-import" aria-live="polite">
      <strong className="resource-import-state">{t(`import.state.${now.state}`)}</strong>
      {now.state === "running" ? (
        <span className="resource-busy" role="progressbar" aria-label={t("import.state.running")} />
      ) : null}
      {now.reason === "" ? null : (
        <p className="resource-fault" role="alert">
          {now.reason}
        </p>
      )}
      <Counts progress={now} />
      {now.state === "running" ? <Button onClick={() => void cancel()}>{t("import.cancel")}</Button> : null}
      <Faults progress={now} resource={resource} />
    </div>
  );
}

function useProgress<Row extends ResourceRow>(
  resource: PageResource<Row>,
  started: ImportProgress,
  isAsked: boolean,
): ImportProgress {
  const [state, setState] = useState(started.state);
  const asked = useApi(
    resource.calls.getImport,
    { params: { id: started.importId } },
    { enabled: isAsked && state === "running", everyMs: askEveryMs, staleMs: 0 },
  );
  const now = asked.data?.data ?? started;
  if (now.state !== state) {
    setState(now.state);
    void invalidate(resource.calls.list);
  }
  return now;
}

function Counts({ progress }: { progress: ImportProgress }) {
  const { t } = useTranslation("resource");
  return (
    <dl className="resource-counts">
      {(["read", "added", "updated", "refused"] as const).map((name) => (
        <div key={name} className={name === "refused" && progress.refused > 0 ? "resource-counts-bad" : ""}>
          <dt>{t(`import.counts.${name}`)}</dt>
          <dd>{progress[name]}</dd>
        </div>
      ))}
    </dl>
  );
}

function Faults<Row extends ResourceRow>(props: { progress: ImportProgress; resource: PageResource<Row> }) {
  const { t } = useTranslation("resource");
  const { faults, errorsFile } = props.progress;
  const word = useResourceWords(props.resource);
  const labels = new Map(formFields(props.resource).map((field) => [field.name, word(field.label)]));
  if (faults.length === 0) return null;
  return (
    <>
      <ul className="resource-faults">
        {faults.slice(0, 6).map((fault) => (
          <li key={`${fault.row}-${fault.field}`}>
            {t("import.fault", { row: fault.row, field: labels.get(fault.field) ?? fault.field })}{" "}
            <span>{fault.message}</span>
          </li>
        ))}
      </ul>
      {errorsFile === null ? null : (
        <Button
          icon={<Download size={16} />}
          onClick={() =>
            void saveFile(downloadFile, { query: { fileName: errorsFile } }).catch(() => undefined)
          }
        >
          {t("import.faults")}
        </Button>
      )}
    </>
  );
}
