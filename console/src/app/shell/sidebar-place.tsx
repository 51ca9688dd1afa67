import { useTranslation } from "react-i18next";
import type { MenuGroup } from "./menu-tree.ts";
import { Sidebar } from "./sidebar.tsx";
import type { SidebarState } from "./sidebar-state.ts";

/** The sidebar next to the page, or over it as a drawer where the window is narrow. */
export function SidebarPlace(props: {
  groups: readonly MenuGroup[];
  sidebar: SidebarState;
  current: string | undefined;
}) {
  const { groups, sidebar } = props;
  const { t } = useTranslation("app");
  if (!sidebar.narrow) {
    return (
      <Sidebar
        groups={groups}
        current={props.current}
        folded={!sidebar.opened}
        still={sidebar.withoutAnimation}
        onChoose={undefined}
      />
    );
  }
  if (!sidebar.opened) return null;
  return (
    <div className="shell-drawer">
      <button type="button" className="shell-shade" aria-label={t("shell.fold")} onClick={sidebar.close} />
      <Sidebar
        groups={groups}
        current={props.current}
        folded={false}
        still={false}
        onChoose={sidebar.close}
      />
    </div>
  );
}
