import "./thread.css";
import { analyteName } from "@tracewater/contract/laboratory/factors";
import { getThread, type Thread, type ThreadKind, threadKind } from "@tracewater/contract/laboratory/thread";
import { Waypoints } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useApi } from "../../../api/use-api.ts";
import { Blank } from "../../../kit/blank.tsx";
import { Card } from "../../../kit/card.tsx";
import { DataTable } from "../../../kit/data-table/data-table.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { PathLink } from "../../../kit/path-link.tsx";
import { useAnalyteName } from "../../../pickers/analyte-name.ts";
import { CustodyEvents } from "../../../pickers/custody-events.tsx";
import { Followed, useLimitWords } from "../../../pickers/followed.tsx";
import { SampleStateMark, useSampleWords } from "../../../pickers/sample-words.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { ChainCard } from "./chain-card.tsx";
import { Loads, Reports } from "./numbers.tsx";
import { StationLine } from "./station-line.tsx";

/** From one plan, bottle, sample, delivery, assay, load or report to every other that hangs together with it. */
export default function ThreadPage() {
  const { t } = useTranslation("laboratory-thread");
  const { kind, id: digits } = useParams();
  const asked = threadKind.safeParse(kind).data;
  const id = Number(digits);
  const isId = Number.isInteger(id) && id > 0 && id <= 2_147_483_647;
  return (
    <PermittedPage to="laboratory:thread:query">
      {asked === undefined || !isId ? (
        <PageFrame>
          <Blank
            icon={<Waypoints size={32} strokeWidth={1.3} />}
            title={t("noSuch")}
            text={t("noSuchText")}
          />
        </PageFrame>
      ) : (
        <Found kind={asked} id={id} />
      )}
    </PermittedPage>
  );
}

function Found({ kind, id }: { kind: ThreadKind; id: number }) {
  const { t } = useTranslation("laboratory-thread");
  const nameOfAnalyte = useAnalyteName();
  const { data, error, refetch } = useApi(getThread, { params: { kind, id } }, { handled: true });
  if (data === undefined) {
    return (
      <PageFrame>
        {error === null ? (
          <Loading lines={12} />
        ) : error.code === 404 ? (
          <Blank title={t("noSuch")} text={t("noSuchText")} />
        ) : (
          <ErrorBox error={error} onRetry={() => void refetch()} />
        )}
      </PageFrame>
    );
  }
  const thread = data.data;
  // An assay and a load are called by their analyte, everything else by its number or code.
  const analyte = kind === "assay" || kind === "load" ? analyteName.safeParse(thread.name).data : undefined;
  const name = analyte === undefined ? thread.name : nameOfAnalyte(analyte);
  const counts = [
    t("samples", { count: thread.samples.length }),
    t("events", { count: thread.events.length }),
  ].join(" · ");
  return (
    <PageFrame title={`${t(`kind.${kind}`)} ${name}`} hint={counts} extra={<ChainCard />}>
      <Card>
        <StationLine thread={thread} />
      </Card>
      <div className="thread-parts">
        <div className="thread-stack">
          <Card flush title={t("samplesTitle")}>
            <Samples samples={thread.samples} />
          </Card>
          {thread.assays.length === 0 ? null : (
            <Card title={t("assaysTitle")}>
              <Assays assays={thread.assays} excesses={thread.excesses} />
            </Card>
          )}
          {thread.loads.length === 0 ? null : (
            <Card title={t("loadsTitle")}>
              <Loads loads={thread.loads} />
            </Card>
          )}
          {thread.reports.length === 0 ? null : (
            <Card title={t("reportsTitle")}>
              <Reports reports={thread.reports} />
            </Card>
          )}
        </div>
        <Card title={t("custody")}>
          <CustodyEvents events={thread.events} />
        </Card>
      </div>
    </PageFrame>
  );
}

function Samples({ samples }: { samples: Thread["samples"] }) {
  const { t } = useTranslation("laboratory-thread");
  const word = useSampleWords();
  const numberOf = (row: Thread["samples"][number]) => (
    <PathLink className="code" to={`/samplingDetail/${row.samplingId}`}>
      {row.sampleNo}
    </PathLink>
  );
  return (
    <DataTable
      id="thread_sample"
      rows={samples}
      rowKey={(row) => String(row.samplingId)}
      empty={<Blank title={t("noSamples")} text={t("noSamplesText")} />}
      columns={[
        { id: "no", label: word("sampleNo"), width: 150, required: true, cell: numberOf },
        {
          ...{ id: "state", label: word("state"), width: 110 },
          cell: (row) => <SampleStateMark state={row.state} />,
        },
        {
          ...{ id: "bottle", label: word("bodyCode"), width: 120 },
          cell: (row) =>
            row.bottleId === null ? (
              "—"
            ) : (
              <PathLink className="code" to={`/thread/bottle/${row.bottleId}`}>
                {row.bodyCode}
              </PathLink>
            ),
        },
        {
          ...{ id: "point", label: word("point"), width: 170 },
          cell: (row) => (row.pointCode === null ? "—" : `${row.pointCode} ${row.pointName}`),
        },
        {
          ...{ id: "began", label: word("began"), width: 170 },
          cell: (row) => <span className="num">{formatMoment(row.began)}</span>,
        },
      ]}
      cards={(row) => (
        <div className="thread-card">
          {numberOf(row)}
          <SampleStateMark state={row.state} />
        </div>
      )}
    />
  );
}

function Assays({ assays, excesses }: Pick<Thread, "assays" | "excesses">) {
  const nameOfAnalyte = useAnalyteName();
  const word = useLimitWords();
  return (
    <ul className="thread-assays">
      {assays.map((one) => (
        <li key={one.assayId}>
          <PathLink to={`/waterAssay/detail?id=${one.assayId}`}>{nameOfAnalyte(one.analyte)}</PathLink>
          <span className="record-quiet">
            {[one.analyst, one.reviewer].filter((part) => part !== "").join(" → ")}
          </span>
          <span className="record-quiet num">{formatMoment(one.enteredAt)}</span>
          {excesses
            .filter((excess) => excess.assayId === one.assayId)
            .map((excess) => (
              <div key={excess.excessId} className="thread-followed">
                <span className="num">
                  {word("over", { value: excess.value ?? "", limit: excess.limit })}
                </span>
                <Followed excess={excess} />
              </div>
            ))}
        </li>
      ))}
    </ul>
  );
}
