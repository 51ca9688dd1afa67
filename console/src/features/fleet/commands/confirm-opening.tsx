import { type Command, confirmCommand, listCommands } from "@tracewater/contract/fleet/commands";
import Button from "antd/es/button";
import { useSession } from "../../../api/session.ts";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { useDeviceTexts } from "../../../device/device-texts.ts";
import { useSteadyDevice } from "../../../device/use-device.ts";

/** The second person of an opening confirms it; nobody else sees the button. */
export function ConfirmOpening({ command }: { command: Command }) {
  const { t } = useDeviceTexts();
  const { device } = useSteadyDevice();
  const me = useSession()?.user.userId;
  const { mutate, isPending } = useApiMutation(confirmCommand);
  if (command.awaits?.userId !== me) return null;
  const input = { params: { family: device.typeKey, id: command.id }, body: {} };
  return (
    <Button
      size="small"
      type="primary"
      loading={isPending}
      onClick={() => mutate(input, { onSettled: () => invalidate(listCommands) })}
    >
      {t("send.confirmOpening")}
    </Button>
  );
}
