import { useTranslation } from "react-i18next";

type Named = { productName: string; productNameZh: string };

/** A product's name in the user's language. */
export function useProductName(): (row: Named) => string {
  const { i18n } = useTranslation();
  return (row) => (i18n.language.startsWith("zh") ? row.productNameZh : row.productName);
}
