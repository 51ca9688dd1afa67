import {
  getProduct,
  type NamedType,
  type ProductModel,
  type ValueType,
} from "@tracewater/contract/fleet/products";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { useLocalized } from "../../../kit/use-localized.ts";

/** What devices of the product report, emit and do, in words. */
export function ModelView({ productId }: { productId: number }) {
  const { t } = useTranslation("fleet-products");
  const found = useApi(getProduct, { params: { id: productId } }, { handled: true });
  const name = useName();
  const type = useTypeLabels();
  if (found.data === undefined) {
    return found.error === null ? (
      <Loading lines={10} />
    ) : (
      <ErrorBox error={found.error} onRetry={() => void found.refetch()} />
    );
  }
  const { properties, events, services } = found.data.data.model;
  return (
    <div className="model">
      <Part
        title={t("part.properties", { count: properties.length })}
        heads={[
          t("column.name"),
          t("column.identifier"),
          t("column.type"),
          t("column.group"),
          t("column.access"),
        ]}
        rows={properties.map((one) => [
          name(one),
          one.identifier,
          type(one.dataType),
          t(`group.${one.group}`),
          t(one.writable ? "access.rw" : "access.r"),
        ])}
      />
      <Part
        title={t("part.events", { count: events.length })}
        heads={[t("column.name"), t("column.identifier"), t("column.kind"), t("column.outputs")]}
        rows={events.map((one) => [
          name(one),
          one.identifier,
          t(`event.${one.type}`),
          listOf(one.outputData, type),
        ])}
      />
      <Part
        title={t("part.services", { count: services.length })}
        heads={[
          t("column.name"),
          t("column.identifier"),
          t("column.kind"),
          t("column.inputs"),
          t("column.outputs"),
        ]}
        rows={services.map((one) => [
          name(one),
          one.identifier,
          t(`call.${one.callType}`),
          inputsOf(one.inputData, type),
          listOf(one.outputData, type),
        ])}
      />
    </div>
  );
}

function Part(props: { title: string; heads: string[]; rows: string[][] }) {
  return (
    <section>
      <h3 className="model-title">{props.title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className="model-scroll" tabIndex={0} aria-label={props.title}>
        <table className="model-table">
          <thead>
            <tr>
              {props.heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {props.rows.map((cells) => (
              <tr key={cells[1]}>
                {cells.map((cell, at) => (
                  <td
                    key={props.heads[at]}
                    className={at === 1 ? "code" : undefined}
                    data-label={props.heads[at]}
                  >
                    {cell === "" ? "—" : cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

function useName(): (one: { name: string; nameZh: string }) => string {
  const localized = useLocalized();
  return (one) => localized({ en: one.name, zh: one.nameZh });
}

type TypeLabels = (type: ValueType) => string;

function useTypeLabels(): TypeLabels {
  const { t } = useTranslation("fleet-products");
  const nameOf = useName();
  return function words(type: ValueType): string {
    switch (type.type) {
      case "int":
      case "float":
      case "double": {
        const range =
          type.min === null && type.max === null ? "" : ` ${type.min ?? "−∞"} … ${type.max ?? "∞"}`;
        return `${t(`type.${type.type}`)}${range}${type.unit === null ? "" : ` ${type.unit}`}`;
      }
      case "text":
        return t("type.text", { count: type.length });
      case "enum":
      case "bool":
        return type.options.map((one) => `${one.value} ${nameOf(one)}`).join(", ");
      case "date":
        return t("type.date");
      case "struct":
        return `{ ${listOf(type.fields, words)} }`;
      case "array":
        return t("type.array", { count: type.size, item: words(type.item) });
    }
  };
}

function listOf(fields: readonly NamedType[], type: TypeLabels): string {
  return fields.map((one) => `${one.identifier}: ${type(one.dataType)}`).join("; ");
}

function inputsOf(inputs: ProductModel["services"][number]["inputData"], type: TypeLabels): string {
  return inputs.map((one) => `${one.identifier}${one.required ? "*" : ""}: ${type(one.dataType)}`).join("; ");
}
