import { deviceImport } from "@tracewater/contract/fleet/device-import";
import { type DeviceDetail, listDevices } from "@tracewater/contract/fleet/devices";
import { lazy, Suspense } from "react";
import { useDeviceTexts } from "../../../../device/device-texts.ts";
import type { Chosen } from "../../../../device/dialogs/use-lifecycle.ts";
import type { FamilyConfig } from "../../../../device/families/family-config.ts";
import { useFamilyNames } from "../../../../pickers/family-names.ts";
import { ImportDialog } from "../../../../resource/import-dialog.tsx";

/** The dialog that is open over a list or a device. */
export type OpenLifecycle =
  | { kind: "import" | "claim" }
  | { kind: "move" | "tags" | "remove" | "label"; chosen: readonly Chosen[] }
  | { kind: "replace"; device: Chosen }
  | { kind: "edit"; device: DeviceDetail };

// Each is loaded when it is opened: a list is read far more often than changed.
const ClaimDialog = lazy(() => import("./claim-dialog.tsx").then((m) => ({ default: m.ClaimDialog })));
const MoveDialog = lazy(() => import("./move-dialog.tsx").then((m) => ({ default: m.MoveDialog })));
const TagsDialog = lazy(() => import("./tags-dialog.tsx").then((m) => ({ default: m.TagsDialog })));
const RemoveDialog = lazy(() => import("./remove-dialog.tsx").then((m) => ({ default: m.RemoveDialog })));
const LabelDialog = lazy(() => import("./label-dialog.tsx").then((m) => ({ default: m.LabelDialog })));
const ReplaceDialog = lazy(() => import("./replace-dialog.tsx").then((m) => ({ default: m.ReplaceDialog })));
const EditDialog = lazy(() => import("./edit-dialog.tsx").then((m) => ({ default: m.EditDialog })));

type Props = { familyConfig: FamilyConfig; open: OpenLifecycle; onRemoved: () => void; onClose: () => void };

export function OpenLifecycleDialog(props: Props) {
  return (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  );
}

function Dialog({ familyConfig, open, onRemoved, onClose }: Props) {
  const { t } = useDeviceTexts();
  const names = useFamilyNames();
  switch (open.kind) {
    case "import":
      return (
        <ImportDialog
          resource={deviceImport}
          listed={listDevices}
          params={{ family: familyConfig.family }}
          title={t("life.import", { family: names.manyInText(familyConfig.family) })}
          addsOnly
          onClose={onClose}
        />
      );
    case "claim":
      return <ClaimDialog onClose={onClose} />;
    case "move":
      return <MoveDialog familyConfig={familyConfig} chosen={open.chosen} onClose={onClose} />;
    case "tags":
      return <TagsDialog familyConfig={familyConfig} chosen={open.chosen} onClose={onClose} />;
    case "remove":
      return (
        <RemoveDialog
          familyConfig={familyConfig}
          chosen={open.chosen}
          onRemoved={onRemoved}
          onClose={onClose}
        />
      );
    case "label":
      return <LabelDialog familyConfig={familyConfig} chosen={open.chosen} onClose={onClose} />;
    case "replace":
      return <ReplaceDialog familyConfig={familyConfig} device={open.device} onClose={onClose} />;
    case "edit":
      return <EditDialog familyConfig={familyConfig} device={open.device} onClose={onClose} />;
  }
}
