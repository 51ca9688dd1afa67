import { useMutation } from "@tanstack/react-query";
import { addFirmware, firmwareVersion, listFirmware } from "@tracewater/contract/fleet/firmware";
import { listProducts } from "@tracewater/contract/fleet/products";
import Form from "antd/es/form";
import Input from "antd/es/input";
import Modal from "antd/es/modal";
import Select from "antd/es/select";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { sendFile } from "../../../api/file-calls.ts";
import { invalidate, useApi } from "../../../api/use-api.ts";
import { formatBytes } from "../../../kit/file-state.ts";
import { useProductName } from "../../../pickers/product-name.ts";

type Values = { productId: number; version: string; module: string; notes?: string; sha256?: string };

/** A file becomes a version of a product's firmware. */
export function AddVersionDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("fleet-firmware");
  const [form] = Form.useForm<Values>();
  const [file, setFile] = useState<File | null>(null);
  const [isMissing, setMissing] = useState(false);
  const add = useMutation<unknown, ApiError, { values: Values; chosen: File }>({
    mutationFn: ({ values, chosen }) => sendFile(addFirmware, { query: values }, chosen),
    onSuccess: () => {
      void invalidate(listFirmware);
      onClose();
    },
  });
  const submit = (values: Values) => {
    setMissing(file === null);
    if (file !== null) add.mutate({ values, chosen: file });
  };
  const shape = { validator: (_rule: unknown, value: string) => checkName(value, t("add.nameRule")) };
  return (
    <Modal
      open
      centered
      width={520}
      title={t("add.title")}
      okText={t("add.submit")}
      cancelText={t("cancel")}
      confirmLoading={add.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Values> form={form} layout="vertical" initialValues={{ module: "default" }} onFinish={submit}>
        <ProductField />
        <Form.Item name="version" label={t("column.version")} rules={[{ required: true }, shape]}>
          <Input maxLength={64} placeholder="2.1.0" />
        </Form.Item>
        <Form.Item
          name="module"
          label={t("add.module")}
          extra={t("add.moduleHint")}
          rules={[{ required: true }, shape]}
        >
          <Input maxLength={64} />
        </Form.Item>
        <FileField file={file} isMissing={isMissing} onChoose={setFile} />
        <Form.Item name="sha256" label={t("add.sha256")} extra={t("add.sha256Hint")}>
          <Input maxLength={64} className="code" />
        </Form.Item>
        <Form.Item name="notes" label={t("column.notes")}>
          <Input.TextArea maxLength={500} rows={3} showCount />
        </Form.Item>
        {add.error === null ? null : (
          <p className="firmware-fault" role="alert">
            {add.error.message}
          </p>
        )}
      </Form>
    </Modal>
  );
}

function ProductField() {
  const { t } = useTranslation("fleet-firmware");
  const productName = useProductName();
  const products = useApi(listProducts, {});
  return (
    <Form.Item name="productId" label={t("column.product")} rules={[{ required: true }]}>
      <Select
        placeholder={t("add.product")}
        options={(products.data?.data ?? []).map((one) => ({
          value: one.productId,
          label: productName(one),
        }))}
      />
    </Form.Item>
  );
}

/** The firmware itself, with its size once it is chosen. */
function FileField(props: { file: File | null; isMissing: boolean; onChoose: (file: File | null) => void }) {
  const { file, isMissing, onChoose } = props;
  const { t } = useTranslation("fleet-firmware");
  return (
    <Form.Item label={t("add.file")} required>
      <label className="firmware-file">
        <input type="file" onChange={(event) => onChoose(event.target.files?.[0] ?? null)} />
        <span className={file === null ? "firmware-quiet" : ""}>
          {file === null ? t("add.choose") : `${file.name} · ${formatBytes(file.size)}`}
        </span>
      </label>
      {isMissing && file === null ? <p className="firmware-fault">{t("add.noFile")}</p> : null}
    </Form.Item>
  );
}

async function checkName(value: string | undefined, fault: string): Promise<void> {
  if (value && !firmwareVersion.safeParse(value).success) throw new Error(fault);
}
