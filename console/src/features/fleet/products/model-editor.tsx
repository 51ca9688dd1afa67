import {
  checkModel,
  getModelVersion,
  listModelVersions,
  type ModelCheck,
  publishModel,
  type Tsl,
  tsl,
} from "@tracewater/contract/fleet/product-models";
import { getProduct, listProducts, type Product } from "@tracewater/contract/fleet/products";
import Button from "antd/es/button";
import Checkbox from "antd/es/checkbox";
import Input from "antd/es/input";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { invalidate, useApi, useApiMutation } from "../../../api/use-api.ts";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { showToast } from "../../../kit/toasts.ts";
import { ChangeList } from "./change-list.tsx";

/** The thing model as JSON: checked field by field, compared with the devices in the field, then published. */
export function ModelEditor(props: {
  product: Product;
  draft: string | null;
  onDraft: (text: string | null) => void;
}) {
  const { product, draft } = props;
  const params = { id: product.productId, version: product.modelVersion };
  const found = useApi(getModelVersion, { params }, { handled: true });
  if (found.data === undefined) {
    return found.error === null ? (
      <Loading lines={10} />
    ) : (
      <ErrorBox error={found.error} onRetry={() => void found.refetch()} />
    );
  }
  return <Editor {...props} text={draft ?? withNextVersion(found.data.data.tsl, product.modelVersion)} />;
}

function Editor(props: { product: Product; text: string; onDraft: (text: string | null) => void }) {
  const { t } = useTranslation("fleet-products");
  const { product, text } = props;
  const [fault, setFault] = useState<string | null>(null);
  const [note, setNote] = useState("");
  const [accepted, setAccepted] = useState(false);
  const check = useApiMutation(checkModel, { handled: true });
  const publish = useApiMutation(publishModel, { handled: true });
  const params = { id: product.productId };
  const result = check.data?.data;
  const change = (next: string) => {
    props.onDraft(next);
    setFault(null);
    setAccepted(false);
    check.reset();
    publish.reset();
  };
  const withModel = (use: (model: Tsl) => void) => {
    const model = readJson(text);
    if (typeof model === "string") setFault(model);
    else use(model);
  };
  const submit = (model: Tsl) =>
    publish.mutate(
      { params, body: { model, basedOn: product.modelVersion, note, acceptBreaking: accepted } },
      {
        onSuccess: () => {
          props.onDraft(null);
          for (const call of [listProducts, getProduct, listModelVersions, getModelVersion])
            void invalidate(call);
          showToast({ tone: "success", text: t("edit.done", { version: model.version }) });
        },
      },
    );
  return (
    <div className="editor">
      <p className="product-quiet">{t("edit.hint")}</p>
      <Input.TextArea
        className="editor-text code"
        aria-label={t("tab.edit")}
        rows={18}
        spellCheck={false}
        value={text}
        onChange={(event) => change(event.target.value)}
      />
      {fault === null ? null : (
        <p className="product-fault" role="alert">
          {t("edit.noJson", { fault })}
        </p>
      )}
      <Faults error={check.error ?? publish.error} />
      {result === undefined ? (
        <span className="editor-acts">
          <Button
            type="primary"
            loading={check.isPending}
            onClick={() => withModel((model) => check.mutate({ params, body: { model } }))}
          >
            {t("edit.check")}
          </Button>
          <Button onClick={() => props.onDraft(null)}>{t("edit.reset")}</Button>
        </span>
      ) : (
        <>
          <CheckResult result={result} />
          <Input
            maxLength={200}
            value={note}
            placeholder={t("edit.note")}
            aria-label={t("edit.note")}
            onChange={(event) => setNote(event.target.value)}
          />
          {result.breaking ? (
            <Checkbox checked={accepted} onChange={(event) => setAccepted(event.target.checked)}>
              {t("edit.accept", { count: result.devices })}
            </Checkbox>
          ) : null}
          <span className="editor-acts">
            <Button
              type="primary"
              danger={result.breaking}
              disabled={(result.breaking && !accepted) || result.changes.length === 0}
              loading={publish.isPending}
              onClick={() => withModel(submit)}
            >
              {t("edit.publish", { version: result.version })}
            </Button>
          </span>
        </>
      )}
    </div>
  );
}

function CheckResult({ result }: { result: ModelCheck }) {
  const { t } = useTranslation("fleet-products");
  return (
    <section aria-live="polite">
      <h3 className="model-title">
        {t("edit.changes", { from: result.currentVersion, to: result.version, count: result.devices })}
      </h3>
      {result.changes.length === 0 ? (
        <p className="product-quiet">{t("edit.noChange")}</p>
      ) : (
        <ChangeList changes={result.changes} />
      )}
    </section>
  );
}

/** Each fault at its field, as the server names it. */
function Faults({ error }: { error: ApiError | null }) {
  if (error === null) return null;
  return error.fields.length === 0 ? (
    <p className="product-fault" role="alert">
      {error.message}
    </p>
  ) : (
    <ul className="product-fault editor-faults" role="alert">
      {error.fields.map((one) => (
        <li key={`${one.field} ${one.message}`}>
          <span className="code">{one.field}</span> {one.message}
        </li>
      ))}
    </ul>
  );
}

/** A sentence where it is no JSON object. */
function readJson(text: string): Tsl | string {
  try {
    const read = tsl.safeParse(JSON.parse(text));
    return read.success ? read.data : "{ … }";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The next version is in the text already: publishing asks for a later one. */
function withNextVersion(model: Tsl, current: string): string {
  const version = current.replace(/\d+$/, (last) => String(Number(last) + 1));
  return JSON.stringify({ ...model, version }, null, 2);
}
