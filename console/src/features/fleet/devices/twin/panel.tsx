import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ApiError } from "../../../../api/api-error.ts";
import { hasPermission, useSession } from "../../../../api/session.ts";
import { ErrorBox } from "../../../../kit/error-box.tsx";
import { Loading } from "../../../../kit/loading.tsx";
import { familyPermission } from "../families/family-facts.ts";
import type { OpenDevice } from "../model/use-device.ts";

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

/** Whether one may tell this device something; a retired one is told nothing any more. */
export function useMayCommand({ device, facts }: OpenDevice): boolean {
  const may = hasPermission(familyPermission(facts, "command"), useSession());
  return may && device.retiredAt === null;
}
