import "./twin.css";
import type { ProductModel } from "@tracewater/contract/fleet/products";
import Tabs from "antd/es/tabs";
import { memo } from "react";
import { useSearchParams } from "react-router";
import { useDeviceTexts } from "../../../device/device-texts.ts";
import type { OpenDevice } from "../../../device/use-device.ts";
import { Card } from "../../../kit/card.tsx";
import { AttributesPanel } from "./attributes-panel.tsx";
import { ConfigPanel } from "./config-panel.tsx";
import { DesiredPanel } from "./desired-panel.tsx";
import { DeviceLogPanel } from "./device-log-panel.tsx";
import { ShadowPanel } from "./shadow-panel.tsx";

const tabs = ["desired", "attributes", "shadow", "log", "config"] as const;
type Tab = (typeof tabs)[number];

/** What a device and the platform notify each other besides readings and commands; the chosen tab is in the address. */
export const TwinCard = memo(function TwinCard({ open, model }: { open: OpenDevice; model: ProductModel }) {
  const { t } = useDeviceTexts();
  const [search, setSearch] = useSearchParams();
  const chosen = tabs.find((tab) => tab === search.get("kept")) ?? "desired";
  const choose = (tab: string) => {
    const changed = new URLSearchParams(search);
    if (tab === "desired") changed.delete("kept");
    else changed.set("kept", tab);
    setSearch(changed, { replace: true, preventScrollReset: true });
  };
  return (
    <Card className="twin">
      <Tabs
        activeKey={chosen}
        destroyOnHidden
        onChange={choose}
        items={tabs.map((tab) => ({
          key: tab,
          label: t(`twin.tab.${tab}`),
          children: tab === chosen ? <Panel tab={tab} open={open} model={model} /> : null,
        }))}
      />
    </Card>
  );
});

function Panel({ tab, open, model }: { tab: Tab; open: OpenDevice; model: ProductModel }) {
  switch (tab) {
    case "desired":
      return <DesiredPanel open={open} model={model} />;
    case "attributes":
      return <AttributesPanel open={open} />;
    case "shadow":
      return <ShadowPanel open={open} />;
    case "log":
      return <DeviceLogPanel open={open} />;
    case "config":
      return <ConfigPanel productId={open.device.productId} />;
  }
}
