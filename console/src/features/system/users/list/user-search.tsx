import TreeSelect from "antd/es/tree-select";
import { useTranslation } from "react-i18next";
import { DayField } from "../../../../kit/day-field.tsx";
import { useIsNarrow } from "../../../../kit/phone.ts";
import { ChoiceField, KeywordField } from "../../../../kit/search-fields.tsx";
import { SearchForm } from "../../../../kit/search-form.tsx";
import { useSearchFields } from "../../../../kit/use-search-fields.ts";
import { useDeptTree } from "./dept-tree.tsx";
import { readFilters, type UserFilters } from "./user-filters.ts";

export type Filtering = { filters: UserFilters; change: (part: Partial<UserFilters>) => void };

export function UserSearch({ filters, change }: Filtering) {
  const { t } = useTranslation("system-users");
  const isNarrow = useIsNarrow();
  const { form, field } = useSearchFields({
    values: {
      keyword: filters.keyword,
      dept: filters.deptId === null ? "" : String(filters.deptId),
      status: filters.status ?? "",
      from: filters.from,
      until: filters.until,
    },
    change: (next) => {
      const { keyword, deptId, status, from, until } = readFilters(new URLSearchParams(next));
      change({ keyword, deptId, status, from, until });
    },
  });
  return (
    <SearchForm {...form}>
      <KeywordField label={t("search.keyword")} {...field("keyword")} />
      {isNarrow ? <DeptChoice {...field("dept")} /> : null}
      <ChoiceField
        label={t("search.status")}
        options={(["0", "1"] as const).map((value) => ({ value, label: t(`status.${value}`) }))}
        {...field("status")}
      />
      <DayField label={t("search.from")} {...field("from")} />
      <DayField label={t("search.until")} {...field("until")} />
    </SearchForm>
  );
}

/** Where there is no room for the tree next to the list. */
function DeptChoice({ value, onChange }: { value: string; onChange: (deptId: string) => void }) {
  const { t } = useTranslation("system-users");
  const depts = useDeptTree();
  return (
    <TreeSelect
      aria-label={t("depts.title")}
      placeholder={t("depts.title")}
      allowClear
      showSearch={{ treeNodeFilterProp: "label" }}
      treeData={depts.data?.data ?? []}
      fieldNames={{ label: "label", value: "id", children: "children" }}
      value={value === "" ? undefined : Number(value)}
      onChange={(deptId: number | undefined) => onChange(deptId === undefined ? "" : String(deptId))}
    />
  );
}
