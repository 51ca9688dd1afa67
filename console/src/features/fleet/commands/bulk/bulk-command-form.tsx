import { addBatch } from "@tracewater/contract/fleet/bulk-commands";
import Button from "antd/es/button";
import { Zap } from "lucide-react";
import { useApiMutation } from "../../../../api/use-api.ts";
import {
  ServiceDraftFields,
  sendableServices,
  useServiceDraft,
} from "../../../../device/command-form/service-draft.tsx";
import { useDeviceTexts } from "../../../../device/device-texts.ts";
import type { FamilyConfig } from "../../../../device/families/family-config.ts";
import type { ListFilters } from "../../../../device/list-filters.ts";
import { useProduct } from "../../../../device/use-device.ts";
import type { ModelService } from "../../../../device/values.ts";
import { ErrorBox } from "../../../../kit/error-box.tsx";
import { Loading } from "../../../../kit/loading.tsx";

/** One service for all devices that the list shows: how many is on the button. */
export function BulkCommandForm(props: Props & { productId: number }) {
  const product = useProduct(props.productId);
  if (product.data === undefined)
    return product.error === null ? (
      <Loading lines={6} />
    ) : (
      <ErrorBox error={product.error} onRetry={() => void product.refetch()} />
    );
  return <ServiceForAll {...props} services={sendableServices(product.data.data.model.services)} />;
}

type Props = {
  familyConfig: FamilyConfig;
  filters: ListFilters;
  total: number | null;
  onSent: (batchId: number) => void;
};

function ServiceForAll(props: Props & { services: readonly ModelService[] }) {
  const { familyConfig, filters, total, services } = props;
  const { t } = useDeviceTexts();
  const draft = useServiceDraft(services, { service: familyConfig.mainCommands[0]?.service ?? null });
  const send = useApiMutation(addBatch, { handled: true });
  const submit = () => {
    const order = draft.read();
    if (order === null) return;
    const params = { family: familyConfig.family, service: order.service };
    const body = { ...draft.terms, params: order.params, selection: selectionOf(filters) };
    send.mutate({ params, body }, { onSuccess: ({ data }) => props.onSent(data.batchId) });
  };
  return (
    <form
      className="send-form batch-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p>{t("batch.goesTo", { n: total ?? "—" })}</p>
      <div className="send-grid">
        <ServiceDraftFields
          services={services}
          draft={draft}
          refusalAt={(field) => send.error?.messageAt(field) ?? null}
        />
      </div>
      {send.error === null || send.error.fields.some(({ field }) => field.startsWith("params.")) ? null : (
        <p className="send-fault send-fault-form" role="alert">
          {send.error.message}
        </p>
      )}
      <Button type="primary" htmlType="submit" block loading={send.isPending} icon={<Zap size={16} />}>
        {t("batch.send", { n: total ?? "—" })}
      </Button>
    </form>
  );
}

/** What the list asks for, without its page and its order. Retired devices are sent nothing. */
function selectionOf({ keyword, state, unitId, pointId, tag }: ListFilters) {
  return {
    ...(keyword === "" ? {} : { keyword }),
    ...(state === null || state === "retired" ? {} : { state }),
    ...(unitId === null ? {} : { unitId }),
    ...(pointId === null ? {} : { pointId }),
    ...(tag === "" ? {} : { tag }),
  };
}
