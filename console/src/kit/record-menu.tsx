import Button from "antd/es/button";
import Dropdown from "antd/es/dropdown";
import { Ellipsis } from "lucide-react";
import type { ReactNode } from "react";
import { PathLink } from "./path-link.tsx";
import { useKitTranslation } from "./use-kit-translation.ts";

export type RecordMenuItem = {
  key: string;
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  disabled?: boolean;
} & ({ onClick: () => void } | { to: string });

/** So many commands of a record are buttons, the others are in its menu. */
export const maxCommands = 2;

/** What is seldom done with a record, behind its commands. */
export function RecordMenu({ items }: { items: readonly (RecordMenuItem | null)[] }) {
  const t = useKitTranslation();
  const entries = menuEntries(items);
  if (entries.length === 0) return null;
  return (
    <Dropdown trigger={["click"]} placement="bottomRight" menu={{ items: entries }}>
      <Button icon={<Ellipsis size={16} />} aria-label={t("record.more")} />
    </Dropdown>
  );
}

/** As antd takes them: what cannot be undone is last, below a rule. */
export function menuEntries(items: readonly (RecordMenuItem | null)[]) {
  const all = items.filter((item) => item !== null);
  const plain = all.filter((item) => !item.danger).map(entryOf);
  const dangerous = all.filter((item) => item.danger).map(entryOf);
  const rule = plain.length > 0 && dangerous.length > 0 ? [{ type: "divider" as const }] : [];
  return [...plain, ...rule, ...dangerous];
}

function entryOf(item: RecordMenuItem) {
  const { key, icon, danger = false, disabled = false } = item;
  return "to" in item
    ? { key, icon, danger, disabled, label: <PathLink to={item.to}>{item.label}</PathLink> }
    : { key, icon, danger, disabled, label: item.label, onClick: item.onClick };
}
