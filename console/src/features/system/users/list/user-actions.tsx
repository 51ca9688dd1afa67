import { useMutation } from "@tanstack/react-query";
import { type User, users } from "@tracewater/contract/system/users";
import Button from "antd/es/button";
import { Download, Plus, Trash2, Upload } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../../api/allowed.tsx";
import { saveFile } from "../../../../api/file-calls.ts";
import { useIsPhone } from "../../../../kit/phone.ts";
import type { TextKey } from "../../../../kit/text-key.ts";
import type { OpenUser } from "./open-user.ts";
import { filtersQuery, type UserFilters } from "./user-filters.ts";

/** Add, delete, import, export: each where the role allows it. */
export function UserActions(props: {
  filters: UserFilters;
  chosen: readonly User[];
  onOpen: (open: OpenUser) => void;
}) {
  const { chosen, onOpen } = props;
  const { t } = useTranslation("system-users");
  const isPhone = useIsPhone();
  const save = useMutation({
    mutationFn: () => saveFile(users.calls.export, { query: filtersQuery(props.filters) }),
  });
  const mayDelete = chosen.length > 0 && chosen.every((user) => user.changeable);
  const action = (
    verb: TextKey<"system-users", "action">,
    icon: ReactNode,
    act: (() => void) | null,
    more: object = {},
  ) => (
    <Allowed to={`system:user:${verb}`}>
      <Button
        icon={icon}
        aria-label={t(`action.${verb}`)}
        disabled={act === null}
        onClick={() => act?.()}
        {...more}
      >
        {isPhone ? null : t(`action.${verb}`)}
      </Button>
    </Allowed>
  );
  return (
    <>
      {action("add", <Plus size={16} />, () => onOpen({ kind: "add" }), { type: "primary" })}
      {isPhone
        ? null
        : action(
            "remove",
            <Trash2 size={15} />,
            mayDelete ? () => onOpen({ kind: "delete", rows: chosen }) : null,
          )}
      {action("import", <Upload size={15} />, () => onOpen({ kind: "import" }))}
      {action("export", <Download size={15} />, () => save.mutate(), { loading: save.isPending })}
    </>
  );
}
