import { textIn } from "@tracewater/contract/locales";
import Button from "antd/es/button";
import { Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Allowed } from "../../../../api/allowed.tsx";
import { useDeviceTexts } from "../../../../device/device-texts.ts";
import { type FamilyConfig, familyPermission } from "../../../../device/families/family-config.ts";
import { EmptyState } from "../../../../kit/empty-state.tsx";
import { useFamilyNames } from "../../../../pickers/family-names.ts";

/** Loaded when it is opened: a list is shown long before anybody adds to it. */
const AddDeviceSteps = lazy(() =>
  import("./add-device-steps.tsx").then((module) => ({ default: module.AddDeviceSteps })),
);

/** What the list says without rows: how to begin, or that the search found none. */
export function NoDevices({ familyConfig, filtered }: { familyConfig: FamilyConfig; filtered: boolean }) {
  const { t, language } = useDeviceTexts();
  const names = useFamilyNames();
  if (filtered) return <EmptyState title={t("list.noMatch")} text={t("list.noMatchText")} />;
  return (
    <EmptyState
      title={t("list.none", { family: names.manyInText(familyConfig.family) })}
      text={textIn(familyConfig.noneText, language)}
      action={<AddDevice familyConfig={familyConfig} />}
    />
  );
}

/** The button, the form behind it, and the new device's credentials after it. */
export function AddDevice({
  familyConfig,
  isShort = false,
}: {
  familyConfig: FamilyConfig;
  isShort?: boolean;
}) {
  const { t } = useDeviceTexts();
  const [open, setOpen] = useState(false);
  return (
    <Allowed to={familyPermission(familyConfig, "add")}>
      <Button
        type="primary"
        icon={<Plus size={16} />}
        aria-label={t("add.open")}
        onClick={() => setOpen(true)}
      >
        {isShort ? null : t("add.open")}
      </Button>
      {open ? (
        <Suspense>
          <AddDeviceSteps familyConfig={familyConfig} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </Allowed>
  );
}
