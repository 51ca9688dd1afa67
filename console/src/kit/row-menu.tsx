import Dropdown from "antd/es/dropdown";
import { Ellipsis } from "lucide-react";
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
