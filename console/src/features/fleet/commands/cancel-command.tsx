import { type Command, cancelCommand, listCommands } from "@tracewater/contract/fleet/commands";
import Button from "antd/es/button";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { useDeviceTexts } from "../../../device/device-texts.ts";
import { useSteadyDevice } from "../../../device/use-device.ts";

/** Takes a command back that still waits. */
export function CancelCommand({ command }: { command: Command }) {
  const { t } = useDeviceTexts();
  const { device } = useSteadyDevice();
  const { mutate, isPending } = useApiMutation(cancelCommand);
  const input = { params: { family: device.typeKey, id: command.id } };
  return (
    <Button
      size="small"
      loading={isPending}
      onClick={() => mutate(input, { onSettled: () => invalidate(listCommands) })}
    >
      {t("command.cancel")}
    </Button>
  );
}
