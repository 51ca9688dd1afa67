import { type Command, listCommands } from "@tracewater/contract/fleet/commands";
import type { ProductModel } from "@tracewater/contract/fleet/products";
import Segmented from "antd/es/segmented";
import { RefreshCw } from "lucide-react";
import { memo, useCallback } from "react";
import { useSearchParams } from "react-router";
import { announceFailure } from "../../../api/failure.ts";
import { hasPermission, useSession } from "../../../api/session.ts";
import { invalidate } from "../../../api/use-api.ts";
import { orderOf, useSend } from "../../../device/command-form/use-send.ts";
import { useDeviceTexts } from "../../../device/device-texts.ts";
import { familyPermission } from "../../../device/families/family-config.ts";
import type { OpenDevice } from "../../../device/use-device.ts";
import { Card } from "../../../kit/card.tsx";
import { Pager } from "../../../kit/data-table/pager.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { IconButton } from "../../../kit/icon-button.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { CommandRow } from "./command-row.tsx";
import { type CommandFilter, commandFilters, readCommandFilter, useCommands } from "./use-commands.ts";

/** The device's commands, newest first, each with its life; they move as the device answers. */
export const CommandList = memo(function CommandList(props: { open: OpenDevice; model: ProductModel }) {
  const { open, model } = props;
  const { t } = useDeviceTexts();
  const [search, setSearch] = useSearchParams();
  const filter = readCommandFilter(search);
  const { data, error, isPending, isFetching, refetch } = useCommands(open.device.id, filter);
  const onAgain = useAgain(open);
  const counts = data?.counts;
  const change = (part: Partial<CommandFilter>) =>
    setSearch(written(search, { ...filter, pageNum: 1, ...part }));
  return (
    <Card
      flush
      ruled
      className="commands-card"
      title={t("command.title")}
      extra={
        <>
          <Segmented<CommandFilter["state"]>
            className="commands-filter"
            value={filter.state}
            onChange={(state) => change({ state })}
            options={commandFilters.map((value) => ({
              value,
              label: `${t(`command.filter.${value}`)} ${counts?.[value] ?? ""}`.trim(),
            }))}
          />
          <IconButton
            label={t("command.refresh")}
            busy={isFetching}
            onClick={() => void invalidate(listCommands)}
          >
            <RefreshCw />
          </IconButton>
        </>
      }
    >
      {error !== null && data === undefined ? (
        <ErrorBox error={error} onRetry={() => void refetch()} />
      ) : null}
      {isPending ? <Loading lines={8} /> : null}
      {data?.rows.length === 0 ? (
        <EmptyState title={t(`command.none.${filter.state}`)} text={t("command.noneText")} />
      ) : null}
      <ol className="commands">
        {data?.rows.map((command) => (
          <CommandRow key={command.id} command={command} model={model} onAgain={onAgain} />
        ))}
      </ol>
      {data !== undefined && data.total > filter.pageSize ? (
        <Pager
          total={data.total}
          page={filter.pageNum}
          size={filter.pageSize}
          onChange={(pageNum, pageSize) => change({ pageNum, pageSize })}
        />
      ) : null}
    </Card>
  );
});

function useAgain(open: OpenDevice): ((command: Command) => void) | null {
  const { mutate } = useSend(open.device);
  const may = hasPermission(familyPermission(open.familyConfig, "command"), useSession());
  const again = useCallback(
    (command: Command) => mutate(orderOf(command), { onError: announceFailure }),
    [mutate],
  );
  return may ? again : null;
}

function written(search: URLSearchParams, filter: CommandFilter): URLSearchParams {
  const next = new URLSearchParams(search);
  next.delete("state");
  next.delete("page");
  next.delete("pageSize");
  if (filter.state !== "all") next.set("state", filter.state);
  if (filter.pageNum > 1) next.set("page", String(filter.pageNum));
  if (filter.pageSize !== 20) next.set("pageSize", String(filter.pageSize));
  return next;
}
