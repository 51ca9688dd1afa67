import type { DeviceRow } from "@tracewater/contract/fleet/devices";
import { getProduct } from "@tracewater/contract/fleet/products";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { SeriesChart } from "../../../charts/series-chart.tsx";
import { usePanels } from "../../../charts/use-panels.ts";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { useLocalized } from "../../../kit/use-localized.ts";

const dayMs = 86_400_000;

/** The last 24 hours of the first number that a device reports. */
export function WalkChart({ device }: { device: DeviceRow }) {
  const { t } = useTranslation("operations-situation");
  const localized = useLocalized();
  const [end] = useState(() => Date.now());
  const input = { params: { id: device.productId } };
  const model = useApi(getProduct, input, { staleMs: 600_000, silent: true }).data?.data.model;
  const charted = model?.properties.find((one) => typeof device.latest[one.identifier]?.value === "number");
  const properties = useMemo(() => {
    if (charted === undefined) return [];
    const unit =
      "unit" in charted.dataType && typeof charted.dataType.unit === "string" ? charted.dataType.unit : "";
    const title = localized({ en: charted.name, zh: charted.nameZh });
    return [{ identifier: charted.identifier, title, unit, digits: undefined, limits: undefined }];
  }, [charted, localized]);
  const fetched = usePanels({ deviceId: device.id, properties, begin: end - dayMs, end, isLive: true });
  if (model !== undefined && charted === undefined) return <EmptyState title={t("noValues")} />;
  return <SeriesChart fetched={fetched} panelHeight={220} />;
}
