import type { FamilyKey } from "@tracewater/contract/fleet/families";
import { getProduct, listProducts, type ProductModel } from "@tracewater/contract/fleet/products";
import { nameIn } from "@tracewater/contract/locales";
import { useApi } from "../../../api/use-api.ts";
import { formatNumber } from "../../../kit/number.ts";
import { useLocale } from "../../../kit/use-localized.ts";

type Named = { identifier: string; name: string; nameZh: string };
type Property = ProductModel["properties"][number];

/** The thing model of a family, and its words in the user's language; an identifier stands for itself until it is there. */
export function useModelLabels(typeKey: FamilyKey | null | undefined) {
  const locale = useLocale();
  const products = useApi(listProducts, {}, { staleMs: 600_000, silent: true });
  const product = products.data?.data.find((one) => one.typeKey === typeKey);
  const input = { params: { id: product?.productId ?? 0 } };
  const options = { enabled: product !== undefined, staleMs: 600_000, silent: true };
  const model = useApi(getProduct, input, options).data?.data.model;
  const nameOf = (named: Named | undefined, identifier: string) =>
    named === undefined ? identifier : nameIn(named, locale);
  const property = (identifier: string) => model?.properties.find((one) => one.identifier === identifier);
  return {
    model,
    propertyName: (identifier: string) => nameOf(property(identifier), identifier),
    eventName: (identifier: string) =>
      nameOf(
        model?.events.find((one) => one.identifier === identifier),
        identifier,
      ),
    unitOf: (identifier: string) => unitOf(property(identifier)),
    isState: (identifier: string) => optionsOf(property(identifier)) !== null,
    valueText(identifier: string, value: number | null): string {
      if (value === null) return "—";
      const option = optionsOf(property(identifier))?.find((one) => one.value === value);
      if (option !== undefined) return nameIn(option, locale);
      const unit = unitOf(property(identifier));
      return unit === "" ? formatNumber(value) : `${formatNumber(value)} ${unit}`;
    },
  };
}

function unitOf(property: Property | undefined): string {
  const type = property?.dataType;
  return type !== undefined && "unit" in type && typeof type.unit === "string" ? type.unit : "";
}

/** The states of a property that is one of a few; null of a number. */
export function optionsOf(property: Property | undefined) {
  const type = property?.dataType;
  return type !== undefined && "options" in type && Array.isArray(type.options) ? type.options : null;
}
