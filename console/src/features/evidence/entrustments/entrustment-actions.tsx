/** What may be done with an entrustment in its state; by whom, the server says. */
import {
  confirmEntrustment,
  type EntrustmentDetail,
  type EntrustmentStep,
  stepEntrustment,
} from "@tracewater/contract/evidence/entrustments";
import Button from "antd/es/button";
import Form from "antd/es/form";
import Input from "antd/es/input";
import {
  Archive,
  Download,
  FileArchive,
  FileCheck,
  FileText,
  Gavel,
  Pencil,
  Play,
  Plus,
  Printer,
  Send,
  Stamp,
  Undo2,
  UserCheck,
  UserX,
  Waypoints,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { useApiMutation } from "../../../api/use-api.ts";
import { LinkButton } from "../../../kit/link-button.tsx";
import { maxCommands, RecordMenu, type RecordMenuItem } from "../../../kit/record-menu.tsx";
import { showToast } from "../../../kit/toasts.ts";
import { FormDialog } from "../../../resource/form-dialog.tsx";
import { placeFaults, unplacedOf } from "../../../resource/place-faults.ts";
import { useEntrustmentFiles } from "./court-file.tsx";
import { type Currency, CurrencyField } from "./currency-field.tsx";
import { DecideDialog } from "./decide-dialog.tsx";
import { EntrustmentForm } from "./entrustment-form.tsx";
import { trackPath } from "./evidence-labels.tsx";
import { ItemForm } from "./item-form.tsx";
import { RecuseDialog } from "./recuse-dialog.tsx";
import { refreshEvidence } from "./refresh-evidence.ts";

type Open = "change" | "addItem" | "decide" | "recuse" | "client" | "institution" | EntrustmentStep;

export function EntrustmentActions({ entrustment }: { entrustment: EntrustmentDetail }) {
  const [open, setOpen] = useState<Open | null>(null);
  const { shown, menu } = useCommands(entrustment, setOpen);
  const [first] = shown;
  const isStep = first !== undefined && !("to" in first) && first.key !== "html";
  return (
    <>
      {shown.toReversed().map((command) => (
        <CommandButton key={command.key} command={command} isPrimary={isStep && command === first} />
      ))}
      <RecordMenu items={menu} />
      {open === null ? null : (
        <ActionDialog entrustment={entrustment} open={open} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

/** What leads on from this state is shown, what matters most first; the rest is in the menu. */
function useCommands(entrustment: EntrustmentDetail, onOpen: (open: Open) => void) {
  const { t } = useTranslation("evidence-entrustments");
  const { may, entrustmentId } = entrustment;
  const files = useEntrustmentFiles(entrustmentId);
  const act = (isOffered: boolean, what: Open, icon: ReactNode, danger = false): RecordMenuItem[] =>
    isOffered ? [{ key: what, label: t(`act.${what}`), icon, danger, onClick: () => onOpen(what) }] : [];
  const file = (format: "html" | "zip" | "pdf", icon: ReactNode): RecordMenuItem[] => {
    const label = t(format === "html" ? "courtFile.make" : `courtFile.${format}`);
    const save = () => files.save(format);
    return files.mayExport ? [{ key: format, label, icon, disabled: files.isPending, onClick: save }] : [];
  };
  const track = {
    ...{ key: "track", label: t("track.open"), icon: <Waypoints size={15} /> },
    to: trackPath(entrustmentId),
  };
  const print = { key: "print", label: t("form.print"), icon: <Printer size={15} /> };
  const steps = [
    ...act(may.decide, "decide", <Gavel size={15} />),
    ...may.steps.flatMap((step) => act(true, step, stepIcons[step])),
    ...act(may.confirmClient, "client", <UserCheck size={15} />),
    ...act(may.confirmInstitution, "institution", <Stamp size={15} />),
    ...act(may.addItem, "addItem", <Plus size={15} />),
  ];
  const court = file("html", <Download size={15} />);
  const shown = [...steps, track, ...court].slice(0, maxCommands);
  const all = [
    ...steps,
    ...act(may.change, "change", <Pencil size={15} />),
    track,
    { ...print, disabled: files.isPending, onClick: files.print },
    ...court,
    ...file("zip", <FileArchive size={15} />),
    ...file("pdf", <FileText size={15} />),
    ...act(may.recuse, "recuse", <UserX size={15} />, true),
  ];
  const menu = all.filter(({ key }) => !shown.some((command) => command.key === key));
  return { shown, menu };
}

const stepIcons: Readonly<Record<EntrustmentStep, ReactNode>> = {
  submit: <Send size={15} />,
  start: <Play size={15} />,
  report: <FileCheck size={15} />,
  return: <Undo2 size={15} />,
  close: <Archive size={15} />,
};

function CommandButton({ command, isPrimary }: { command: RecordMenuItem; isPrimary: boolean }) {
  if ("to" in command) return <LinkButton to={command.to}>{command.label}</LinkButton>;
  return (
    <Button
      type={isPrimary ? "primary" : "default"}
      disabled={command.disabled ?? false}
      onClick={command.onClick}
    >
      {command.label}
    </Button>
  );
}

function ActionDialog(props: { entrustment: EntrustmentDetail; open: Open; onClose: () => void }) {
  const { entrustment, open, onClose } = props;
  switch (open) {
    case "change":
      return <EntrustmentForm entrustment={entrustment} onClose={onClose} />;
    case "addItem":
      return <ItemForm entrustmentId={entrustment.entrustmentId} onClose={onClose} />;
    case "decide":
      return <DecideDialog entrustment={entrustment} onClose={onClose} />;
    case "recuse":
      return <RecuseDialog entrustment={entrustment} onClose={onClose} />;
    case "client":
    case "institution":
      return <ConfirmSide entrustment={entrustment} side={open} onClose={onClose} />;
    default:
      return <StepDialog entrustment={entrustment} step={open} onClose={onClose} />;
  }
}

type StepValues = { reportNo?: string; feeCurrency?: Currency; note?: string };
const stepNames = ["reportNo", "feeCurrency", "note"] as const;

function StepDialog(props: { entrustment: EntrustmentDetail; step: EntrustmentStep; onClose: () => void }) {
  const { entrustment, step, onClose } = props;
  const { t } = useTranslation("evidence-entrustments");
  const [form] = Form.useForm<StepValues>();
  const take = useApiMutation(stepEntrustment, { handled: true });
  // Drafts from before fees had a currency.
  const lacksCurrency = step === "submit" && entrustment.fee !== null && entrustment.feeCurrency === null;
  const submit = ({ reportNo = "", feeCurrency, note = "" }: StepValues) =>
    take.mutate(
      {
        body: {
          entrustmentId: entrustment.entrustmentId,
          step,
          reportNo,
          note,
          ...(feeCurrency ? { feeCurrency } : {}),
        },
      },
      {
        onSuccess: () => finish(t("act.done"), onClose),
        onError: (error: ApiError) => placeFaults(form, stepNames, error),
      },
    );
  return (
    <FormDialog<StepValues>
      form={form}
      title={t("act.title", { act: t(`act.${step}`), no: entrustment.entrustmentNo })}
      width={520}
      submitText={t(`act.${step}`)}
      isSaving={take.isPending}
      unplaced={unplacedOf(take.error, stepNames)}
      onSubmit={submit}
      onClose={onClose}
      above={<p>{t(`stepText.${step}`)}</p>}
    >
      {step === "report" ? (
        <Form.Item name="reportNo" label={t("reportNo")} rules={[{ required: true, whitespace: true }]}>
          <Input className="code" maxLength={64} autoComplete="off" />
        </Form.Item>
      ) : null}
      {lacksCurrency ? <CurrencyField isRequired /> : null}
      <Form.Item name="note" label={t("note")}>
        <Input.TextArea maxLength={500} autoSize={{ minRows: 1, maxRows: 4 }} />
      </Form.Item>
    </FormDialog>
  );
}

type SideValues = { person?: string };

function ConfirmSide(props: {
  entrustment: EntrustmentDetail;
  side: "client" | "institution";
  onClose: () => void;
}) {
  const { entrustment, side, onClose } = props;
  const { t } = useTranslation("evidence-entrustments");
  const [form] = Form.useForm<SideValues>();
  const confirm = useApiMutation(confirmEntrustment, { handled: true });
  const submit = ({ person = "" }: SideValues) =>
    confirm.mutate(
      { body: { entrustmentId: entrustment.entrustmentId, side, person } },
      {
        onSuccess: () => finish(t("act.done"), onClose),
        onError: (error: ApiError) => placeFaults(form, ["person"], error),
      },
    );
  return (
    <FormDialog<SideValues>
      form={form}
      title={t("act.title", { act: t(`act.${side}`), no: entrustment.entrustmentNo })}
      width={520}
      submitText={t(`act.${side}`)}
      isSaving={confirm.isPending}
      unplaced={unplacedOf(confirm.error, ["person"])}
      onSubmit={submit}
      onClose={onClose}
      above={<p>{t(`sideText.${side}`)}</p>}
    >
      {side === "client" ? (
        <Form.Item name="person" label={t("clientPerson")} rules={[{ required: true, whitespace: true }]}>
          <Input maxLength={60} autoComplete="off" />
        </Form.Item>
      ) : null}
    </FormDialog>
  );
}

function finish(text: string, onClose: () => void): void {
  refreshEvidence();
  showToast({ tone: "success", text });
  onClose();
}
