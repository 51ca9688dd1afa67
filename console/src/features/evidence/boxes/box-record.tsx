import "../../../resource/record.css";
import "./boxes.css";
import { largestId } from "@tracewater/contract/envelope";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import type { ApiError } from "../../../api/api-error.ts";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";

/** The number and the box that the address of a record names; the number is 0 where it can be none. */
export function useRecordAddress(): { id: number; deviceName: string } {
  const { tableId, deviceName = "" } = useParams();
  const id = Number(tableId);
  return { id: Number.isInteger(id) && id > 0 && id <= largestId ? id : 0, deviceName };
}

/** A record of a box once it is read; one that is not there, or is another box's, is not found. */
export function BoxRecord<Row extends { deviceName: string }>(props: {
  found: { data: { data: Row } | undefined; error: ApiError | null; refetch: () => unknown };
  children: (row: Row) => ReactNode;
}) {
  const { data, error, refetch } = props.found;
  const { t } = useTranslation("evidence-boxes");
  const { id, deviceName } = useRecordAddress();
  const isOther = data !== undefined && data.data.deviceName !== deviceName;
  if (id === 0 || isOther || error?.code === 404)
    return <EmptyState title={t("record.noSuch")} text={t("record.noSuchText")} />;
  if (error !== null && data === undefined) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={10} />;
  return <div className="record-stack">{props.children(data.data)}</div>;
}

/** What is recorded, in its order; empty values are a dash. */
export function Facts({ of }: { of: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="record-facts">
      {of.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === null || value === "" ? "—" : value}</dd>
        </div>
      ))}
    </dl>
  );
}
