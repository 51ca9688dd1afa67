import type { Operation } from "@tracewater/contract/system/audit";
import { useTranslation } from "react-i18next";
import { State } from "../../../kit/state.tsx";

/** How a call ended: done, refused for want of a permission, or failed. */
export function Ending({ operation }: { operation: Pick<Operation, "status" | "code" | "errorMsg"> }) {
  const { t } = useTranslation("system-audit");
  const { status, code, errorMsg } = operation;
  if (status === 0) return <State tone="ok" label={t("status.0")} />;
  const word = code === 403 || code === 401 ? t("status.forbidden") : t("status.1");
  return <State tone={code === 403 ? "critical" : "warn"} label={`${word} ${code}`} title={errorMsg} />;
}
