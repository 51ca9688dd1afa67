import type { Command } from "@tracewater/contract/fleet/commands";
import type { ProductModel } from "@tracewater/contract/fleet/products";
import Button from "antd/es/button";
import { ChevronDown, ChevronRight } from "lucide-react";
import { memo, useState } from "react";
import { commandLook, commandStory, commandText } from "../../../device/command-form/command-labels.ts";
import { CommandStates } from "../../../device/command-form/command-states.tsx";
import { Note } from "../../../device/command-form/note.tsx";
import { useDeviceTexts } from "../../../device/device-texts.ts";
import { JsonView } from "../../../device/json-view.tsx";
import { formatClock, formatDay } from "../../../kit/moment.ts";
import { State } from "../../../kit/state.tsx";
import { CancelCommand } from "./cancel-command.tsx";
import { CommandTimeline } from "./command-timeline.tsx";
import { ConfirmOpening } from "./confirm-opening.tsx";

/** A command with its life; unfolded, what happened in a sentence, the request and the reply. */
export const CommandRow = memo(function CommandRow(props: {
  command: Command;
  model: ProductModel;
  /** Null where the user may not send. */
  onAgain: ((command: Command) => void) | null;
}) {
  const { command, model, onAgain } = props;
  const texts = useDeviceTexts();
  const [open, setOpen] = useState(false);
  const text = commandText(command, model, texts);
  const look = commandLook(command);
  const canRepeat =
    onAgain !== null && ["failed", "timedOut", "expired", "cancelled"].includes(command.state);
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <li className={open ? "command command-open" : "command"}>
      <div className="command-line">
        <div className="command-what">
          <p className="command-title">
            <strong>{text.title}</strong>
            <State tone={look.tone} shape={look.shape} label={texts.t(`command.${look.label}`)} />
          </p>
          <p className="command-summary" title={text.summary}>
            {text.summary}
          </p>
          <p className="command-meta">
            {command.actor}, {when(command.queuedAt)} <code>#{command.id}</code>
            {command.state === "queued" && command.awaits !== null
              ? ` · ${texts.t("send.awaits", { name: command.awaits.name })}`
              : null}
            {command.attempts > 1 ? ` · ${texts.t("command.attempts", { n: command.attempts })}` : null}
            {command.batchId === null ? null : ` · ${texts.t("command.ofBatch", { id: command.batchId })}`}
          </p>
        </div>
        <CommandStates command={command} />
        <div className="command-actions">
          {command.state === "queued" && command.awaits !== null ? (
            <ConfirmOpening command={command} />
          ) : null}
          {command.state === "queued" && onAgain !== null ? <CancelCommand command={command} /> : null}
          {canRepeat ? (
            <Button size="small" onClick={() => onAgain(command)}>
              {texts.t("command.again")}
            </Button>
          ) : null}
          <button
            type="button"
            className="command-unfold"
            aria-expanded={open}
            aria-label={texts.t("command.details", { name: text.title })}
            onClick={() => setOpen(!open)}
          >
            <Chevron size={16} />
          </button>
        </div>
      </div>
      {open ? <Details command={command} /> : null}
    </li>
  );
});

function Details({ command }: { command: Command }) {
  const texts = useDeviceTexts();
  const { t } = texts;
  const story = commandStory(command, texts);
  const tone = command.state === "failed" ? "critical" : command.state === "queued" ? "info" : "warn";
  const request = { method: methodOf(command), params: command.params };
  return (
    <div className="command-details">
      {story === null ? null : <Note tone={tone} text={story.what} next={story.next} />}
      {command.reason === "" ? null : (
        <p className="command-reason">
          <span className="device-quiet">{t("send.reason")}</span> {command.reason}
        </p>
      )}
      <CommandTimeline command={command} />
      <div className="command-json">
        <div>
          <h3>{t("command.request")}</h3>
          <JsonView value={request} />
        </div>
        <div>
          <h3>{t("command.reply")}</h3>
          {command.code === null && command.reply === null ? (
            <p className="device-quiet command-none">{t("command.noReply")}</p>
          ) : (
            <JsonView value={{ code: command.code, message: command.message, data: command.reply }} />
          )}
        </div>
      </div>
    </div>
  );
}

function methodOf(command: Command): string {
  return `thing.service.${command.identifier.replace("/", ".")}`;
}

/** Today's commands by their time alone, older ones with their day. */
function when(at: number): string {
  const day = formatDay(at);
  const clock = formatClock(at);
  return day === formatDay(Date.now()) ? clock : `${day.slice(5)} ${clock}`;
}
