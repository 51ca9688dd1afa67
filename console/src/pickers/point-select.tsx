import { samplingPoints } from "@tracewater/contract/field/sampling-points";
import Select from "antd/es/select";
import { useState } from "react";
import { useApi } from "../api/use-api.ts";

/** A sampling point, found by its code or name. `known` is the one that is chosen already. */
export function PointSelect(props: {
  id?: string;
  value?: number | null;
  onChange?: (value: number) => void;
  known?: { pointId: number | null; pointCode: string | null; pointName: string | null } | null;
  disabled?: boolean;
}) {
  const { id, value, onChange, known } = props;
  const [keyword, setKeyword] = useState("");
  const query = { keyword: keyword.trim(), pageNum: 1, pageSize: 50 };
  const found = useApi(samplingPoints.calls.list, { query }, { keepPrevious: true });
  const rows = (found.data?.rows ?? []).map((one) => ({
    value: one.pointId,
    label: `${one.code} ${one.name}`,
  }));
  const isListed = rows.some((one) => one.value === known?.pointId);
  const options =
    known?.pointId == null || isListed || keyword !== ""
      ? rows
      : [{ value: known.pointId, label: `${known.pointCode} ${known.pointName}` }, ...rows];
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      value={value ?? null}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      loading={found.isFetching}
      options={options}
      disabled={props.disabled ?? false}
      onChange={(chosen: number | null) => {
        setKeyword("");
        if (chosen !== null) onChange?.(chosen);
      }}
    />
  );
}
