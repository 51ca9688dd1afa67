import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ApiError } from "../../../api/api-error.ts";
import { hasPermission, useSession } from "../../../api/session.ts";
import { familyPermission } from "../../../device/families/family-config.ts";
import type { OpenDevice } from "../../../device/use-device.ts";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";

/** One tab: a sentence on what it is, what can be done, and what was found. */
export function Panel<Reply>(props: {
  lead: string;
  acts?: ReactNode;
  found: UseQueryResult<Reply, ApiError>;
  children: (reply: Reply) => ReactNode;
}) {
  const { found } = props;
  return (
    <div className="twin-panel">
      <div className="twin-head">
        <p>{props.lead}</p>
        {props.acts}
      </div>
      {found.data !== undefined ? (
        props.children(found.data)
      ) : found.error === null ? (
        <Loading lines={4} />
      ) : (
        <ErrorBox error={found.error} onRetry={() => void found.refetch()} />
      )}
    </div>
  );
}

/** How these calls name the device. */
export function addressOf({ device }: OpenDevice) {
  return { params: { family: device.typeKey }, query: { deviceName: device.deviceName } };
}

/** Whether one may report this device something; a retired one is notified nothing any longer. */
export function useMayCommand({ device, familyConfig }: OpenDevice): boolean {
  const may = hasPermission(familyPermission(familyConfig, "command"), useSession());
  return may && device.retiredAt === null;
}
