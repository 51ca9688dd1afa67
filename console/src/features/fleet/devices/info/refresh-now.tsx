import type { Command } from "@tracewater/contract/fleet/commands";
import Button from "antd/es/button";
import { RefreshCw } from "lucide-react";
import { Allowed } from "../../../../api/allowed.tsx";
import { commandStory } from "../commands/command-words.ts";
import { useSend } from "../commands/use-send.ts";
import { familyPermission } from "../families/family-facts.ts";
import type { OpenDevice } from "../model/use-device.ts";
import { useWords, type Words } from "../model/words.ts";

/** Asks the device for all its properties and says what came of it. */
export function RefreshNow({ open }: { open: OpenDevice }) {
  const words = useWords();
  const { t } = words;
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
  const outcome = send.error === null ? told(send.data, words) : send.error.message || t("send.failed");
  const bad = send.error !== null || (send.data !== undefined && send.data.state !== "replied");
  return (
    <span className="refresh-now">
      <span className={bad ? "refresh-told refresh-bad" : "refresh-told"} role="status">
        {send.isPending ? t("info.refreshing") : outcome}
      </span>
      <Allowed to={familyPermission(open.facts, "command")}>
        <Button size="small" loading={send.isPending} icon={<RefreshCw size={14} />} onClick={refresh}>
          {t("info.refresh")}
        </Button>
      </Allowed>
    </span>
  );
}

function told(command: Command | undefined, words: Words): string {
  if (command === undefined) return words.t("info.sparkSpan");
  if (command.state !== "replied") return commandStory(command, words)?.what ?? words.t("info.refreshSent");
  const count: unknown =
    typeof command.reply === "object" && command.reply !== null
      ? Reflect.get(command.reply, "count")
      : undefined;
  return typeof count === "number" ? words.t("info.refreshedCount", { count }) : words.t("info.refreshed");
}
