import type { DeviceDetail } from "@tracewater/contract/fleet/devices";
import type { ProductModel } from "@tracewater/contract/fleet/products";
import { type Locale, nameIn } from "@tracewater/contract/locales";
import { useTranslation } from "react-i18next";
import { Age } from "../../../../kit/age.tsx";
import { Card } from "../../../../kit/card.tsx";
import { Loading } from "../../../../kit/loading.tsx";
import { Quantity } from "../../../../kit/quantity.tsx";
import { useLocale } from "../../../../kit/use-localized.ts";

type Property = ProductModel["properties"][number];

/** Live values of a device, each with its age. */
export function LiveCells(props: {
  device: DeviceDetail;
  properties: readonly Property[] | undefined;
  watched: readonly string[];
}) {
  const { device } = props;
  const { t } = useTranslation("field-samplers");
  const locale = useLocale();
  const properties = props.watched.flatMap(
    (identifier) => props.properties?.find((one) => one.identifier === identifier) ?? [],
  );
  return (
    <Card title={t("look.live")} hint={t("look.liveHint")}>
      {props.properties === undefined ? <Loading lines={4} /> : null}
      <dl className="look-cells">
        {properties.map((property) => (
          <div key={property.identifier}>
            <dt>
              {nameIn(property, locale)}
              <Age at={device.latest[property.identifier]?.at ?? null} />
            </dt>
            <dd>
              <Value property={property} device={device} locale={locale} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function Value(props: { property: Property; device: DeviceDetail; locale: Locale }) {
  const { identifier, dataType } = props.property;
  const reported = props.device.latest[identifier];
  if (reported === undefined) return "—";
  if (dataType.type === "enum" || dataType.type === "bool") {
    const option = dataType.options.find((one) => one.value === Number(reported.value));
    return option === undefined ? String(reported.value) : nameIn(option, props.locale);
  }
  if (dataType.type !== "int" && dataType.type !== "float" && dataType.type !== "double")
    return String(reported.value);
  const digits = dataType.step === null || dataType.step >= 1 ? 0 : dataType.step >= 0.1 ? 1 : 2;
  const value = typeof reported.value === "number" ? reported.value : null;
  return <Quantity value={value} unit={dataType.unit} digits={digits} alarm={reported.outOfRange} />;
}
