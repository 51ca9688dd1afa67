import { useMutation } from "@tanstack/react-query";
import {
  exportCustodyChain,
  getCustodyChain,
  verifyCustodyChain,
} from "@tracewater/contract/laboratory/custody";
import Button from "antd/es/button";
import { Download, RefreshCw } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import type { ApiError } from "../../../api/api-error.ts";
import { saveFile } from "../../../api/file-calls.ts";
import { invalidate, useApi, useApiMutation } from "../../../api/use-api.ts";
import { State } from "../../../kit/state.tsx";

/** Whether the custody chain was found whole, and when; for whoever may ask. */
export function ChainCard() {
  return (
    <Allowed to="laboratory:custody:query">
      <Chain />
    </Allowed>
  );
}

function Chain() {
  const { t } = useTranslation("laboratory-thread");
  const { data } = useApi(getCustodyChain, {}, { handled: true });
  const verify = useApiMutation(verifyCustodyChain);
  const save = useMutation<void, ApiError>({ mutationFn: () => saveFile(exportCustodyChain, {}) });
  const check = data?.data.check ?? null;
  return (
    <span className="chain">
      {data === undefined ? null : check === null ? (
        <State tone="off" label={t("chain.unchecked")} />
      ) : check.fault === null ? (
        <State tone="ok" label={t("chain.whole", { time: check.checkedAt })} />
      ) : (
        <State tone="critical" label={t("chain.broken", { seq: check.fault.seq })} />
      )}
      <Button
        icon={<RefreshCw size={15} />}
        loading={verify.isPending}
        onClick={() => verify.mutate({}, { onSuccess: () => void invalidate(getCustodyChain) })}
      >
        {t("chain.verify")}
      </Button>
      <Allowed to="laboratory:custody:export">
        <Button icon={<Download size={15} />} loading={save.isPending} onClick={() => save.mutate()}>
          {t("chain.export")}
        </Button>
      </Allowed>
    </span>
  );
}
