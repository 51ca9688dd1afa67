import type { DeviceDetail } from "@tracewater/contract/fleet/devices";
import { samplerModes } from "@tracewater/wbe/sampler-program";
import Button from "antd/es/button";
import Input from "antd/es/input";
import Segmented from "antd/es/segmented";
import { CalendarClock, Zap } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { Allowed } from "../../../../api/allowed.tsx";
import { isOpen } from "../../../../device/command-form/command-stations.ts";
import { SendOutcome } from "../../../../device/command-form/send-outcome.tsx";
import { defaultTerms } from "../../../../device/command-form/send-terms.tsx";
import { useSend } from "../../../../device/command-form/use-send.ts";
import { useSentCommand } from "../../../../device/command-form/use-sent-command.ts";
import { useOpenDevice } from "../../../../device/use-device.ts";
import { Card } from "../../../../kit/card.tsx";
import { type Field, limitOf, readProgram, type Typed } from "./program-plan.ts";

const numbers: readonly (readonly [Exclude<Field, "programName" | "mode">, string])[] = [
  ["interval", "min"],
  ["aliquot", "mL"],
  ["bottles", ""],
  ["rinses", ""],
];

/** The program as it is to be sent; what cannot be sent is said at its field. */
export function ProgramForm(props: {
  device: DeviceDetail;
  typed: Typed;
  onType: (typed: Typed) => void;
  onDiscard: () => void;
}) {
  const { device, typed, onType } = props;
  const { t } = useTranslation("field-samplers");
  const read = readProgram(typed);
  const send = useSend(device);
  const submit = () => {
    if (!("sent" in read)) return;
    send.mutate({ kind: "service", service: "setProgram", params: read.sent, ...defaultTerms });
  };
  const type = (next: Typed) => {
    onType(next);
    // Another program is another command.
    if (send.error !== null || send.data !== undefined) send.reset();
  };
  const faultAt = (field: Field) =>
    "wrong" in read && read.wrong.includes(field) ? t(`program.wrong.${field}`) : null;
  return (
    <Card className="program-form" title={t("program.title")}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <FieldLine label={t("program.programName")} fault={faultAt("programName")}>
          <Input
            value={typed.programName}
            maxLength={64}
            status={faultAt("programName") === null ? "" : "error"}
            onChange={(event) => type({ ...typed, programName: event.target.value })}
          />
        </FieldLine>
        <div className="program-field">
          <span className="program-label">{t("program.mode")}</span>
          <Segmented
            block
            value={typed.mode}
            onChange={(mode) => type({ ...typed, mode })}
            options={samplerModes.map((mode) => ({ value: mode, label: t(`program.modes.${mode}`) }))}
          />
          <p className="program-hint">{t(`program.hint.${typed.mode}`)}</p>
        </div>
        <div className="program-pair">
          {numbers.map(([field, unit]) => (
            <FieldLine
              key={field}
              label={t(`program.${field}`)}
              hint={t("program.range", limitOf(field) ?? {})}
              fault={faultAt(field)}
            >
              <Input
                inputMode="numeric"
                value={typed[field]}
                suffix={unit === "" ? null : <span className="program-unit">{unit}</span>}
                status={faultAt(field) === null ? "" : "error"}
                onChange={(event) => type({ ...typed, [field]: event.target.value })}
              />
            </FieldLine>
          ))}
        </div>
        <ProgramFoot program={"sent" in read ? read.sent : null} send={send} onDiscard={props.onDiscard} />
      </form>
    </Card>
  );
}

/** How far the program has got, and the buttons; while it is under way it cannot be sent a second time. */
function ProgramFoot(props: {
  program: Record<string, unknown> | null;
  send: ReturnType<typeof useSend>;
  onDiscard: () => void;
}) {
  const { program, send } = props;
  const { t } = useTranslation("field-samplers");
  const navigate = useNavigate();
  const open = useOpenDevice();
  const sent = useSentCommand(open.device.id, send.data);
  return (
    <>
      <SendOutcome command={sent} error={send.error} open={open} />
      <div className="program-foot">
        <Button type="text" onClick={props.onDiscard}>
          {t("program.discard")}
        </Button>
        <Allowed to="device:sampler:command">
          <Button
            icon={<CalendarClock size={15} />}
            disabled={program === null}
            onClick={() => program !== null && navigate(scheduled(program), { relative: "path" })}
          >
            {t("program.schedule")}
          </Button>
          <Button
            type="primary"
            htmlType="submit"
            icon={<Zap size={15} />}
            disabled={program === null || (sent !== undefined && isOpen(sent))}
            loading={send.isPending}
          >
            {t("program.send")}
          </Button>
        </Allowed>
      </div>
    </>
  );
}

/** The device's timed tasks, with a new one that sends this program. */
function scheduled(program: Record<string, unknown>): string {
  const search = new URLSearchParams({ service: "setProgram", params: JSON.stringify(program) });
  return `../timed_tasks?${search}`;
}

function FieldLine(props: { label: string; hint?: string; fault: string | null; children: React.ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label className="program-field">
      <span className="program-label">
        {props.label}
        {props.hint === undefined ? null : <span>{props.hint}</span>}
      </span>
      {props.children}
      {props.fault === null ? null : <span className="program-fault">{props.fault}</span>}
    </label>
  );
}
