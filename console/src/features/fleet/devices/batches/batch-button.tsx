import Button from "antd/es/button";
import { ListChecks } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Allowed } from "../../../../api/allowed.tsx";
import { type FamilyFacts, familyPermission } from "../families/family-facts.ts";
import type { ListFilters } from "../list/list-filters.ts";
import { useWords } from "../model/words.ts";

/** Loaded when it is opened: a list is shown long before anybody commands all of it. */
const BatchDrawer = lazy(() =>
  import("./batch-drawer.tsx").then((module) => ({ default: module.BatchDrawer })),
);

/** A command to all devices of the list, and what became of earlier ones. */
export function BatchButton(props: {
  facts: FamilyFacts;
  filters: ListFilters;
  /** How many devices the list shows with its filters; null before that is known. */
  total: number | null;
  /** The type of the devices in the list; null where it is empty. */
  productId: number | null;
}) {
  const { t } = useWords();
  const [open, setOpen] = useState(false);
  return (
    <Allowed to={familyPermission(props.facts, "command")}>
      <Button icon={<ListChecks size={16} />} onClick={() => setOpen(true)}>
        {t("batch.open")}
      </Button>
      {open ? (
        <Suspense>
          <BatchDrawer {...props} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </Allowed>
  );
}
