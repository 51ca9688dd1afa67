import {
  checkModel,
  getModelVersion,
  listModelVersions,
  publishModel,
  type Tsl,
  tsl,
} from "@tracewater/contract/fleet/product-models";
import { getProduct, listProducts, type Product } from "@tracewater/contract/fleet/products";
import Button from "antd/es/button";
import Input from "antd/es/input";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { invalidate, useApi, useApiMutation } from "../../../api/use-api.ts";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { showToast } from "../../../kit/toasts.ts";
import { PublishForm, type PublishTerms } from "./publish-form.tsx";

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
  const [terms, setTerms] = useState<PublishTerms>({ note: "", accepted: false });
  const calls = useModelCalls(product, () => props.onDraft(null));
  const { result } = calls;
  const change = (next: string) => {
    props.onDraft(next);
    setFault(null);
    setTerms({ ...terms, accepted: false });
    calls.reset();
  };
  const withModel = (use: (model: Tsl) => void) => {
    const model = readJson(text);
    if (typeof model === "string") setFault(model);
    else use(model);
  };
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
      <Faults error={calls.error} />
      {result === undefined ? (
        <span className="editor-acts">
          <Button type="primary" loading={calls.isChecking} onClick={() => withModel(calls.check)}>
            {t("edit.check")}
          </Button>
          <Button onClick={() => props.onDraft(null)}>{t("edit.reset")}</Button>
        </span>
      ) : (
        <PublishForm
          result={result}
          terms={terms}
          isPublishing={calls.isPublishing}
          onChange={setTerms}
          onPublish={() => withModel((model) => calls.publish(model, terms))}
        />
      )}
    </div>
  );
}

/** A model is checked first; what the check found is what is published. */
function useModelCalls(product: Product, onPublished: () => void) {
  const { t } = useTranslation("fleet-products");
  const check = useApiMutation(checkModel, { handled: true });
  const publish = useApiMutation(publishModel, { handled: true });
  const params = { id: product.productId };
  return {
    result: check.data?.data,
    error: check.error ?? publish.error,
    isChecking: check.isPending,
    isPublishing: publish.isPending,
    check: (model: Tsl) => check.mutate({ params, body: { model } }),
    publish: (model: Tsl, { note, accepted }: PublishTerms) =>
      publish.mutate(
        { params, body: { model, basedOn: product.modelVersion, note, acceptBreaking: accepted } },
        {
          onSuccess: () => {
            onPublished();
            for (const call of [listProducts, getProduct, listModelVersions, getModelVersion])
              void invalidate(call);
            showToast({ tone: "success", text: t("edit.done", { version: model.version }) });
          },
        },
      ),
    reset: () => {
      check.reset();
      publish.reset();
    },
  };
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
