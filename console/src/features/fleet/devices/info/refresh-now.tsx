import type { Command } from "@tracewater/contract/fleet/commands";
import Button from "antd/es/button";
import { RefreshCw } from "lucide-react";
import { Allowed } from "../../../../api/allowed.tsx";
import { commandStory } from "../../../../device/command-form/command-labels.ts";
import { useSend } from "../../../../device/command-form/use-send.ts";
import { type DeviceTexts, useDeviceTexts } from "../../../../device/device-texts.ts";
import { familyPermission } from "../../../../device/families/family-config.ts";
import type { OpenDevice } from "../../../../device/use-device.ts";

/** Asks the device for all its properties and says what came of it. */
export function RefreshNow({ open }: { open: OpenDevice }) {
  const texts = useDeviceTexts();
  const { t } = texts;
  const send = useSend(open.device);
  const refresh = () =>
    send.mutate({
      kind: "service",
      service: "mandatoryRefresh",
      params: {},
      expiresIn: 60,
      timeout: 10,
      retries: 0,
      reason: "",
    });
  const outcome =
    send.error === null ? outcomeText(send.data, texts) : send.error.message || t("send.failed");
  const bad = send.error !== null || (send.data !== undefined && send.data.state !== "replied");
  return (
    <span className="refresh-now">
      <span className={bad ? "refresh-told refresh-bad" : "refresh-told"} role="status">
        {send.isPending ? t("info.refreshing") : outcome}
      </span>
      <Allowed to={familyPermission(open.familyConfig, "command")}>
        <Button size="small" loading={send.isPending} icon={<RefreshCw size={14} />} onClick={refresh}>
          {t("info.refresh")}
        </Button>
      </Allowed>
    </span>
  );
}

function outcomeText(command: Command | undefined, texts: DeviceTexts): string {
  if (command === undefined) return texts.t("info.sparkSpan");
  if (command.state !== "replied") return commandStory(command, texts)?.what ?? texts.t("info.refreshSent");
  const count: unknown =
    typeof command.reply === "object" && command.reply !== null
      ? Reflect.get(command.reply, "count")
      : undefined;
  return typeof count === "number" ? texts.t("info.refreshedCount", { count }) : texts.t("info.refreshed");
}
