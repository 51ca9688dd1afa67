import Button from "antd/es/button";
import { Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Allowed } from "../../../../api/allowed.tsx";
import { Blank } from "../../../../kit/blank.tsx";
import { type FamilyFacts, familyPermission } from "../families/family-facts.ts";
import { useWords } from "../model/words.ts";

/** Loaded when it is opened: a list is shown long before anybody adds to it. */
const AddDeviceSteps = lazy(() =>
  import("./add-device-steps.tsx").then((module) => ({ default: module.AddDeviceSteps })),
);

/** What the list says without rows: how to begin, or that the search found none. */
export function NoDevices({ facts, filtered }: { facts: FamilyFacts; filtered: boolean }) {
  const { t } = useWords();
  if (filtered) return <Blank title={t("list.noMatch")} text={t("list.noMatchText")} />;
  return (
    <Blank
      title={t(`list.none.${facts.family}`)}
      text={t(`list.noneText.${facts.family}`)}
      action={<AddDevice facts={facts} />}
    />
  );
}

/** The button, the form behind it, and the new device's credentials after it. */
export function AddDevice({ facts, isShort = false }: { facts: FamilyFacts; isShort?: boolean }) {
  const { t } = useWords();
  const [open, setOpen] = useState(false);
  return (
    <Allowed to={familyPermission(facts, "add")}>
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
          <AddDeviceSteps facts={facts} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </Allowed>
  );
}
