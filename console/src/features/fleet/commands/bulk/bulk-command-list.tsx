import { listBatches } from "@tracewater/contract/fleet/bulk-commands";
import type { FamilyKey } from "@tracewater/contract/fleet/families";
import { useState } from "react";
import { useApi } from "../../../../api/use-api.ts";
import { useDeviceTexts } from "../../../../device/device-texts.ts";
import { Pager } from "../../../../kit/data-table/pager.tsx";
import { EmptyState } from "../../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../../kit/error-box.tsx";
import { Loading } from "../../../../kit/loading.tsx";
import { formatMoment } from "../../../../kit/moment.ts";
import { BulkCommandProgress } from "./bulk-command-progress.tsx";

/** Batches of the family, newest first. */
export function BulkCommandList(props: {
  family: FamilyKey;
  nameOf: (service: string) => string;
  onOpen: (batchId: number) => void;
}) {
  const { family, nameOf, onOpen } = props;
  const { t } = useDeviceTexts();
  const [paging, setPaging] = useState({ pageNum: 1, pageSize: 10 });
  const asked = { params: { family }, query: paging };
  const { data, error, refetch } = useApi(listBatches, asked, {
    keepPrevious: true,
    everyMs: 3000,
    handled: true,
  });
  if (data === undefined)
    return error === null ? <Loading lines={6} /> : <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (data.rows.length === 0) return <EmptyState title={t("batch.none")} text={t("batch.noneText")} />;
  return (
    <>
      <ul className="batches">
        {data.rows.map((batch) => (
          <li key={batch.batchId}>
            <button type="button" className="batch-line" onClick={() => onOpen(batch.batchId)}>
              <span className="batch-what">
                <strong>{nameOf(batch.identifier)}</strong>
                <span className="device-quiet">
                  {formatMoment(batch.createdAt)} · {batch.actor}
                  {batch.reason === "" ? "" : ` · ${batch.reason}`}
                </span>
              </span>
              <BulkCommandProgress batch={batch} />
            </button>
          </li>
        ))}
      </ul>
      {data.total > paging.pageSize ? (
        <Pager
          total={data.total}
          page={paging.pageNum}
          size={paging.pageSize}
          onChange={(pageNum, pageSize) => setPaging({ pageNum, pageSize })}
        />
      ) : null}
    </>
  );
}
