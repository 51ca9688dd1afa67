import { makeProductSecret, setDynamicRegistration } from "@tracewater/contract/fleet/product-models";
import { listProducts, type Product } from "@tracewater/contract/fleet/products";
import Button from "antd/es/button";
import Popconfirm from "antd/es/popconfirm";
import Switch from "antd/es/switch";
import Typography from "antd/es/typography";
import { KeyRound } from "lucide-react";
import { useTranslation } from "react-i18next";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";

/** Devices that leave the factory with the product's secret alone fetch their own by themselves, once each. */
export function RegistrationPanel({ product }: { product: Product }) {
  const { t } = useTranslation("fleet-products");
  const change = useApiMutation(setDynamicRegistration);
  const make = useApiMutation(makeProductSecret);
  const params = { id: product.productId };
  const refreshAfter = { onSettled: () => void invalidate(listProducts) };
  const secret = make.data?.data.productSecret;
  return (
    <div className="editor registration">
      <p>{t("registration.text")}</p>
      <div className="registration-line">
        <Switch
          aria-label={t("registration.switch")}
          checked={product.dynamicRegistration}
          disabled={!product.hasSecret}
          loading={change.isPending}
          onChange={(enabled) => change.mutate({ params, body: { enabled } }, refreshAfter)}
        />
        <span>{t("registration.switch")}</span>
        {product.hasSecret ? null : <span className="product-quiet">{t("registration.noSecret")}</span>}
      </div>
      <span>
        <Popconfirm
          disabled={!product.hasSecret}
          title={t("registration.ask")}
          okText={t("registration.make")}
          cancelText={t("cancel")}
          onConfirm={() => make.mutate({ params }, refreshAfter)}
        >
          <Button
            icon={<KeyRound size={16} />}
            loading={make.isPending}
            onClick={product.hasSecret ? undefined : () => make.mutate({ params }, refreshAfter)}
          >
            {t(product.hasSecret ? "registration.renew" : "registration.make")}
          </Button>
        </Popconfirm>
      </span>
      {secret === undefined ? null : (
        <div className="shipped-offer" role="status">
          <span>{t("registration.once")}</span>
          <Typography.Text copyable className="code">
            {secret}
          </Typography.Text>
        </div>
      )}
    </div>
  );
}
