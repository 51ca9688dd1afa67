import type { Product } from "@tracewater/contract/fleet/products";
import Drawer from "antd/es/drawer";
import Tabs from "antd/es/tabs";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { hasPermission, useSession } from "../../../api/session.ts";
import { useProductName } from "../../../pickers/product-name.ts";
import { ConfigPanel } from "./config-panel.tsx";
import { ModelEditor } from "./model-editor.tsx";
import { ModelView } from "./model-view.tsx";
import { RegistrationPanel } from "./registration-panel.tsx";
import { VersionHistory } from "./version-history.tsx";

/** One product: its thing model as it is, its editor, its versions, and how its devices come by their secret. */
export function ProductDrawer(props: {
  product: Product;
  tab: string;
  onTab: (tab: string) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation("fleet-products");
  const { product, onTab, onClose } = props;
  const session = useSession();
  const name = useProductName();
  const [draft, setDraft] = useState<string | null>(null);
  const mayEdit = hasPermission("device:product:edit", session);
  const items = [
    { key: "model", label: t("tab.model"), children: <ModelView productId={product.productId} /> },
    ...(mayEdit
      ? [
          {
            key: "edit",
            label: t("tab.edit"),
            children: (
              <ModelEditor key={product.modelVersion} product={product} draft={draft} onDraft={setDraft} />
            ),
          },
        ]
      : []),
    {
      key: "versions",
      label: t("tab.versions"),
      children: (
        <VersionHistory
          product={product}
          onEdit={
            mayEdit
              ? (text) => {
                  setDraft(text);
                  onTab("edit");
                }
              : null
          }
        />
      ),
    },
    ...(mayEdit
      ? [{ key: "config", label: t("tab.config"), children: <ConfigPanel product={product} /> }]
      : []),
    ...(hasPermission("device:product:secret", session)
      ? [
          {
            key: "registration",
            label: t("tab.registration"),
            children: <RegistrationPanel product={product} />,
          },
        ]
      : []),
  ];
  return (
    <Drawer open size={960} title={`${name(product)} · ${product.modelVersion}`} onClose={onClose}>
      <Tabs
        activeKey={items.some((one) => one.key === props.tab) ? props.tab : "model"}
        items={items}
        onChange={(tab) => onTab(tab === "model" ? "" : tab)}
      />
    </Drawer>
  );
}
