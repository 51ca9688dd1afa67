import { connectionState } from "@tracewater/contract/fleet/devices";
import Input from "antd/es/input";
import Select from "antd/es/select";
import { Search } from "lucide-react";
import { useDeviceTexts } from "../../../../device/device-texts.ts";
import type { ListFilters } from "../../../../device/list-filters.ts";
import { usePointOptions } from "../../../../pickers/point-options.ts";
import { useEnterpriseUnitOptions } from "../../../../resource/unit-options.ts";

export type SearchValues = Pick<ListFilters, "keyword" | "state" | "pointId" | "unitId" | "tag">;

type Field = { values: SearchValues; change: (part: Partial<SearchValues>) => void };

export function KeywordField({ values, change }: Field) {
  const { t } = useDeviceTexts();
  return (
    <Input
      prefix={<Search size={16} className="device-quiet" />}
      placeholder={t("list.keyword")}
      aria-label={t("list.keyword")}
      maxLength={100}
      value={values.keyword}
      onChange={(event) => change({ keyword: event.target.value })}
    />
  );
}

export function StateField({ values, change }: Field) {
  const { t } = useDeviceTexts();
  return (
    <Select
      prefix={<span className="device-quiet">{t("list.state")}</span>}
      aria-label={t("list.state")}
      value={values.state ?? "all"}
      onChange={(state: string) => {
        const parsed = connectionState.safeParse(state);
        change({ state: parsed.success ? parsed.data : null });
      }}
      options={[
        { value: "all", label: t("list.all") },
        ...connectionState.options.map((state) => ({ value: state, label: t(`connection.${state}`) })),
      ]}
    />
  );
}

export function PointField({ values, change }: Field) {
  const { t } = useDeviceTexts();
  const { options, onSearch, loading } = usePointOptions();
  return (
    <Select
      showSearch={{ filterOption: false, onSearch }}
      prefix={<span className="device-quiet">{t("list.point")}</span>}
      aria-label={t("list.point")}
      loading={loading}
      popupMatchSelectWidth={320}
      value={values.pointId ?? 0}
      onChange={(pointId: number) => change({ pointId: pointId === 0 ? null : pointId })}
      options={[{ value: 0, label: t("list.all") }, ...withChosen(options, values.pointId)]}
    />
  );
}

export function UnitField({ values, change }: Field) {
  const { t } = useDeviceTexts();
  const { options, loading } = useEnterpriseUnitOptions();
  return (
    <Select
      showSearch={{ optionFilterProp: "label" }}
      prefix={<span className="device-quiet">{t("list.unit")}</span>}
      aria-label={t("list.unit")}
      loading={loading}
      popupMatchSelectWidth={280}
      value={values.unitId ?? 0}
      onChange={(unitId: number) => change({ unitId: unitId === 0 ? null : unitId })}
      options={[{ value: 0, label: t("list.all") }, ...withChosen(options, values.unitId)]}
    />
  );
}

export function TagField({ values, change }: Field) {
  const { t } = useDeviceTexts();
  return (
    <Input
      allowClear
      prefix={<span className="device-quiet">{t("list.tag")}</span>}
      aria-label={t("list.tag")}
      maxLength={30}
      value={values.tag}
      onChange={(event) => change({ tag: event.target.value })}
    />
  );
}

type Option = { value: number; label: string };

// What the address names may not be among the options that were fetched.
function withChosen(options: Option[], chosen: number | null): Option[] {
  return chosen === null || options.some((option) => option.value === chosen)
    ? options
    : [...options, { value: chosen, label: `#${chosen}` }];
}
