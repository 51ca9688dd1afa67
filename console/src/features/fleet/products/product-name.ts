import type { Product } from "@tracewater/contract/fleet/products";
import { useTranslation } from "react-i18next";

/** A product's name in the user's language. */
export function useProductName(): (row: Product) => string {
  const { i18n } = useTranslation();
  return (row) => (i18n.language.startsWith("zh") ? row.productNameZh : row.productName);
}
