import {
  getModelVersion,
  getShippedModel,
  listModelVersions,
  type ModelVersion,
  takeShippedModel,
} from "@tracewater/contract/fleet/product-models";
import { getProduct, listProducts, type Product } from "@tracewater/contract/fleet/products";
import Button from "antd/es/button";
import Popconfirm from "antd/es/popconfirm";
import { FilePen } from "lucide-react";
import { useTranslation } from "react-i18next";
import { callApi } from "../../../api/call-api.ts";
import { invalidate, useApi, useApiMutation } from "../../../api/use-api.ts";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { IconButton } from "../../../kit/icon-button.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { formatMoment } from "../../../kit/moment.ts";

type Edit = ((text: string) => void) | null;

/** Every version that was in force, by whom and why, and what ships with this program. */
export function VersionHistory({ product, onEdit }: { product: Product; onEdit: Edit }) {
  const { t } = useTranslation("fleet-products");
  const found = useApi(listModelVersions, { params: { id: product.productId } }, { handled: true });
  if (found.data === undefined) {
    return found.error === null ? (
      <Loading lines={5} />
    ) : (
      <ErrorBox error={found.error} onRetry={() => void found.refetch()} />
    );
  }
  return (
    <div className="editor">
      {product.isChanged && product.shippedVersion !== null ? (
        <ShippedOffer product={product} onEdit={onEdit} />
      ) : null}
      <ul className="versions">
        {found.data.data.map((one) => (
          <li key={one.version} className="version">
            <strong className="code">{one.version}</strong>
            <span className="version-words">
              <span>{one.note || t(one.source === "shipped" ? "version.shipped" : "version.noNote")}</span>
              <span className="product-quiet">
                {[one.actor, formatMoment(one.publishedAt)].filter(Boolean).join(" · ")}
                {one.version === product.modelVersion ? ` · ${t("version.current")}` : ""}
              </span>
            </span>
            {onEdit === null ? null : <EditVersion product={product} version={one} onEdit={onEdit} />}
          </li>
        ))}
      </ul>
    </div>
  );
}

function EditVersion(props: { product: Product; version: ModelVersion; onEdit: (text: string) => void }) {
  const { t } = useTranslation("fleet-products");
  const { product, version } = props;
  const open = async () => {
    const params = { id: product.productId, version: version.version };
    const { data } = await callApi(getModelVersion, { params });
    props.onEdit(JSON.stringify({ ...data.tsl, version: nextOf(product.modelVersion) }, null, 2));
  };
  return (
    <IconButton label={t("version.edit", { version: version.version })} onClick={() => void open()}>
      <FilePen />
    </IconButton>
  );
}

function ShippedOffer({ product, onEdit }: { product: Product; onEdit: Edit }) {
  const { t } = useTranslation("fleet-products");
  const take = useApiMutation(takeShippedModel);
  const params = { id: product.productId };
  const compare = async () => {
    const { data } = await callApi(getShippedModel, { params });
    onEdit?.(JSON.stringify({ ...data.tsl, version: nextOf(product.modelVersion) }, null, 2));
  };
  const submit = () =>
    take.mutate(
      { params, body: { basedOn: product.modelVersion, acceptBreaking: true } },
      {
        onSuccess: () => {
          for (const call of [listProducts, getProduct, listModelVersions]) void invalidate(call);
        },
      },
    );
  return (
    <div className="shipped-offer">
      <span>{t("shipped.text", { version: product.shippedVersion })}</span>
      {onEdit === null ? null : (
        <span className="editor-acts">
          <Button onClick={() => void compare()}>{t("shipped.compare")}</Button>
          <Popconfirm
            title={t("shipped.ask", { count: product.deviceCount })}
            okText={t("shipped.take")}
            cancelText={t("cancel")}
            onConfirm={submit}
          >
            <Button danger loading={take.isPending}>
              {t("shipped.take")}
            </Button>
          </Popconfirm>
        </span>
      )}
    </div>
  );
}

function nextOf(current: string): string {
  return current.replace(/\d+$/, (last) => String(Number(last) + 1));
}
