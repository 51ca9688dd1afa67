import Button from "antd/es/button";
import Dropdown from "antd/es/dropdown";
import { Ellipsis } from "lucide-react";
import type { ReactNode } from "react";
import { PathLink } from "./path-link.tsx";
import { useKitTranslation } from "./use-kit-translation.ts";

export type RecordMenuItem = { key: string; label: string; icon?: ReactNode; danger?: boolean } & (
  | { onClick: () => void }
  | { to: string }
);

/** What is seldom done with a record, behind its commands. What cannot be undone is last, below a rule. */
export function RecordMenu({ items }: { items: readonly (RecordMenuItem | null)[] }) {
  const t = useKitTranslation();
  const all = items.filter((item) => item !== null);
  if (all.length === 0) return null;
  const plain = all.filter((item) => !item.danger).map(entryOf);
  const dangerous = all.filter((item) => item.danger).map(entryOf);
  const rule = plain.length > 0 && dangerous.length > 0 ? [{ type: "divider" as const }] : [];
  return (
    <Dropdown trigger={["click"]} placement="bottomRight" menu={{ items: [...plain, ...rule, ...dangerous] }}>
      <Button icon={<Ellipsis size={16} />} aria-label={t("record.more")} />
    </Dropdown>
  );
}

function entryOf(item: RecordMenuItem) {
  const { key, icon, danger = false } = item;
  return "to" in item
    ? { key, icon, danger, label: <PathLink to={item.to}>{item.label}</PathLink> }
    : { key, icon, danger, label: item.label, onClick: item.onClick };
}
