import type { DeviceRow } from "@tracewater/contract/fleet/devices";
import Button from "antd/es/button";
import Dropdown from "antd/es/dropdown";
import { ArrowLeftRight, ChevronDown, FileUp, QrCode, ScanLine, Tags, Trash2 } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Allowed } from "../../../../api/allowed.tsx";
import { hasPermission, useSession } from "../../../../api/session.ts";
import { useDeviceTexts } from "../../../../device/device-texts.ts";
import { type FamilyConfig, familyPermission } from "../../../../device/families/family-config.ts";
import type { OpenLifecycle } from "../lifecycle/open-lifecycle.tsx";

const OpenLifecycleDialog = lazy(() =>
  import("../lifecycle/open-lifecycle.tsx").then((module) => ({ default: module.OpenLifecycleDialog })),
);

/** What is done with devices from their list: bring them in, claim one, and what is done with those that are chosen. */
export function ListTools(props: {
  familyConfig: FamilyConfig;
  chosen: readonly DeviceRow[];
  onDone: () => void;
  isShort?: boolean;
}) {
  const { familyConfig, chosen, onDone, isShort = false } = props;
  const { t } = useDeviceTexts();
  const [open, setOpen] = useState<OpenLifecycle | null>(null);
  return (
    <>
      <Allowed to={familyPermission(familyConfig, "add")}>
        <Button
          icon={<ScanLine size={16} />}
          aria-label={t("life.claim")}
          onClick={() => setOpen({ kind: "claim" })}
        >
          {isShort ? null : t("life.claim")}
        </Button>
        {isShort ? null : (
          <Button icon={<FileUp size={16} />} onClick={() => setOpen({ kind: "import" })}>
            {t("life.importOpen")}
          </Button>
        )}
      </Allowed>
      {isShort || chosen.length === 0 ? null : <ChosenMenu {...props} onOpen={setOpen} />}
      {open === null ? null : (
        <Suspense>
          <OpenLifecycleDialog
            familyConfig={familyConfig}
            open={open}
            onRemoved={onDone}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </>
  );
}

function ChosenMenu(props: {
  familyConfig: FamilyConfig;
  chosen: readonly DeviceRow[];
  onOpen: (open: OpenLifecycle) => void;
}) {
  const { familyConfig, onOpen } = props;
  const { t } = useDeviceTexts();
  const session = useSession();
  // What is retired is looked at, and restored on its own page.
  const chosen = props.chosen.filter((row) => row.retiredAt === null);
  const item = (
    kind: "move" | "tags" | "remove" | "label",
    verb: "edit" | "remove" | "secret",
    icon: ReactNode,
  ) =>
    hasPermission(familyPermission(familyConfig, verb), session)
      ? [
          {
            key: kind,
            icon,
            danger: kind === "remove",
            label: t(`life.menu.${kind}`),
            onClick: () => onOpen({ kind, chosen }),
          },
        ]
      : [];
  const items = [
    ...item("label", "secret", <QrCode size={16} />),
    ...item("move", "edit", <ArrowLeftRight size={16} />),
    ...item("tags", "edit", <Tags size={16} />),
    ...item("remove", "remove", <Trash2 size={16} />),
  ];
  if (items.length === 0 || chosen.length === 0) return null;
  return (
    <Dropdown trigger={["click"]} menu={{ items }}>
      <Button>
        {t("life.chosen", { count: chosen.length })}
        <ChevronDown size={14} />
      </Button>
    </Dropdown>
  );
}
