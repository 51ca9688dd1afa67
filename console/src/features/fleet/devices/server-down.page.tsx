import { hasPermission, useSession } from "../../../api/session.ts";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { CommandList } from "../commands/command-list.tsx";
import "../commands/commands.css";
import { familyPermission } from "../../../device/families/family-config.ts";
import { useProduct, useSteadyDevice } from "../../../device/use-device.ts";
import { SendPanel } from "../commands/send-panel.tsx";

/** Downlink: what is sent to the device, and what became of what was sent. */
export default function ServerDownPage() {
  const open = useSteadyDevice();
  const session = useSession();
  const { data, error, refetch } = useProduct(open.device.productId);
  if (data === undefined) {
    return error === null ? <Loading lines={8} /> : <ErrorBox error={error} onRetry={() => void refetch()} />;
  }
  const { model } = data.data;
  const maySend = hasPermission(familyPermission(open.familyConfig, "command"), session);
  return (
    <div className={maySend ? "server-down" : "server-down server-down-read"}>
      {maySend ? <SendPanel open={open} model={model} /> : null}
      <CommandList open={open} model={model} />
    </div>
  );
}
