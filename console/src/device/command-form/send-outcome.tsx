import "./send.css";
import type { Command } from "@tracewater/contract/fleet/commands";
import type { ApiError } from "../../api/api-error.ts";
import { formatMoment } from "../../kit/moment.ts";
import { PathLink } from "../../kit/path-link.tsx";
import { useNow } from "../../kit/ticking.ts";
import { useDeviceTexts } from "../device-texts.ts";
import { devicePath } from "../families/family-config.ts";
import { type OpenDevice, useProduct } from "../use-device.ts";
import { commandReply, commandStory } from "./command-labels.ts";
import { CommandStates } from "./command-states.tsx";
import { isOpen } from "./command-stations.ts";
import { HeldNote, isHeld } from "./held-command.tsx";
import { Note } from "./note.tsx";

/** What will become of an order to this device as it is now: an offline one makes it wait, and until when. */
export function SendNotice({ open, expiresIn }: { open: OpenDevice; expiresIn: number }) {
  const { t } = useDeviceTexts();
  const now = useNow(10_000);
  const { device } = open;
  if (device.status === "1")
    return <Note tone="warn" text={t("send.disabled", { name: device.deviceName })} />;
  if (device.connection.state === "online") return null;
  const time = formatMoment(now + expiresIn * 1000);
  return <Note tone="info" text={t("send.offline", { name: device.deviceName, time })} />;
}

/** What came of the last order: the server's refusal, or its four stations and, at the end, what the device replied. */
export function SendOutcome(props: {
  command: Command | undefined;
  error: ApiError | null;
  open: OpenDevice;
}) {
  const deviceTexts = useDeviceTexts();
  const { t } = deviceTexts;
  const { command, error, open } = props;
  const now = useNow();
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
  if (isHeld(command, now)) return <HeldNote command={command} family={open.device.typeKey} />;
  // A connected device takes its queue at once: what is in it now is as good as on its way.
  const isTaken =
    command.state === "queued" && command.awaits === null && open.device.connection.state === "online";
  const story = isTaken ? null : commandStory(command, deviceTexts);
  const tone = isOpen(command) ? "info" : command.state === "failed" ? "critical" : "warn";
  return (
    <>
      <CommandStates command={command} />
      {story !== null ? (
        <Note tone={tone} text={story.what} />
      ) : command.state === "replied" ? (
        <Replied command={command} open={open} />
      ) : (
        <Note tone="info" text={t("send.sent", { name: command.deviceName })} />
      )}
    </>
  );
}

/** What the device replied in its own values, and the way to what it made. */
function Replied({ command, open }: { command: Command; open: OpenDevice }) {
  const texts = useDeviceTexts();
  const model = useProduct(open.device.productId).data?.data.model;
  const values = model === undefined ? "" : commandReply(command, model, texts);
  const tab = open.familyConfig.resultTabs?.[command.identifier];
  const text = texts.t("send.replied", { name: command.deviceName });
  return (
    <Note tone="ok" text={values === "" ? text : `${text} ${values}`}>
      {tab === undefined ? null : (
        <PathLink to={devicePath(open.familyConfig, open.device, tab)}>
          {texts.t(`send.result.${tab}`)}
        </PathLink>
      )}
    </Note>
  );
}
