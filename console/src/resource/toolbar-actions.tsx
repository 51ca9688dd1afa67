import { useMutation } from "@tanstack/react-query";
import Button from "antd/es/button";
import { Download, Pencil, Plus, Trash2, Upload } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../api/allowed.tsx";
import { saveFile } from "../api/file-calls.ts";
import { useIsPhone } from "../kit/phone.ts";
import { type PageResource, permissionOf, type ResourceRow, type Verb } from "./page-resource.ts";
import { filtersQuery, type ResourceFilters } from "./resource-filters.ts";

/** The dialog over a list. */
export type Open<Row> =
  | { kind: "add" }
  | { kind: "change"; row: Row }
  | { kind: "delete"; rows: readonly Row[] }
  | { kind: "import" };

/** Add, change, delete, import, export: each where the user may. */
export function ToolbarActions<Row extends ResourceRow>(props: {
  resource: PageResource<Row>;
  filters: ResourceFilters;
  fixed?: Readonly<Record<string, string>> | undefined;
  chosen: readonly Row[];
  /** No chosen row is one that stays. */
  mayDelete: boolean;
  onOpen: (open: Open<Row>) => void;
}) {
  const { resource, chosen, onOpen } = props;
  const { t } = useTranslation("resource");
  const [first, ...others] = chosen;
  const isPhone = useIsPhone();
  const action = (verb: Verb, label: string, icon: ReactNode, act: (() => void) | null, primary = false) => (
    <Allowed to={permissionOf(resource, verb)}>
      <Button
        type={primary ? "primary" : "default"}
        icon={icon}
        aria-label={label}
        disabled={act === null}
        onClick={() => act?.()}
      >
        {isPhone ? null : label}
      </Button>
    </Allowed>
  );
  return (
    <>
      {action("add", t("add.open"), <Plus size={16} />, () => onOpen({ kind: "add" }), true)}
      {isPhone
        ? null
        : action(
            "edit",
            t("change.open"),
            <Pencil size={15} />,
            first === undefined || others.length > 0 ? null : () => onOpen({ kind: "change", row: first }),
          )}
      {isPhone
        ? null
        : action(
            "remove",
            t("delete.open"),
            <Trash2 size={15} />,
            chosen.length === 0 || !props.mayDelete ? null : () => onOpen({ kind: "delete", rows: chosen }),
          )}
      {action("import", t("import.open"), <Upload size={15} />, () => onOpen({ kind: "import" }))}
      <Allowed to={permissionOf(resource, "export")}>
        <ExportButton resource={resource} filters={props.filters} fixed={props.fixed} isShort={isPhone} />
      </Allowed>
    </>
  );
}

function ExportButton<Row extends ResourceRow>(props: {
  resource: PageResource<Row>;
  filters: ResourceFilters;
  fixed?: Readonly<Record<string, string>> | undefined;
  isShort: boolean;
}) {
  const { t } = useTranslation("resource");
  const save = useMutation({
    mutationFn: () =>
      saveFile(props.resource.calls.export, { query: { ...filtersQuery(props.filters), ...props.fixed } }),
  });
  const label = save.isPending ? t("exporting") : t("export");
  return (
    <Button
      icon={<Download size={15} />}
      aria-label={label}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      {props.isShort ? null : label}
    </Button>
  );
}
