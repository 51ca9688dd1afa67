import "./products.css";
import { listProducts, type Product } from "@tracewater/contract/fleet/products";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import type { Column } from "../../../kit/data-table/column.ts";
import { DataTable } from "../../../kit/data-table/data-table.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { State } from "../../../kit/state.tsx";
import type { TextKey } from "../../../kit/text-key.ts";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { useProductName } from "../../../pickers/product-name.ts";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { ProductDrawer } from "./product-drawer.tsx";

/** Device types with their thing models: what devices report, emit and do. */
export default function ProductListPage() {
  return (
    <PermittedPage to="device:product:list">
      <ProductList />
    </PermittedPage>
  );
}

function ProductList() {
  const { t } = useTranslation("fleet-products");
  const { filters, change } = useUrlFilters(["product", "tab"]);
  const found = useApi(listProducts, {}, { handled: true });
  const open = (id: number | null) => change({ values: { product: id === null ? "" : String(id), tab: "" } });
  const columns = useColumns(open);
  const chosen = found.data?.data.find((one) => String(one.productId) === filters.values.product);
  return (
    <PageFrame title={t("title")} hint={t("hint")}>
      <Card flush>
        {found.error !== null && found.data === undefined ? (
          <ErrorBox error={found.error} onRetry={() => void found.refetch()} />
        ) : (
          <DataTable
            id="product"
            columns={columns}
            rows={found.data?.data ?? []}
            rowKey={(row) => String(row.productId)}
            loading={found.isPending}
            onRowClick={(row) => open(row.productId)}
            cards={(row) => <ProductCard row={row} onOpen={open} />}
          />
        )}
      </Card>
      {chosen === undefined ? null : (
        <ProductDrawer
          product={chosen}
          tab={filters.values.tab}
          onTab={(tab) => change({ values: { tab } })}
          onClose={() => open(null)}
        />
      )}
    </PageFrame>
  );
}

function useColumns(onOpen: (id: number) => void): Column<Product>[] {
  const { t } = useTranslation("fleet-products");
  const label = (id: TextKey<"fleet-products", "column">) => ({ id, label: t(`column.${id}`) });
  return [
    {
      ...label("product"),
      width: 220,
      required: true,
      cell: (row) => <ProductLink row={row} onOpen={onOpen} />,
    },
    { ...label("productKey"), width: 170, cell: (row) => <span className="code">{row.productKey}</span> },
    { ...label("version"), width: 120, cell: (row) => <span className="code">{row.modelVersion}</span> },
    { ...label("model"), width: 220, cell: (row) => <ModelState row={row} /> },
    {
      ...label("devices"),
      width: 110,
      align: "right",
      cell: (row) => <span className="num">{row.deviceCount}</span>,
    },
    { ...label("registration"), width: 150, cell: (row) => <RegistrationState row={row} /> },
  ];
}

function ProductLink({ row, onOpen }: { row: Product; onOpen: (id: number) => void }) {
  const name = useProductName();
  return (
    <button type="button" className="product-link" onClick={() => onOpen(row.productId)}>
      {name(row)}
    </button>
  );
}

function ModelState({ row }: { row: Product }) {
  const { t } = useTranslation("fleet-products");
  if (!row.isChanged) return <State tone="ok" label={t("model.shipped")} />;
  const isBehind = row.shippedVersion !== null && row.shippedVersion !== row.modelVersion;
  const words = isBehind ? t("model.changedBehind", { version: row.shippedVersion }) : t("model.changed");
  return <State tone="info" shape="square" label={words} />;
}

function RegistrationState({ row }: { row: Product }) {
  const { t } = useTranslation("fleet-products");
  return row.dynamicRegistration ? (
    <State tone="warn" label={t("registration.on")} />
  ) : (
    <State tone="off" label={t("registration.off")} />
  );
}

function ProductCard({ row, onOpen }: { row: Product; onOpen: (id: number) => void }) {
  const { t } = useTranslation("fleet-products");
  return (
    <div className="product-card">
      <span className="product-line">
        <ProductLink row={row} onOpen={onOpen} />
        <span className="code">{row.modelVersion}</span>
      </span>
      <ModelState row={row} />
      <span className="product-line product-quiet">
        <span className="code">{row.productKey}</span>
        <span>{t("devices", { count: row.deviceCount })}</span>
      </span>
    </div>
  );
}
