import "./send.css";
import type { Command } from "@tracewater/contract/fleet/commands";
import { CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ApiError } from "../../../../api/api-error.ts";
import { formatMoment } from "../../../../kit/moment.ts";
import { useNow } from "../../../../kit/ticking.ts";
import type { OpenDevice } from "../model/use-device.ts";
import { useWords } from "../model/words.ts";
import { isOpen } from "./command-stations.ts";
import { commandStory } from "./command-words.ts";

/** What will become of an order to this device as it is now: an offline one makes it wait, and until when. */
export function SendNotice({ open, expiresIn }: { open: OpenDevice; expiresIn: number }) {
  const { t } = useWords();
  const now = useNow(10_000);
  const { device } = open;
  if (device.status === "1")
    return <Note tone="warn" text={t("send.disabled", { name: device.deviceName })} />;
  if (device.connection.state === "online") return null;
  const time = formatMoment(now + expiresIn * 1000);
  return <Note tone="info" text={t("send.offline", { name: device.deviceName, time })} />;
}

/** What came of the last order: the server's refusal, or how far it has got. */
export function SendOutcome(props: {
  command: Command | undefined;
  error: ApiError | null;
  online: boolean;
}) {
  const words = useWords();
  const { t } = words;
  const { command, error } = props;
  if (error !== null) {
    const texts = error.fields.map((fault) => fault.message);
    return (
      <Note
        tone="critical"
        text={texts.length > 0 ? t("send.refusedFields") : error.message || t("send.failed")}
      />
    );
  }
  if (command === undefined) return null;
  // A connected device takes its queue at once: what stands in it now is as good as on its way.
  const story = command.state === "queued" && props.online ? null : commandStory(command, words);
  if (story !== null) {
    const tone = isOpen(command) ? "info" : command.state === "failed" ? "critical" : "warn";
    return <Note tone={tone} text={story.what} />;
  }
  return command.state === "replied" ? (
    <Note tone="ok" text={t("send.replied", { name: command.deviceName })} />
  ) : (
    <Note tone="info" text={t("send.sent", { name: command.deviceName })} />
  );
}

export function Note(props: { tone: "ok" | "info" | "warn" | "critical"; text: string; next?: string }) {
  const Icon = props.tone === "ok" ? CircleCheck : props.tone === "info" ? Info : TriangleAlert;
  return (
    <div
      className={`send-note send-note-${props.tone}`}
      role={props.tone === "critical" ? "alert" : "status"}
    >
      <Icon size={16} strokeWidth={1.6} />
      <div>
        <p>{props.text}</p>
        {props.next === undefined ? null : <p className="send-note-then">{props.next}</p>}
      </div>
    </div>
  );
}
