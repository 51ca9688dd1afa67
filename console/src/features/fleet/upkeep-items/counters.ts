import type { MaintenanceItem } from "@tracewater/contract/fleet/maintenance-items";
import { getProduct, listProducts } from "@tracewater/contract/fleet/products";
import { useApi } from "../../../api/use-api.ts";
import { useLocalized } from "../../../kit/use-localized.ts";

/** The numbers that a device's family reports; of a new item on the page of all the family is not known yet. */
export function useCounters(
  typeKey: MaintenanceItem["typeKey"] | undefined,
): { value: string; label: string }[] {
  const localized = useLocalized();
  const products = useApi(listProducts, {}, { staleMs: 600_000, silent: true });
  const product = products.data?.data.find((one) => one.typeKey === typeKey);
  const input = { params: { id: product?.productId ?? 0 } };
  const model = useApi(getProduct, input, { enabled: product !== undefined, staleMs: 600_000, silent: true });
  return (model.data?.data.model.properties ?? [])
    .filter(({ dataType }) => ["int", "float", "double"].includes(dataType.type))
    .map(({ identifier, name, nameZh }) => ({
      value: identifier,
      label: localized({ en: name, zh: nameZh }),
    }));
}

/** What an item's counter is called; by its identifier until the model is there. */
export function useCounterName({ counter, typeKey }: MaintenanceItem): string {
  const counters = useCounters(counter === "" ? undefined : typeKey);
  return counters.find(({ value }) => value === counter)?.label ?? counter;
}
