import {
  assignAssayBatch,
  getAssayBatch,
  listAssayBatches,
} from "@tracewater/contract/laboratory/analytical-batches";
import { type Assay, getAssay, listAssays } from "@tracewater/contract/laboratory/assays";
import Button from "antd/es/button";
import Modal from "antd/es/modal";
import Select from "antd/es/select";
import { Layers } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { invalidate, useApi, useApiMutation } from "../../../api/use-api.ts";
import { useAssayLabels } from "../../../pickers/assay-labels.ts";

/** Puts the chosen drafts into a measuring batch. */
export function AssignButton({ rows, onDone }: { rows: readonly Assay[]; onDone: () => void }) {
  const { t } = useTranslation("laboratory-assays");
  const [isOpen, setIsOpen] = useState(false);
  const drafts = rows.filter((row) => row.state === "draft");
  if (drafts.length === 0) return null;
  return (
    <Allowed to="laboratory:batch:edit">
      <Button icon={<Layers size={15} />} onClick={() => setIsOpen(true)}>
        {t("act.assign", { count: drafts.length })}
      </Button>
      {isOpen ? <AssignDialog drafts={drafts} onClose={() => setIsOpen(false)} onDone={onDone} /> : null}
    </Allowed>
  );
}

function AssignDialog(props: { drafts: readonly Assay[]; onClose: () => void; onDone: () => void }) {
  const { t } = useTranslation("laboratory-assays");
  const label = useAssayLabels();
  const [keyword, setKeyword] = useState("");
  const [batchId, setBatchId] = useState<number | null>(null);
  const query = { pageSize: 50, ...(keyword === "" ? {} : { keyword }) };
  const batches = useApi(listAssayBatches, { query }, { keepPrevious: true });
  const assign = useApiMutation(assignAssayBatch, { handled: true });
  const save = () =>
    assign.mutate(
      { body: { ids: props.drafts.map((row) => row.assayId), batchId } },
      {
        onSuccess: () => {
          for (const call of [listAssays, getAssay, listAssayBatches, getAssayBatch]) void invalidate(call);
          props.onClose();
          props.onDone();
        },
      },
    );
  return (
    <Modal
      open
      centered
      width={440}
      title={t("assign.title")}
      okText={t("act.assign", { count: props.drafts.length })}
      cancelText={t("cancel")}
      confirmLoading={assign.isPending}
      onOk={save}
      onCancel={props.onClose}
    >
      <Select<number | null>
        aria-label={label("batchNo")}
        className="assay-batch"
        allowClear
        placeholder={t("assign.none")}
        showSearch={{ filterOption: false, onSearch: setKeyword }}
        loading={batches.isFetching}
        value={batchId}
        options={(batches.data?.rows ?? []).map((one) => ({
          value: one.batchId,
          label: `${one.batchNo} · ${one.instrument}`,
        }))}
        onChange={(id) => setBatchId(id ?? null)}
      />
      <p className="assay-quiet">{t("assign.hint")}</p>
      {assign.error === null ? null : (
        <p className="assay-fault" role="alert">
          {assign.error.message}
        </p>
      )}
    </Modal>
  );
}
