import "./firmware.css";
import type { Firmware } from "@tracewater/contract/fleet/firmware";
import { useState } from "react";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { BatchDrawer } from "./batch-drawer.tsx";
import { BatchList } from "./batch-list.tsx";
import { UpgradeDialog } from "./upgrade-dialog.tsx";
import { useLiveUpgrades } from "./use-live-upgrades.ts";
import { VersionList } from "./version-list.tsx";

/** The versions that devices can be brought to, and how far they are on their way. */
export default function FirmwarePage() {
  return (
    <PermittedPage to="device:firmware:list">
      <FirmwareRoom />
    </PermittedPage>
  );
}

function FirmwareRoom() {
  const { filters, change } = useUrlFilters(["keyword", "state", "batch"]);
  const [upgrading, setUpgrading] = useState<Firmware | null>(null);
  const open = Number(filters.values.batch);
  useLiveUpgrades();
  const openBatch = (id: number | null) => change({ values: { batch: id === null ? "" : String(id) } });
  return (
    <PageFrame>
      <BatchList
        state={filters.values.state}
        onState={(state) => change({ values: { state } })}
        onOpen={openBatch}
      />
      <VersionList filters={filters} change={change} onUpgrade={setUpgrading} />
      {open > 0 ? <BatchDrawer id={open} onClose={() => openBatch(null)} /> : null}
      {upgrading === null ? null : (
        <UpgradeDialog
          firmware={upgrading}
          onClose={(started) => {
            setUpgrading(null);
            if (started !== undefined) openBatch(started);
          }}
        />
      )}
    </PageFrame>
  );
}
