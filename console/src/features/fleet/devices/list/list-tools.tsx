import type { DeviceRow } from "@tracewater/contract/fleet/devices";
import Button from "antd/es/button";
import Dropdown from "antd/es/dropdown";
import { ArrowLeftRight, ChevronDown, FileUp, QrCode, ScanLine, Tags, Trash2 } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Allowed } from "../../../../api/allowed.tsx";
import { hasPermission, useSession } from "../../../../api/session.ts";
import { type FamilyFacts, familyPermission } from "../families/family-facts.ts";
import type { OpenLife } from "../life/open-life.tsx";
import { useWords } from "../model/words.ts";

const OpenLifeDialog = lazy(() =>
  import("../life/open-life.tsx").then((module) => ({ default: module.OpenLifeDialog })),
);

/** What is done with devices from their list: bring them in, claim one, and what is done with those that are chosen. */
export function ListTools(props: {
  facts: FamilyFacts;
  chosen: readonly DeviceRow[];
  onDone: () => void;
  isShort?: boolean;
}) {
  const { facts, chosen, onDone, isShort = false } = props;
  const { t } = useWords();
  const [open, setOpen] = useState<OpenLife | null>(null);
  return (
    <>
      <Allowed to={familyPermission(facts, "add")}>
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
          <OpenLifeDialog facts={facts} open={open} onRemoved={onDone} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  );
}

function ChosenMenu(props: {
  facts: FamilyFacts;
  chosen: readonly DeviceRow[];
  onOpen: (open: OpenLife) => void;
}) {
  const { facts, onOpen } = props;
  const { t } = useWords();
  const session = useSession();
  // What is retired is looked at, and restored on its own page.
  const chosen = props.chosen.filter((row) => row.retiredAt === null);
  const item = (
    kind: "move" | "tags" | "remove" | "label",
    verb: "edit" | "remove" | "secret",
    icon: ReactNode,
  ) =>
    hasPermission(familyPermission(facts, verb), session)
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
