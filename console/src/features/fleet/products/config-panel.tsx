import {
  getConfigVersion,
  listConfigVersions,
  publishConfig,
} from "@tracewater/contract/fleet/product-config";
import type { Product } from "@tracewater/contract/fleet/products";
import Button from "antd/es/button";
import Input from "antd/es/input";
import { FilePen } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { callApi } from "../../../api/call-api.ts";
import { invalidate, useApi, useApiMutation } from "../../../api/use-api.ts";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { formatBytes } from "../../../kit/file-state.ts";
import { IconButton } from "../../../kit/icon-button.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { showToast } from "../../../kit/toasts.ts";

/** The configuration file that the product's devices fetch: its versions, and the next one being written. */
export function ConfigPanel({ product }: { product: Product }) {
  const { t } = useTranslation("fleet-products");
  const params = { id: product.productId };
  const found = useApi(listConfigVersions, { params }, { handled: true });
  const [draft, setDraft] = useState("");
  if (found.data === undefined) {
    return found.error === null ? (
      <Loading lines={5} />
    ) : (
      <ErrorBox error={found.error} onRetry={() => void found.refetch()} />
    );
  }
  const versions = found.data.data;
  const read = async (version: number) => {
    const { data } = await callApi(getConfigVersion, { params: { ...params, version } });
    setDraft(data.content);
  };
  return (
    <div className="editor">
      <p className="product-quiet">{t("config.hint")}</p>
      <Writer
        productId={product.productId}
        basedOn={versions[0]?.version ?? 0}
        text={draft}
        onText={setDraft}
      />
      {versions.length === 0 ? <p className="product-quiet">{t("config.none")}</p> : null}
      <ul className="versions">
        {versions.map((one, at) => (
          <li key={one.version} className="version">
            <strong className="code">{one.version}</strong>
            <span className="version-words">
              <span>{one.note || t("version.noNote")}</span>
              <span className="product-quiet">
                {[one.actor, formatMoment(one.createdAt), formatBytes(one.size)].join(" · ")}
                {at === 0 ? ` · ${t("version.current")}` : ""}
              </span>
            </span>
            <IconButton
              label={t("config.open", { version: one.version })}
              onClick={() => void read(one.version).catch(() => undefined)}
            >
              <FilePen />
            </IconButton>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Writer(props: { productId: number; basedOn: number; text: string; onText: (text: string) => void }) {
  const { t } = useTranslation("fleet-products");
  const { productId, basedOn, text } = props;
  const [note, setNote] = useState("");
  const publish = useApiMutation(publishConfig, { handled: true });
  const submit = () =>
    publish.mutate(
      { params: { id: productId }, body: { content: text, note, basedOn } },
      {
        onSuccess: ({ data }) => {
          showToast({ tone: "success", text: t("config.done", { version: data.version, count: data.told }) });
          props.onText("");
          setNote("");
        },
        onSettled: () => void invalidate(listConfigVersions),
      },
    );
  return (
    <>
      <Input.TextArea
        className="editor-text code"
        aria-label={t("config.content")}
        placeholder={t("config.content")}
        rows={10}
        spellCheck={false}
        value={text}
        onChange={(event) => {
          props.onText(event.target.value);
          publish.reset();
        }}
      />
      {publish.error === null ? null : (
        <p className="product-fault" role="alert">
          {publish.error.fields[0]?.message ?? publish.error.message}
        </p>
      )}
      <Input
        maxLength={200}
        value={note}
        placeholder={t("edit.note")}
        aria-label={t("edit.note")}
        onChange={(event) => setNote(event.target.value)}
      />
      <span className="editor-acts">
        <Button type="primary" disabled={text === ""} loading={publish.isPending} onClick={submit}>
          {t("config.publish", { version: basedOn + 1 })}
        </Button>
      </span>
    </>
  );
}
