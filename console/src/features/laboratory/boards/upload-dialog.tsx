import { useMutation } from "@tanstack/react-query";
import {
  type BoardControlKind,
  boardControlKind,
  listBoardControls,
} from "@tracewater/contract/laboratory/board-controls";
import { listBoardTests, uploadBoardTest } from "@tracewater/contract/laboratory/board-tests";
import { boardLots } from "@tracewater/contract/laboratory/boards";
import Form from "antd/es/form";
import Input from "antd/es/input";
import InputNumber from "antd/es/input-number";
import Select from "antd/es/select";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { ApiError } from "../../../api/api-error.ts";
import { sendFile } from "../../../api/file-calls.ts";
import { useSession } from "../../../api/session.ts";
import { invalidate, useApi } from "../../../api/use-api.ts";
import { FormDialog } from "../../../resource/form-dialog.tsx";
import { useUnitOptions } from "../../../resource/unit-options.ts";
import { useBoardLabels } from "./use-board-labels.ts";

type Values = {
  unitId?: number;
  lotNo: string;
  sampleNo?: string;
  readAfter?: number;
  boardTemp?: number;
  preconcentration?: number;
  control?: BoardControlKind;
  deviceName?: string;
};

/** What the server takes of a picture. */
const maxBytes = 20 * 1024 * 1024;

/** A picture of a board with the lot it is of; it is read at once. */
export function UploadDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("laboratory-boards");
  const navigate = useNavigate();
  const [form] = Form.useForm<Values>();
  const [file, setFile] = useState<File | null>(null);
  const send = useMutation<{ data: { testId: number } }, ApiError, { values: Values; file: File }>({
    mutationFn: (input) => sendFile(uploadBoardTest, { query: given(input.values) }, input.file),
    onSuccess: async ({ data }) => {
      await invalidate(listBoardTests);
      void navigate(`/handFastDetector/hand/${data.testId}/upload`);
    },
  });
  const [isFileMissing, setIsFileMissing] = useState(false);
  // Known before it is sent: over a slow line the refusal of a large file would take minutes to arrive.
  const tooLarge = file !== null && file.size > maxBytes ? t("upload.tooLarge") : null;
  const missing = isFileMissing && file === null ? t("upload.noFile") : null;
  const fault = tooLarge ?? missing ?? send.error?.message ?? null;
  function submit(values: Values): void {
    if (file === null) setIsFileMissing(true);
    else if (tooLarge === null) send.mutate({ values, file });
  }
  return (
    <FormDialog<Values>
      form={form}
      title={t("upload.open")}
      width={520}
      submitText={t("upload.submit")}
      isSaving={send.isPending}
      unplaced={fault}
      onSubmit={submit}
      onClose={onClose}
      above={
        <label className="board-file">
          <span>{t("upload.file")}</span>
          <input
            type="file"
            accept="image/png,image/jpeg"
            onChange={(event) => setFile(event.target.files?.[0] ?? null)}
          />
          <span className="record-quiet">{t("upload.hint")}</span>
        </label>
      }
    >
      <TestFields />
    </FormDialog>
  );
}

/** The lot of the board, the sample on it and how it was read. */
function TestFields() {
  const { t } = useTranslation("laboratory-boards");
  const lots = useApi(boardLots.calls.list, { query: { pageSize: 500, status: "0" } });
  return (
    <>
      <Form.Item name="lotNo" label={t("upload.lot")} rules={[{ required: true }]}>
        <Select
          showSearch={{ optionFilterProp: "label" }}
          options={(lots.data?.rows ?? []).map((lot) => ({
            value: lot.lotNo,
            label: `${lot.lotNo} · ${lot.typeName}`,
          }))}
        />
      </Form.Item>
      <UnitField />
      <ControlFields />
      <Form.Item name="sampleNo" label={t("upload.sample")}>
        <Input maxLength={64} />
      </Form.Item>
      <div className="record-form">
        <Form.Item name="readAfter" label={t("upload.readAfter")}>
          <InputNumber min={0} max={86_400} precision={0} suffix="s" />
        </Form.Item>
        <Form.Item name="boardTemp" label={t("upload.boardTemp")}>
          <InputNumber min={-40} max={100} suffix="°C" />
        </Form.Item>
        <Form.Item name="preconcentration" label={t("upload.preconcentration")}>
          <InputNumber min={0.001} max={1_000_000} />
        </Form.Item>
      </div>
    </>
  );
}

/** A control board is read with a detector, whose results depend on it. */
function ControlFields() {
  const { t } = useTranslation("laboratory-boards");
  const label = useBoardLabels();
  const isControl = Form.useWatch("control") !== undefined;
  const devices = useApi(
    listBoardControls,
    { query: { pageSize: 500 } },
    { handled: true, enabled: isControl },
  );
  const names = (devices.data?.rows ?? []).map((one) => one.deviceName);
  return (
    <>
      <Form.Item name="control" label={label("control")}>
        <Select
          allowClear
          placeholder={t("upload.noControl")}
          options={boardControlKind.options.map((value) => ({ value, label: label(`control.${value}`) }))}
        />
      </Form.Item>
      {isControl ? (
        <Form.Item name="deviceName" label={t("upload.device")} rules={[{ required: true }]}>
          <Select
            showSearch
            loading={devices.isPending}
            options={names.map((value) => ({ value, label: value }))}
          />
        </Form.Item>
      ) : null}
    </>
  );
}

/** Who belongs to no unit says whose test it is. */
function UnitField() {
  const { t } = useTranslation("laboratory-boards");
  const session = useSession();
  const { options, loading } = useUnitOptions();
  if (session === null || session.user.deptId !== null) return null;
  return (
    <Form.Item name="unitId" label={t("upload.unit")} rules={[{ required: true }]}>
      <Select showSearch={{ optionFilterProp: "label" }} loading={loading} options={options} />
    </Form.Item>
  );
}

/** What was filled in; an empty field is not asked. */
function given(values: Values) {
  const { unitId, lotNo, sampleNo, readAfter, boardTemp, preconcentration, control, deviceName } = values;
  return {
    lotNo,
    ...(control === undefined || deviceName === undefined ? {} : { control, deviceName }),
    ...(isGiven(unitId) ? { unitId } : {}),
    ...(sampleNo ? { sampleNo } : {}),
    ...(isGiven(readAfter) ? { readAfter } : {}),
    ...(isGiven(boardTemp) ? { boardTemp } : {}),
    ...(isGiven(preconcentration) ? { preconcentration } : {}),
  };
}

/** An emptied field of numbers is null. */
function isGiven(value: number | null | undefined): value is number {
  return value !== null && value !== undefined;
}
