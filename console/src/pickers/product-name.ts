import { useLocalized } from "../kit/use-localized.ts";

type Named = { productName: string; productNameZh: string };

/** A product's name in the user's language. */
export function useProductName(): (row: Named) => string {
  const localized = useLocalized();
  return (row) => localized({ en: row.productName, zh: row.productNameZh });
}
