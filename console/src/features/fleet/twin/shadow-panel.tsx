import { getShadow } from "@tracewater/contract/fleet/device-twin";
import Button from "antd/es/button";
import { Pencil } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useApi } from "../../../api/use-api.ts";
import { useDeviceTexts } from "../../../device/device-texts.ts";
import { JsonView } from "../../../device/json-view.tsx";
import type { OpenDevice } from "../../../device/use-device.ts";
import { Age } from "../../../kit/age.tsx";
import { addressOf, Panel, useMayCommand } from "./panel.tsx";

const ShadowDialog = lazy(() =>
  import("./shadow-dialog.tsx").then((module) => ({ default: module.ShadowDialog })),
);

/** The device's shadow: what it reported of itself last, next to what it is to take over. */
export function ShadowPanel({ open }: { open: OpenDevice }) {
  const { t } = useDeviceTexts();
  const found = useApi(getShadow, addressOf(open), { everyMs: 15_000, handled: true });
  const mayCommand = useMayCommand(open);
  const [isChanging, setIsChanging] = useState(false);
  const change = mayCommand ? (
    <Button
      icon={<Pencil size={16} />}
      disabled={found.data === undefined}
      onClick={() => setIsChanging(true)}
    >
      {t("twin.shadow.change")}
    </Button>
  ) : null;
  return (
    <Panel lead={t("twin.shadow.lead")} acts={change} found={found}>
      {({ data }) => (
        <>
          <p className="twin-when device-quiet">
            {t("twin.version", { version: data.version })}
            {data.changedAt === null ? null : (
              <>
                {" · "}
                <Age at={data.changedAt} />
              </>
            )}
          </p>
          <div className="twin-shadow">
            <section>
              <h3>{t("twin.shadow.reported")}</h3>
              <Side value={data.reported} none={t("twin.shadow.noReport")} />
            </section>
            <section>
              <h3>{t("twin.shadow.desired")}</h3>
              <Side value={data.desired} none={t("twin.shadow.noWish")} />
            </section>
          </div>
          {isChanging ? (
            <Suspense>
              <ShadowDialog open={open} shadow={data} onClose={() => setIsChanging(false)} />
            </Suspense>
          ) : null}
        </>
      )}
    </Panel>
  );
}

function Side({ value, none }: { value: Record<string, unknown>; none: string }) {
  return Object.keys(value).length === 0 ? (
    <p className="device-quiet">{none}</p>
  ) : (
    <JsonView value={value} />
  );
}
