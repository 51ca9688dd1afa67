import { deviceImport } from "@tracewater/contract/fleet/device-import";
import { type DeviceDetail, listDevices } from "@tracewater/contract/fleet/devices";
import { lazy, Suspense } from "react";
import { ImportDialog } from "../../../../resource/import-dialog.tsx";
import type { FamilyFacts } from "../families/family-facts.ts";
import { useWords } from "../model/words.ts";
import type { Chosen } from "./use-life.ts";

/** The dialog that is open over a list or a device. */
export type OpenLife =
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

type Props = { facts: FamilyFacts; open: OpenLife; onRemoved: () => void; onClose: () => void };

export function OpenLifeDialog(props: Props) {
  return (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  );
}

function Dialog({ facts, open, onRemoved, onClose }: Props) {
  const { t } = useWords();
  switch (open.kind) {
    case "import":
      return (
        <ImportDialog
          resource={deviceImport}
          listed={listDevices}
          params={{ family: facts.family }}
          title={t(`life.import.${facts.family}`)}
          addsOnly
          onClose={onClose}
        />
      );
    case "claim":
      return <ClaimDialog onClose={onClose} />;
    case "move":
      return <MoveDialog facts={facts} chosen={open.chosen} onClose={onClose} />;
    case "tags":
      return <TagsDialog facts={facts} chosen={open.chosen} onClose={onClose} />;
    case "remove":
      return <RemoveDialog facts={facts} chosen={open.chosen} onRemoved={onRemoved} onClose={onClose} />;
    case "label":
      return <LabelDialog facts={facts} chosen={open.chosen} onClose={onClose} />;
    case "replace":
      return <ReplaceDialog facts={facts} device={open.device} onClose={onClose} />;
    case "edit":
      return <EditDialog facts={facts} device={open.device} onClose={onClose} />;
  }
}
