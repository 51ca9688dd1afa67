import { listAssays } from "@tracewater/contract/laboratory/assays";
import {
  type BoardTestDetail,
  confirmBoardTest,
  getBoardTest,
  listBoardTests,
} from "@tracewater/contract/laboratory/board-tests";
import Form from "antd/es/form";
import Select from "antd/es/select";
import { useTranslation } from "react-i18next";
import { invalidate, useApi, useApiMutation } from "../../../api/use-api.ts";
import { FormDialog } from "../../../resource/form-dialog.tsx";

/** Links an approved assay of the analyte; of the same sample where the test has one. */
export function ConfirmAssayDialog({ test, onClose }: { test: BoardTestDetail; onClose: () => void }) {
  const { t } = useTranslation("laboratory-boards");
  const [form] = Form.useForm<{ assayId: number }>();
  const query = {
    state: "approved" as const,
    pageSize: 100,
    ...(test.analyte === null ? {} : { analyte: test.analyte }),
  };
  const assays = useApi(listAssays, { query }, { handled: true });
  const confirm = useApiMutation(confirmBoardTest, { handled: true });
  const options = (assays.data?.rows ?? []).map((one) => ({
    value: one.assayId,
    label: `${one.sampledOn} · ${one.bodyCode} · ${one.value === null ? one.flag : `${one.value} μg/L`}`,
  }));
  return (
    <FormDialog<{ assayId: number }>
      form={form}
      title={t("confirm.open")}
      width={520}
      submitText={t("confirm.submit")}
      isSaving={confirm.isPending}
      unplaced={confirm.error?.message ?? null}
      onSubmit={({ assayId }) =>
        confirm.mutate(
          { body: { testId: test.testId, assayId } },
          {
            onSuccess: () => {
              void invalidate(getBoardTest);
              void invalidate(listBoardTests);
              onClose();
            },
          },
        )
      }
      onClose={onClose}
      above={<p className="record-quiet">{t("confirm.hint")}</p>}
    >
      <Form.Item name="assayId" label={t("confirm.assay")} rules={[{ required: true }]}>
        <Select
          showSearch={{ optionFilterProp: "label" }}
          options={options}
          notFoundContent={t("confirm.none")}
        />
      </Form.Item>
    </FormDialog>
  );
}
