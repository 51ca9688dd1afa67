import {
  addDelivery,
  changeDelivery,
  type DeliveryDetail,
  listReceivers,
} from "@tracewater/contract/laboratory/sample-deliveries";
import { listSamplings, type Sampling } from "@tracewater/contract/laboratory/samplings";
import Form, { type FormInstance } from "antd/es/form";
import Input from "antd/es/input";
import Select from "antd/es/select";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { useSession } from "../../../api/session.ts";
import { useApi, useApiMutation } from "../../../api/use-api.ts";
import { formatMoment } from "../../../kit/moment.ts";
import { showToast } from "../../../kit/toasts.ts";
import { useDeliveryLabels } from "../../../pickers/sample-labels.tsx";
import { FormDialog } from "../../../resource/form-dialog.tsx";
import { placeFaults, unplacedOf } from "../../../resource/place-faults.ts";
import { useUnitOptions } from "../../../resource/unit-options.ts";
import { refreshDeliveries } from "./refresh-deliveries.ts";

type Values = {
  unitId: number;
  toUnitId: number;
  deliveryNo?: string;
  courier?: string;
  boxNo?: string;
  sealNo?: string;
  note?: string;
  samplingIds?: number[];
};
const names = [
  ...(["unitId", "toUnitId", "deliveryNo", "courier", "boxNo", "sealNo", "note", "samplingIds"] as const),
];

/** A delivery as it is packed: where it goes, who carries it, and which sealed samples are in it. */
export function DeliveryForm({
  delivery,
  onClose,
}: {
  delivery: DeliveryDetail | null;
  onClose: () => void;
}) {
  const { t } = useTranslation("laboratory-deliveries");
  const labelOf = useDeliveryLabels();
  const [form] = Form.useForm<Values>();
  const units = useUnitOptions();
  const receivers = useReceivers();
  const session = useSession();
  const { submit, isSaving, error } = useSaveDelivery(form, delivery, onClose);
  const unit = (name: "unitId" | "toUnitId", label: string, disabled = false) => (
    <Form.Item name={name} label={label} rules={[{ required: true }]}>
      <Select
        showSearch={{ optionFilterProp: "label" }}
        {...(name === "unitId" ? units : receivers)}
        disabled={disabled}
      />
    </Form.Item>
  );
  const text = (name: "courier" | "boxNo" | "sealNo", max: number) => (
    <Form.Item name={name} label={labelOf(name)}>
      <Input maxLength={max} autoComplete="off" spellCheck={false} />
    </Form.Item>
  );
  return (
    <FormDialog<Values>
      form={form}
      title={t(delivery === null ? "add.title" : "change.title", { no: delivery?.deliveryNo })}
      width={720}
      className="record-form"
      initialValues={initial(delivery, session?.user.deptId)}
      isSaving={isSaving}
      unplaced={unplacedOf(error, names)}
      onSubmit={submit}
      onClose={onClose}
    >
      {unit("unitId", labelOf("from"), delivery !== null)}
      {unit("toUnitId", labelOf("to"))}
      {delivery === null ? (
        <Form.Item name="deliveryNo" label={labelOf("deliveryNo")}>
          <Input className="code" maxLength={64} autoComplete="off" placeholder={t("form.nextNo")} />
        </Form.Item>
      ) : null}
      {text("courier", 60)}
      {text("boxNo", 64)}
      {text("sealNo", 64)}
      <SamplesField packed={delivery?.samples ?? []} />
      <Form.Item name="note" label={labelOf("note")} className="record-form-wide">
        <Input.TextArea maxLength={500} autoSize={{ minRows: 1, maxRows: 4 }} />
      </Form.Item>
    </FormDialog>
  );
}

function useSaveDelivery(form: FormInstance<Values>, delivery: DeliveryDetail | null, onClose: () => void) {
  const { t } = useTranslation("laboratory-deliveries");
  const add = useApiMutation(addDelivery, { handled: true });
  const change = useApiMutation(changeDelivery, { handled: true });
  const done = {
    onSuccess: () => {
      refreshDeliveries();
      showToast({ tone: "success", text: t(delivery === null ? "add.done" : "change.done") });
      onClose();
    },
    onError: (error: ApiError) => placeFaults(form, names, error),
  };
  const submit = ({ unitId, deliveryNo = "", toUnitId, samplingIds = [], ...texts }: Values) => {
    const body = { ...texts, toUnitId, samplingIds };
    if (delivery !== null) change.mutate({ body: { ...body, deliveryId: delivery.deliveryId } }, done);
    else add.mutate({ body: { ...body, unitId, deliveryNo: deliveryNo.trim() || null } }, done);
  };
  return { submit, isSaving: add.isPending || change.isPending, error: add.error ?? change.error };
}

/** A new delivery is from the unit of the person who packs it. */
function initial(delivery: DeliveryDetail | null, ownUnitId: number | null | undefined): Partial<Values> {
  if (delivery === null) return ownUnitId == null ? {} : { unitId: ownUnitId };
  return { ...delivery, samplingIds: delivery.samples.map((one) => one.samplingId) };
}

function SamplesField({ packed }: { packed: readonly Sampling[] }) {
  const { t } = useTranslation("laboratory-deliveries");
  const samples = useDeliverable(packed);
  return (
    <Form.Item
      name="samplingIds"
      label={t("form.samples")}
      className="record-form-wide"
      extra={t("form.sealedOnly")}
    >
      <Select
        mode="multiple"
        showSearch={{ optionFilterProp: "label" }}
        loading={samples.loading}
        options={samples.options}
        placeholder={t("form.choose")}
      />
    </Form.Item>
  );
}

/** The caller's own units, and the laboratories of others. */
function useReceivers() {
  const found = useApi(listReceivers, {}, { staleMs: 60_000 });
  const options = (found.data?.data ?? []).map(({ unitId, name, above }) => ({
    value: unitId,
    label: above === null ? name : `${above} / ${name}`,
  }));
  return { loading: found.isFetching, options };
}

/** Sealed samples that are in no delivery, and those that are in this one. */
function useDeliverable(packed: readonly Sampling[]) {
  const query = { only: "deliverable" as const, pageNum: 1, pageSize: 500 };
  const found = useApi(listSamplings, { query }, { staleMs: 0 });
  const rows = [...packed, ...(found.data?.rows ?? [])];
  const options = rows.map((one) => ({
    value: one.samplingId,
    label: [one.sampleNo, one.bodyCode, one.pointCode, formatMoment(one.began).slice(0, 16)]
      .filter((part) => part !== null)
      .join(" · "),
  }));
  return { loading: found.isFetching, options };
}
