import { listConfigVersions } from "@tracewater/contract/fleet/product-config";
import Button from "antd/es/button";
import { ExternalLink } from "lucide-react";
import { useNavigate } from "react-router";
import { Allowed } from "../../../api/allowed.tsx";
import { useApi } from "../../../api/use-api.ts";
import { useDeviceTexts } from "../../../device/device-texts.ts";
import { formatBytes } from "../../../kit/file-state.ts";
import { formatMoment } from "../../../kit/moment.ts";
import { State } from "../../../kit/state.tsx";
import { Panel } from "./panel.tsx";

/** The configuration file that all devices of the product fetch; it is written on the product's page. */
export function ConfigPanel({ productId }: { productId: number }) {
  const { t } = useDeviceTexts();
  const navigate = useNavigate();
  const found = useApi(listConfigVersions, { params: { id: productId } }, { everyMs: 60_000, handled: true });
  const edit = (
    <Allowed to="device:product:edit">
      <Button
        icon={<ExternalLink size={16} />}
        onClick={() => void navigate(`/device/product?product=${productId}&tab=config`)}
      >
        {t("twin.config.edit")}
      </Button>
    </Allowed>
  );
  return (
    <Panel lead={t("twin.config.lead")} acts={edit} found={found}>
      {({ data }) =>
        data.length === 0 ? (
          <p className="twin-none">{t("twin.config.none")}</p>
        ) : (
          <ul className="twin-rows">
            {data.map((one, at) => (
              <li key={one.version} className="twin-row">
                <span className="twin-name">
                  <strong>{t("twin.version", { version: one.version })}</strong>
                  <span className="device-quiet">{one.note}</span>
                </span>
                <span className="twin-value">
                  <span className="num">{formatBytes(one.size)}</span>
                  <span className="code device-quiet" title={one.sha256}>
                    {one.sha256.slice(0, 12)}…
                  </span>
                </span>
                {at === 0 ? <State tone="ok" label={t("twin.config.current")} /> : <span />}
                <span className="twin-when device-quiet">
                  {one.actor} · <time>{formatMoment(one.createdAt)}</time>
                </span>
              </li>
            ))}
          </ul>
        )
      }
    </Panel>
  );
}
