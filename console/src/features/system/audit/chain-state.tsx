import { useMutation } from "@tanstack/react-query";
import {
  exportAuditChain,
  getAuditChain,
  type ChainState as State,
  verifyAuditChain,
} from "@tracewater/contract/system/audit";
import Button from "antd/es/button";
import type { TFunction } from "i18next";
import { FileCheck, Link2, Shield, ShieldAlert, ShieldCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import type { ApiError } from "../../../api/api-error.ts";
import { saveFile } from "../../../api/file-calls.ts";
import { invalidate, useApi, useApiMutation } from "../../../api/use-api.ts";

/** Whether the log is whole, as of when; verifying it now, and taking it along. */
export function ChainState() {
  const { t } = useTranslation("system-audit");
  const state = useApi(getAuditChain, {}, { handled: true });
  const verify = useApiMutation(verifyAuditChain);
  const save = useMutation<void, ApiError>({ mutationFn: () => saveFile(exportAuditChain, {}) });
  const data = state.data?.data;
  const isChecked = (data?.check ?? null) !== null;
  const refusal = data?.refusal ?? null;
  const isBroken = refusal !== null || (data?.check?.fault ?? null) !== null;
  return (
    <section className={classOf(isBroken, isChecked)} aria-live="polite">
      <span className="chain-state-mark" aria-hidden="true">
        {isBroken ? <ShieldAlert size={20} /> : isChecked ? <ShieldCheck size={20} /> : <Shield size={20} />}
      </span>
      <div className="chain-state-words">
        <strong>{data === undefined ? t("chain.loading") : headline(data, t)}</strong>
        {data === undefined ? null : (
          <span>
            {t("chain.signed", { rows: data.rows, signedTo: data.signedTo })}{" "}
            <span className="code" title={data.publicKey}>
              {data.keyId}
            </span>
          </span>
        )}
        {refusal === null ? null : (
          <span>{t("chain.refused", { since: refusal.since, ...faultLabels(refusal.fault, t) })}</span>
        )}
      </div>
      <div className="chain-state-actions">
        <Allowed to="monitor:operlog:query">
          <Button
            icon={<FileCheck size={15} />}
            loading={verify.isPending}
            onClick={() => verify.mutate({}, { onSuccess: () => void invalidate(getAuditChain) })}
          >
            {t("chain.verify")}
          </Button>
        </Allowed>
        <Allowed to="monitor:operlog:export">
          <Button icon={<Link2 size={15} />} loading={save.isPending} onClick={() => save.mutate()}>
            {t("chain.export")}
          </Button>
        </Allowed>
      </div>
    </section>
  );
}

function classOf(isBroken: boolean, isChecked: boolean): string {
  if (isBroken) return "chain-state chain-state-broken";
  return isChecked ? "chain-state chain-state-whole" : "chain-state";
}

function headline(state: State, t: TFunction<"system-audit">): string {
  const { check } = state;
  if (check === null) return t("chain.never");
  if (check.fault === null) return t("chain.whole", { rows: check.rows, at: check.checkedAt });
  return t("chain.broken", { at: check.checkedAt, ...faultLabels(check.fault, t) });
}

type Fault = NonNullable<State["refusal"]>["fault"];

/** `seq` 0 is of the whole chain: what it would be compared with cannot be read. */
function faultLabels(
  { kind, seq, until = seq }: Fault,
  t: TFunction<"system-audit">,
): { rows: string; how: string } {
  const rows = until === seq ? t("chain.row", { seq }) : t("chain.rows", { seq, until });
  return { rows: seq === 0 ? t("chain.log") : rows, how: t(`fault.${kind}`, kind) };
}
