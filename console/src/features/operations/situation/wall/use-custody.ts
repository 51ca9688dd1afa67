import type { ReplyOf } from "@tracewater/contract/call";
import { getCustodySituation } from "@tracewater/contract/operations/situation-custody";
import { useState } from "react";
import { hasPermission, useSession } from "../../../../api/session.ts";
import { useApi } from "../../../../api/use-api.ts";

export type Custody = ReplyOf<typeof getCustodySituation>["data"];

const everyMs = 15_000;

/** What is in custody; the last state stays when the line is gone. */
export function useCustody(): { custody: Custody | null; isRefused: boolean } {
  const mayList = hasPermission("evidence:item:list", useSession());
  const { data } = useApi(
    getCustodySituation,
    {},
    { silent: true, keepPrevious: true, everyMs, enabled: mayList },
  );
  const [kept, keep] = useState<Custody | null>(null);
  const now = data?.data ?? null;
  if (now !== null && now !== kept) keep(now);
  return { custody: now ?? kept, isRefused: !mayList };
}
