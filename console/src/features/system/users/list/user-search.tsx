import Input from "antd/es/input";
import Select from "antd/es/select";
import TreeSelect from "antd/es/tree-select";
import { Search } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useIsNarrow } from "../../../../kit/phone.ts";
import { DayField } from "../../../../kit/search-fields.tsx";
import { SearchForm } from "../../../../kit/search-form.tsx";
import { useDeptTree } from "./dept-tree.tsx";
import type { UserFilters } from "./user-filters.ts";

export type Filtering = { filters: UserFilters; change: (part: Partial<UserFilters>) => void };

const blank = { keyword: "", status: null, deptId: null, from: "", until: "" };

export function UserSearch({ filters, change }: Filtering) {
  const { t } = useTranslation("system-users");
  const [keyword, setKeyword] = useState(filters.keyword);
  const isNarrow = useIsNarrow();
  return (
    <SearchForm
      onSubmit={() => change({ keyword: keyword.trim() })}
      onReset={() => {
        setKeyword("");
        change(blank);
      }}
    >
      <Input
        prefix={<Search size={16} strokeWidth={1.5} />}
        placeholder={t("search.keyword")}
        aria-label={t("search.keyword")}
        maxLength={100}
        allowClear
        value={keyword}
        onChange={(event) => setKeyword(event.target.value)}
      />
      {isNarrow ? <DeptChoice chosen={filters.deptId} onChoose={(deptId) => change({ deptId })} /> : null}
      <Select
        prefix={<span className="user-quiet">{t("search.status")}</span>}
        aria-label={t("search.status")}
        allowClear
        placeholder={t("search.all")}
        value={filters.status}
        options={[
          { value: "0", label: t("status.0") },
          { value: "1", label: t("status.1") },
        ]}
        onChange={(status: "0" | "1" | undefined) => change({ status: status ?? null })}
      />
      <DayField label={t("search.from")} value={filters.from} onChange={(from) => change({ from })} />
      <DayField label={t("search.until")} value={filters.until} onChange={(until) => change({ until })} />
    </SearchForm>
  );
}

/** Where there is no room for the tree next to the list. */
function DeptChoice(props: { chosen: number | null; onChoose: (deptId: number | null) => void }) {
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
      value={props.chosen ?? undefined}
      onChange={(deptId: number | undefined) => props.onChoose(deptId ?? null)}
    />
  );
}
