import Dropdown from "antd/es/dropdown";
import { Ellipsis, Trash2 } from "lucide-react";
import { IconButton } from "./icon-button.tsx";
import { menuEntries, type RecordMenuItem } from "./record-menu.tsx";
import { useKitTranslation } from "./use-kit-translation.ts";

/** What is seldom done with a row of a list, behind its pencil; what the user may not do is null. */
export function RowMenu({ name, items }: { name: string; items: readonly (RecordMenuItem | null)[] }) {
  const t = useKitTranslation();
  const entries = menuEntries(items);
  if (entries.length === 0) return null;
  return (
    <Dropdown trigger={["click"]} placement="bottomRight" menu={{ items: entries }}>
      <IconButton label={t("record.moreOf", { name })} aria-haspopup="menu">
        <Ellipsis />
      </IconButton>
    </Dropdown>
  );
}

/** The menu of a row that can be deleted and has nothing else in it. */
export function DeleteMenu(props: { name: string; label: string; onDelete: () => void }) {
  const { name, label, onDelete } = props;
  const item = { key: "remove", icon: <Trash2 size={16} />, danger: true, label, onClick: onDelete };
  return <RowMenu name={name} items={[item]} />;
}
