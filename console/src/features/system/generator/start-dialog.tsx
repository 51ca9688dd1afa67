import { useMutation } from "@tanstack/react-query";
import { mendModel } from "@tracewater/contract/generator/mend-model";
import { emptyModel, renamedModel } from "@tracewater/contract/generator/model-defaults";
import { plural } from "@tracewater/contract/generator/names";
import type { ResourceModel } from "@tracewater/contract/generator/resource-model";
import {
  addModel,
  listModels,
  readModelSheet,
  startModel,
} from "@tracewater/contract/system/generated-modules";
import Input from "antd/es/input";
import Modal from "antd/es/modal";
import Segmented from "antd/es/segmented";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { ApiError } from "../../../api/api-error.ts";
import { callApi } from "../../../api/call-api.ts";
import { sendFile } from "../../../api/file-calls.ts";
import { invalidate } from "../../../api/use-api.ts";
import { showToast } from "../../../kit/toasts.ts";
import { Item } from "./item.tsx";
import { SheetChoice, SourceChoice } from "./start-choices.tsx";

const ways = ["table", "sheet", "resource", "empty"] as const;
type Way = (typeof ways)[number];

type Draft = { way: Way; table: string | null; sheet: File | null; one: string; many: string };

/** Begins a model: from a table, a spreadsheet, a resource that exists, or from nothing. */
export function StartDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("system-generator");
  const navigate = useNavigate();
  const [draft, setDraft] = useState<Draft>({ way: "table", table: null, sheet: null, one: "", many: "" });
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const start = useMutation<{ id: number; left: string[] }, ApiError, Draft>({
    mutationFn: begin,
    onSuccess: ({ id, left }) => {
      void invalidate(listModels);
      if (left.length > 0) showToast({ tone: "warning", text: t("start.left", { names: left.join(", ") }) });
      onClose();
      void navigate(`/gen/edit/${id}`);
    },
  });
  const isChosen =
    draft.way === "empty" || (draft.way === "sheet" ? draft.sheet !== null : draft.table !== null);
  const isNamed = draft.way === "table" || (draft.one !== "" && draft.many !== "");
  return (
    <Modal
      open
      centered
      width={560}
      title={t("start.title")}
      okText={t("start.submit")}
      confirmLoading={start.isPending}
      okButtonProps={{ disabled: !(isChosen && isNamed) }}
      onOk={() => start.mutate(draft)}
      onCancel={onClose}
    >
      <div className="generator-ways">
        <Segmented<Way>
          block
          value={draft.way}
          options={ways.map((value) => ({ value, label: t(`origin.${value}`) }))}
          onChange={(way) => change({ way, table: null })}
        />
        <p className="generator-quiet">{t(`start.text.${draft.way}`)}</p>
        {draft.way === "table" || draft.way === "resource" ? (
          <SourceChoice
            key={draft.way}
            from={draft.way}
            value={draft.table}
            onChange={(table) => change({ table })}
          />
        ) : null}
        {draft.way === "sheet" ? (
          <SheetChoice
            file={draft.sheet}
            disabled={start.isPending}
            onChoose={(sheet) => change({ sheet })}
          />
        ) : null}
        {draft.way === "table" ? null : <Names draft={draft} change={change} />}
        {start.error === null ? null : (
          <p className="generator-fault" role="alert">
            {start.error.message}
          </p>
        )}
      </div>
    </Modal>
  );
}

function Names({ draft, change }: { draft: Draft; change: (part: Partial<Draft>) => void }) {
  const { t } = useTranslation("system-generator");
  return (
    <div className="generator-form">
      <Item label={t("module.one")}>
        <Input
          aria-label={t("module.one")}
          placeholder="SamplingPoint"
          value={draft.one}
          onChange={({ target }) => change({ one: target.value, many: plural(target.value) })}
        />
      </Item>
      <Item label={t("module.many")}>
        <Input
          aria-label={t("module.many")}
          placeholder="SamplingPoints"
          value={draft.many}
          onChange={({ target }) => change({ many: target.value })}
        />
      </Item>
    </div>
  );
}

/** The draft is kept at once, without the fields that no declaration can have. */
async function begin({ way, table, sheet, one, many }: Draft): Promise<{ id: number; left: string[] }> {
  const found = await draftOf(way, table ?? "", sheet);
  const { model, left } = mendModel(way === "table" ? found : renamedModel(found, one.trim(), many.trim()));
  const { data } = await callApi(addModel, { body: { origin: way, model } }, { handled: true });
  return { id: data.id, left };
}

async function draftOf(way: Way, table: string, sheet: File | null): Promise<ResourceModel> {
  if (way === "sheet" && sheet !== null) return (await sendFile(readModelSheet, {}, sheet)).data.model;
  if (way === "table" || way === "resource") {
    return (await callApi(startModel, { query: { from: way, table } }, { handled: true })).data;
  }
  return emptyModel();
}
