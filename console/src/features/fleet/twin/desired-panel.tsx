import { listDesired, setDesired } from "@tracewater/contract/fleet/desired";
import type { ProductModel } from "@tracewater/contract/fleet/products";
import { nameIn } from "@tracewater/contract/locales";
import Button from "antd/es/button";
import Popconfirm from "antd/es/popconfirm";
import { Plus, Undo2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { invalidate, useApi, useApiMutation } from "../../../api/use-api.ts";
import { useDeviceTexts } from "../../../device/device-texts.ts";
import { type OpenDevice, useOpenDevice } from "../../../device/use-device.ts";
import { printValue, printWithUnit } from "../../../device/values.ts";
import { Age } from "../../../kit/age.tsx";
import { IconButton } from "../../../kit/icon-button.tsx";
import { State } from "../../../kit/state.tsx";
import { addressOf, Panel, useMayCommand } from "./panel.tsx";

type Desired = { identifier: string; value?: unknown; version: number; changedAt: number; actor: string };
type Acting = { open: OpenDevice; model: ProductModel };

const DesiredDialog = lazy(() =>
  import("./desired-dialog.tsx").then((module) => ({ default: module.DesiredDialog })),
);

/** Values that the device is wished to have: reported at once while it is here, else it asks for them when it comes. */
export function DesiredPanel({ open, model }: Acting) {
  const { t } = useDeviceTexts();
  const found = useApi(listDesired, addressOf(open), { everyMs: 15_000, handled: true });
  const mayCommand = useMayCommand(open);
  const [isSetting, setIsSetting] = useState(false);
  const add = mayCommand ? (
    <Button icon={<Plus size={16} />} onClick={() => setIsSetting(true)}>
      {t("twin.desired.set")}
    </Button>
  ) : null;
  return (
    <Panel lead={t("twin.desired.lead")} acts={add} found={found}>
      {({ data }) => (
        <>
          {data.length === 0 ? (
            <p className="twin-none">{t("twin.desired.none")}</p>
          ) : (
            <ul className="twin-rows">
              {[...data].sort(waitingFirst).map((one) => (
                <DesiredRow
                  key={one.identifier}
                  one={one}
                  open={open}
                  model={model}
                  mayCommand={mayCommand}
                />
              ))}
            </ul>
          )}
          {isSetting ? (
            <Suspense>
              <DesiredDialog open={open} model={model} onClose={() => setIsSetting(false)} />
            </Suspense>
          ) : null}
        </>
      )}
    </Panel>
  );
}

function DesiredRow({ one, open, model, mayCommand }: Acting & { one: Desired; mayCommand: boolean }) {
  const { t, language, labelOf } = useDeviceTexts();
  const { latest } = useOpenDevice().device;
  const withdraw = useApiMutation(setDesired);
  const property = model.properties.find((known) => known.identifier === one.identifier);
  const print = (value: unknown) => printWithUnit(printValue(property?.dataType, value, labelOf));
  const reported = latest[one.identifier]?.value;
  const isDesired = !isSettled(one);
  const isReached = isDesired && JSON.stringify(reported) === JSON.stringify(one.value);
  const name = property === undefined ? one.identifier : nameIn(property, language);
  const submit = () =>
    withdraw.mutate(
      { ...addressOf(open), body: { values: { [one.identifier]: null } } },
      { onSettled: () => void invalidate(listDesired) },
    );
  return (
    <li className="twin-row">
      <span className="twin-name">
        <strong>{name}</strong>
        <span className="code device-quiet">{one.identifier}</span>
      </span>
      <span className="twin-value">
        {isDesired ? (
          <>
            <strong>{print(one.value)}</strong>
            <span className="device-quiet">{t("twin.desired.reported", { value: print(reported) })}</span>
          </>
        ) : (
          <span className="device-quiet">—</span>
        )}
      </span>
      <State
        tone={isDesired ? (isReached ? "ok" : "info") : "off"}
        shape={isDesired && !isReached ? "half" : undefined}
        label={t(`twin.desired.${isDesired ? (isReached ? "reached" : "waiting") : "settled"}`)}
      />
      <span className="twin-when device-quiet">
        {t("twin.version", { version: one.version })} · {one.actor} <Age at={one.changedAt} />
      </span>
      <span className="twin-acts">
        {isDesired && mayCommand ? (
          <Popconfirm
            title={t("twin.desired.ask", { name })}
            okText={t("twin.desired.withdraw")}
            cancelText={t("cancel")}
            onConfirm={submit}
          >
            <IconButton label={t("twin.desired.withdrawOne", { name })}>
              <Undo2 />
            </IconButton>
          </Popconfirm>
        ) : null}
      </span>
    </li>
  );
}

function isSettled(one: Desired): boolean {
  return one.value === null || one.value === undefined;
}

function waitingFirst(a: Desired, b: Desired): number {
  return Number(isSettled(a)) - Number(isSettled(b));
}
