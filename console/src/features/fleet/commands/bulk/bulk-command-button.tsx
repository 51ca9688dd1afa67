import Button from "antd/es/button";
import { ListChecks } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Allowed } from "../../../../api/allowed.tsx";
import { useDeviceTexts } from "../../../../device/device-texts.ts";
import { type FamilyConfig, familyPermission } from "../../../../device/families/family-config.ts";
import type { ListFilters } from "../../../../device/list-filters.ts";

/** Loaded when it is opened: a list is shown long before anybody commands all of it. */
const BulkCommandDrawer = lazy(() =>
  import("./bulk-command-drawer.tsx").then((module) => ({ default: module.BulkCommandDrawer })),
);

/** A command to all devices of the list, and what became of earlier ones. */
export function BulkCommandButton(props: {
  familyConfig: FamilyConfig;
  filters: ListFilters;
  /** How many devices the list shows with its filters; null before that is known. */
  total: number | null;
  /** The type of the devices in the list; null where it is empty. */
  productId: number | null;
}) {
  const { t } = useDeviceTexts();
  const [open, setOpen] = useState(false);
  return (
    <Allowed to={familyPermission(props.familyConfig, "command")}>
      <Button icon={<ListChecks size={16} />} onClick={() => setOpen(true)}>
        {t("batch.open")}
      </Button>
      {open ? (
        <Suspense>
          <BulkCommandDrawer {...props} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </Allowed>
  );
}
