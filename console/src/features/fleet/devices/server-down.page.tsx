import { hasPermission, useSession } from "../../../api/session.ts";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { CommandList } from "./commands/command-list.tsx";
import "./commands/commands.css";
import { SendPanel } from "./commands/send-panel.tsx";
import { familyPermission } from "./families/family-facts.ts";
import { useProduct, useSteadyDevice } from "./model/use-device.ts";

/** Downlink: what is sent to the device, and what became of what was sent. */
export default function ServerDownPage() {
  const open = useSteadyDevice();
  const session = useSession();
  const { data, error, refetch } = useProduct(open.device.productId);
  if (data === undefined) {
    return error === null ? <Loading lines={8} /> : <ErrorBox error={error} onRetry={() => void refetch()} />;
  }
  const { model } = data.data;
  const maySend = hasPermission(familyPermission(open.facts, "command"), session);
  return (
    <div className={maySend ? "server-down" : "server-down server-down-read"}>
      {maySend ? <SendPanel open={open} model={model} /> : null}
      <CommandList open={open} model={model} />
    </div>
  );
}
