import "./resource.css";
import { useMutation } from "@tanstack/react-query";
import type { AnyCall } from "@tracewater/contract/call";
import { downloadFile } from "@tracewater/contract/resource/downloads";
import { formFields } from "@tracewater/contract/resource/fields";
import type { ImportProgress } from "@tracewater/contract/resource/imports";
import Button from "antd/es/button";
import Checkbox from "antd/es/checkbox";
import Modal from "antd/es/modal";
import { Download, FileSpreadsheet, KeyRound } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { callApi } from "../api/call-api.ts";
import { saveFile, sendFile } from "../api/file-calls.ts";
import { invalidate, useApi } from "../api/use-api.ts";
import { type ImportedResource, useResourceLabels } from "./page-resource.ts";

const askEveryMs = 500;

/** Brings rows in from an xlsx file: choose, watch, fetch what was refused. It may be closed while it runs. */
export function ImportDialog(props: {
  resource: ImportedResource;
  /** The list into which the rows come. */
  listed: AnyCall;
  /** What its path names next to. */
  params?: Record<string, string>;
  /** Rows that are there already are never written. */
  addsOnly?: boolean;
  /** The file is checked first, and stored by a second click. */
  tries?: boolean;
  title?: string;
  onClose: () => void;
}) {
  const { resource, listed, params = {}, onClose } = props;
  const { t } = useTranslation("resource");
  const label = useResourceLabels(resource);
  const [file, setFile] = useState<File | null>(null);
  const [updates, setUpdates] = useState(false);
  const updateSupport = updates ? "1" : "0";
  const send = useMutation({
    mutationFn: (chosen: File) =>
      sendFile(resource.calls.import, { params, query: { updateSupport } }, chosen),
    onSuccess: () => void invalidate(listed),
  });
  const trial = useMutation({
    mutationFn: (chosen: File) =>
      sendFile(resource.calls.import, { params, query: { updateSupport, preview: "1" } }, chosen),
  });
  const isTrial = props.tries === true && send.data === undefined;
  const started = send.data?.data ?? trial.data?.data;
  const isTried = isTrial && started !== undefined;
  const next = props.tries && trial.data === undefined ? trial : send;
  return (
    <Modal
      open
      centered
      width={560}
      title={props.title ?? t("import.title", { things: label("title") })}
      onCancel={onClose}
      cancelText={started === undefined ? t("cancel") : t("close")}
      okText={t(isTrial && !isTried ? "import.try" : isTried ? "import.store" : "import.submit")}
      okButtonProps={{
        disabled: file === null,
        ...(started === undefined || isTried ? {} : { style: { display: "none" } }),
      }}
      confirmLoading={send.isPending || trial.isPending}
      onOk={() => file !== null && next.mutate(file)}
    >
      {started === undefined ? (
        <div className="resource-import">
          <FileChoice file={file} onChoose={setFile} disabled={send.isPending || trial.isPending} />
          {props.addsOnly ? null : (
            <Checkbox checked={updates} onChange={(event) => setUpdates(event.target.checked)}>
              {t("import.update")}
            </Checkbox>
          )}
          <p className="resource-hint">{t(props.tries ? "import.tryHint" : "import.hint")}</p>
          <Button
            type="link"
            icon={<Download size={16} />}
            onClick={() => void saveFile(resource.calls.importTemplate, { params }).catch(() => undefined)}
          >
            {t("import.template")}
          </Button>
        </div>
      ) : (
        <Running key={started.importId} {...{ resource, listed, params, started }} isTrial={isTrial} />
      )}
    </Modal>
  );
}

export function FileChoice(props: {
  file: File | null;
  onChoose: (file: File | null) => void;
  disabled: boolean;
  /** Of the extensions that may be chosen, and what is said of them. */
  accept?: string;
  limits?: string;
}) {
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
      <span className="resource-hint">{props.limits ?? t("import.limits")}</span>
      <input
        type="file"
        className="visually-hidden"
        accept={props.accept ?? ".xlsx"}
        disabled={props.disabled}
        onChange={(event) => props.onChoose(event.target.files?.[0] ?? null)}
      />
    </label>
  );
}

type Begun = {
  resource: ImportedResource;
  listed: AnyCall;
  params: Record<string, string>;
  started: ImportProgress;
  isTrial: boolean;
};

function Running(props: Begun) {
  const { resource, listed, params, started } = props;
  const { t } = useTranslation("resource");
  const [cancelled, setCancelled] = useState<ImportProgress | null>(null);
  const over = cancelled ?? (started.state === "running" ? null : started);
  const asked = useProgress(props, over === null);
  const now = over ?? asked;
  const cancel = async () => {
    const input = { params: { ...params, id: started.importId } };
    setCancelled((await callApi(resource.calls.cancelImport, input)).data);
    await invalidate(listed);
  };
  return (
    <div className="resource-import" aria-live="polite">
      <strong className="resource-import-state">
        {t(props.isTrial && now.state === "done" ? "import.tried" : `import.state.${now.state}`)}
      </strong>
      {now.state === "running" ? (
        <span className="resource-busy" role="progressbar" aria-label={t("import.state.running")} />
      ) : null}
      {now.reason === "" ? null : (
        <p className="resource-fault" role="alert">
          {now.reason}
        </p>
      )}
      <Counts progress={now} isTrial={props.isTrial} />
      {now.state === "running" ? <Button onClick={() => void cancel()}>{t("import.cancel")}</Button> : null}
      <Faults progress={now} resource={resource} />
      {now.resultFile === null ? null : <Result fileName={now.resultFile} />}
    </div>
  );
}

function useProgress({ resource, listed, params, started }: Begun, isAsked: boolean): ImportProgress {
  const [state, setState] = useState(started.state);
  const asked = useApi(
    resource.calls.getImport,
    { params: { ...params, id: started.importId } },
    { enabled: isAsked && state === "running", everyMs: askEveryMs, staleMs: 0 },
  );
  const now = asked.data?.data ?? started;
  if (now.state !== state) {
    setState(now.state);
    void invalidate(listed);
  }
  return now;
}

function Counts({ progress, isTrial }: { progress: ImportProgress; isTrial: boolean }) {
  const { t } = useTranslation("resource");
  return (
    <dl className="resource-counts">
      {(["read", "added", "updated", "refused"] as const).map((name) => (
        <div key={name} className={name === "refused" && progress.refused > 0 ? "resource-counts-bad" : ""}>
          <dt>{t(isTrial && name === "added" ? "import.counts.good" : `import.counts.${name}`)}</dt>
          <dd>{progress[name]}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What was made for the rows, and is shown once: the button is gone with the first click. */
function Result({ fileName }: { fileName: string }) {
  const { t } = useTranslation("resource");
  const [isFetched, setIsFetched] = useState(false);
  const save = () => {
    setIsFetched(true);
    void saveFile(downloadFile, { query: { fileName } }).catch(() => undefined);
  };
  return (
    <div className="resource-import-result">
      <p className="resource-hint">{t(isFetched ? "import.resultFetched" : "import.resultHint")}</p>
      <Button type="primary" icon={<KeyRound size={16} />} disabled={isFetched} onClick={save}>
        {t("import.result")}
      </Button>
    </div>
  );
}

function Faults(props: { progress: ImportProgress; resource: ImportedResource }) {
  const { t } = useTranslation("resource");
  const { faults, errorsFile } = props.progress;
  const label = useResourceLabels(props.resource);
  const labels = new Map(formFields(props.resource).map((field) => [field.name, label(field.label)]));
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
