import { listAttributes } from "@tracewater/contract/fleet/device-twin";
import { useApi } from "../../../api/use-api.ts";
import { useDeviceTexts } from "../../../device/device-texts.ts";
import type { OpenDevice } from "../../../device/use-device.ts";
import { Age } from "../../../kit/age.tsx";
import { addressOf, Panel } from "./panel.tsx";

/** What the device reported about itself once: its serial number, its modem, who put it up. */
export function AttributesPanel({ open }: { open: OpenDevice }) {
  const { t } = useDeviceTexts();
  const found = useApi(listAttributes, addressOf(open), { everyMs: 30_000, handled: true });
  return (
    <Panel lead={t("twin.attributes.lead")} found={found}>
      {({ data }) =>
        data.length === 0 ? (
          <p className="twin-none">{t("twin.attributes.none")}</p>
        ) : (
          <ul className="twin-rows">
            {data.map(({ key, value, toldAt }) => (
              <li key={key} className="twin-row twin-pair">
                <span className="code">{key}</span>
                <span className="twin-long">{value}</span>
                <span className="twin-when device-quiet">
                  <Age at={toldAt} />
                </span>
              </li>
            ))}
          </ul>
        )
      }
    </Panel>
  );
}
