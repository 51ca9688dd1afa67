import "./firmware.css";
import type { Firmware } from "@tracewater/contract/fleet/firmware";
import { useState } from "react";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { RolloutDrawer } from "./rollout-drawer.tsx";
import { RolloutList } from "./rollout-list.tsx";
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
  const openRollout = (id: number | null) => change({ values: { batch: id === null ? "" : String(id) } });
  return (
    <PageFrame>
      <RolloutList
        state={filters.values.state}
        onState={(state) => change({ values: { state } })}
        onOpen={openRollout}
      />
      <VersionList filters={filters} change={change} onUpgrade={setUpgrading} />
      {open > 0 ? <RolloutDrawer id={open} onClose={() => openRollout(null)} /> : null}
      {upgrading === null ? null : (
        <UpgradeDialog
          firmware={upgrading}
          onClose={(started) => {
            setUpgrading(null);
            if (started !== undefined) openRollout(started);
          }}
        />
      )}
    </PageFrame>
  );
}
