import { useMutation } from "@tanstack/react-query";
import {
  exportCustodyChain,
  getCustodyChain,
  verifyCustodyChain,
} from "@tracewater/contract/laboratory/custody";
import { getThread, type Traceability } from "@tracewater/contract/laboratory/traceability";
import Button from "antd/es/button";
import { Download, RefreshCw } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import type { ApiError } from "../../../api/api-error.ts";
import { saveFile } from "../../../api/file-calls.ts";
import { invalidate, useApi, useApiMutation } from "../../../api/use-api.ts";
import { formatMoment } from "../../../kit/moment.ts";
import { State } from "../../../kit/state.tsx";

/** What the verification of these events found when they were read; beneath it, of the whole chain. */
export function Verdict({ traceability }: { traceability: Traceability }) {
  const { t } = useTranslation("laboratory-thread");
  const { verification, events } = traceability;
  const { damaged, signedTo, checkedAt } = verification;
  const unsigned = events.filter((event) => event.seq > signedTo).length;
  if (events.length === 0) return null;
  return (
    <div className="verdict">
      {damaged.length > 0 ? (
        <State tone="critical" label={t("verdict.damaged", { seqs: damaged.slice(0, 5).join(", ") })} />
      ) : (
        <State tone="ok" label={<strong>{t("verdict.whole", { count: events.length })}</strong>} />
      )}
      <span className="record-quiet">
        {formatMoment(checkedAt)} ·{" "}
        {unsigned === 0 ? t("verdict.signed") : t("verdict.unsigned", { count: unsigned })}
      </span>
      <Allowed to="laboratory:custody:query">
        <WholeChain />
      </Allowed>
    </div>
  );
}

function WholeChain() {
  const { t } = useTranslation("laboratory-thread");
  const { data } = useApi(getCustodyChain, {}, { handled: true });
  if (data === undefined) return null;
  const { check, refusal } = data.data;
  if (refusal !== null) return <State tone="critical" label={t("chain.refused")} />;
  if (check === null) return <span className="record-quiet">{t("chain.unchecked")}</span>;
  return check.fault === null ? (
    <span className="record-quiet">{t("chain.whole", { time: check.checkedAt })}</span>
  ) : (
    <State tone="critical" label={t("chain.broken", { seq: check.fault.seq })} />
  );
}

/** Verifies the whole chain again, and saves it as a file for `custody-verify`. */
export function ChainActions() {
  const { t } = useTranslation("laboratory-thread");
  const verify = useApiMutation(verifyCustodyChain);
  const save = useMutation<void, ApiError>({ mutationFn: () => saveFile(exportCustodyChain, {}) });
  const again = () =>
    verify.mutate(
      {},
      {
        onSuccess: () => {
          void invalidate(getCustodyChain);
          void invalidate(getThread);
        },
      },
    );
  return (
    <>
      <Allowed to="laboratory:custody:query">
        <Button icon={<RefreshCw size={15} />} loading={verify.isPending} onClick={again}>
          {t("chain.verify")}
        </Button>
      </Allowed>
      <Allowed to="laboratory:custody:export">
        <Button
          type="primary"
          icon={<Download size={15} />}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          {t("chain.export")}
        </Button>
      </Allowed>
    </>
  );
}
