import type { DeviceDetail } from "@tracewater/contract/fleet/devices";
import type { ProductModel } from "@tracewater/contract/fleet/products";
import { useTranslation } from "react-i18next";
import { Age } from "../../../../kit/age.tsx";
import { Card } from "../../../../kit/card.tsx";
import { Loading } from "../../../../kit/loading.tsx";
import { Quantity } from "../../../../kit/quantity.tsx";

type Property = ProductModel["properties"][number];

/** Live values of a device, each with its age. */
export function LiveCells(props: {
  device: DeviceDetail;
  properties: readonly Property[] | undefined;
  watched: readonly string[];
}) {
  const { device } = props;
  const { t, i18n } = useTranslation("field-samplers");
  const isZh = i18n.language === "zh";
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
              {isZh ? property.nameZh : property.name}
              <Age at={device.latest[property.identifier]?.at ?? null} />
            </dt>
            <dd>
              <Value property={property} device={device} isZh={isZh} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function Value(props: { property: Property; device: DeviceDetail; isZh: boolean }) {
  const { identifier, dataType } = props.property;
  const reported = props.device.latest[identifier];
  if (reported === undefined) return "—";
  if (dataType.type === "enum" || dataType.type === "bool") {
    const option = dataType.options.find((one) => one.value === Number(reported.value));
    return option === undefined ? String(reported.value) : props.isZh ? option.nameZh : option.name;
  }
  if (dataType.type !== "int" && dataType.type !== "float" && dataType.type !== "double")
    return String(reported.value);
  const digits = dataType.step === null || dataType.step >= 1 ? 0 : dataType.step >= 0.1 ? 1 : 2;
  const value = typeof reported.value === "number" ? reported.value : null;
  return <Quantity value={value} unit={dataType.unit} digits={digits} alarm={reported.outOfRange} />;
}
