import { type Command, cancelCommand, getCommand, listCommands } from "@tracewater/contract/fleet/commands";
import type { FamilyKey } from "@tracewater/contract/fleet/families";
import Button from "antd/es/button";
import { invalidate, useApiMutation } from "../../api/use-api.ts";
import { useNow } from "../../kit/ticking.ts";
import { useDeviceTexts } from "../device-texts.ts";
import { Note } from "./note.tsx";

/** True while it can still be undone. */
export function isHeld(command: Command, now: number): boolean {
  return command.state === "queued" && command.heldUntil !== null && command.heldUntil > now;
}

/** The seconds that are left before the command leaves, and the button that takes it back. */
export function HeldNote({ command, family }: { command: Command; family: FamilyKey }) {
  const { t } = useDeviceTexts();
  const now = useNow(500);
  const { mutate, isPending } = useApiMutation(cancelCommand);
  const left = Math.max(1, Math.ceil(((command.heldUntil ?? now) - now) / 1000));
  const undo = () =>
    mutate(
      { params: { family, id: command.id } },
      {
        onSettled: () => {
          void invalidate(getCommand);
          void invalidate(listCommands);
        },
      },
    );
  return (
    <Note tone="info" text={t("send.held", { count: left })}>
      <Button size="small" loading={isPending} onClick={undo}>
        {t("send.undo")}
      </Button>
    </Note>
  );
}
