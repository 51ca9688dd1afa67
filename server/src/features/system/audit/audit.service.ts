import type { QueryOf } from "@tracewater/contract/call";
import { declaredCalls } from "@tracewater/contract/declared-calls";
import type { ChainState, Change, listOperations, Operation } from "@tracewater/contract/system/audit";
import type { TimeSpan } from "@tracewater/contract/time-span";
import { notFound } from "../../../platform/app-error.ts";
import { type ChainCheck, type ChainKeeper, showRefusal } from "../../../platform/custody/chain-keeper.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Language, LocalizedText } from "../../../platform/localized-text.ts";
import { createMomentPrinter } from "../../../platform/moments.ts";
import { readAddressList } from "../../../platform/network-address.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import { type AuditRow, createAuditStore, maxCounted, type OperationFilter } from "./audit.store.ts";
import { businessTypeOfCall, callsOfType } from "./business-type.model.ts";

export type OperationQuery = QueryOf<typeof listOperations>;

export type OperationDetail = Operation & {
  requestId: string;
  operParam: string;
  changes: Change[];
  hash: string;
  prev: string;
  chainedAt: string;
};

export type AuditService = ReturnType<typeof createAuditService>;

/** A few milliseconds of reading. */
const batch = 200;

/** Reads the audit log, and says whether it is whole. Nothing here writes or deletes a row. */
export function createAuditService(options: {
  db: Db;
  keeper: ChainKeeper;
  key: { id: string; publicKey: string };
  zone: string;
}) {
  const { keeper, key, zone } = options;
  const store = createAuditStore(options.db);
  const printMoment = createMomentPrinter(zone);

  async function check(): Promise<ChainCheck> {
    const found = await keeper.check();
    await store.saveCheck({ ...found, checkedAt: found.checkedAt.getTime() });
    return found;
  }

  const toFilter = (query: OperationQuery): OperationFilter => ({
    span: query,
    operName: query.operName,
    calls: callsMeant(query),
    thing: query.thing,
    operIp: query.operIp,
    status: query.status,
  });

  const toOperation = (row: AuditRow, language: Language): Operation => {
    const { record } = row;
    return {
      operId: row.seq,
      title: record.title[language],
      call: record.call,
      requestMethod: record.method,
      operUrl: record.path,
      // 0 stands for a name that was typed at a log-in and is nobody's.
      userId: record.user?.id || null,
      operName: record.user?.name ?? "",
      nickName: record.user?.nick ?? "",
      deptName: record.unit?.name ?? "",
      operIp: record.address,
      agent: record.agent,
      via: record.via?.kind ?? "none",
      keyName: record.via?.name ?? "",
      thing: record.thing,
      status: record.code === 200 ? 0 : 1,
      businessType: businessTypeOfCall(record.call),
      method: `${record.call}()`,
      operLocation: isOwnNetwork(record.address) ? ownNetwork[language] : "",
      operParam: JSON.stringify(record.input).slice(0, maxParam),
      jsonResult: JSON.stringify({ code: record.code, msg: record.message }),
      code: record.code,
      errorMsg: record.message,
      operTime: printMoment(new Date(record.time)),
      at: row.at,
      costTime: record.cost,
    };
  };

  return {
    async list(
      scope: Scope,
      query: OperationQuery,
      language: Language,
    ): Promise<{ rows: Operation[]; total: number; isMore: boolean }> {
      const filter = toFilter(query);
      const counted = await store.count(scope, filter);
      const total = Math.min(counted, maxCounted);
      const by = query.orderByColumn === undefined ? "seq" : sortedBy[query.orderByColumn];
      const order = { by, ascending: query.isAsc === "asc" };
      const rows = await store.list(scope, filter, pageOf(query, total), order);
      return { rows: rows.map((row) => toOperation(row, language)), total, isMore: counted > maxCounted };
    },

    /** The records of one thing, by its kind and number, newest first. */
    async listOf(
      scope: Scope,
      subject: { kind: string; id: number },
      query: { pageNum: number; pageSize: number; by?: "app" | "platform" | undefined } & TimeSpan,
    ) {
      const of = { begins: `${subject.kind} ${subject.id} `, span: query, by: query.by };
      const total = await store.countOf(scope, of);
      const rows = await store.listOf(scope, of, pageOf(query, total));
      return { total, records: rows.map(({ seq, record }) => ({ seq, record })) };
    },

    async *listAll(scope: Scope, query: OperationQuery, language: Language): AsyncGenerator<Operation> {
      const filter = toFilter(query);
      for (let after = 0; ; ) {
        const rows = await store.listAfter(scope, filter, after, batch);
        for (const row of rows) yield toOperation(row, language);
        if (rows.length < batch) return;
        after = rows.at(-1)?.seq ?? after;
      }
    },

    async require(scope: Scope, seq: number, language: Language): Promise<OperationDetail> {
      const row = await store.find(scope, seq);
      if (row === undefined) throw notFound({ en: "record", zh: "记录" });
      const { record } = row;
      return {
        ...toOperation(row, language),
        requestId: record.id,
        operParam: JSON.stringify(record.input),
        changes: record.changes,
        hash: row.hash,
        prev: row.prev,
        chainedAt: row.at,
      };
    },

    /** Walks the whole chain; the job `auditCheck` asks for this too. */
    check,

    async state(): Promise<ChainState> {
      const { end, signedTo } = await keeper.state();
      const last = await store.findCheck();
      return {
        rows: end,
        signedTo,
        publicKey: key.publicKey,
        keyId: key.id,
        refusal: showRefusal(keeper.refusal(), printMoment),
        check: last === null ? null : { ...last, checkedAt: printMoment(new Date(last.checkedAt)) },
      };
    },

    exportChain: keeper.export,
  };
}

/** As much as the family's own log keeps. */
const maxParam = 2_000;

const sortedBy = { operId: "seq", operTime: "seq", operName: "userName", costTime: "cost" } as const;

const isOwnNetwork = readAddressList("loopback, linklocal, uniquelocal") ?? (() => false);
const ownNetwork: LocalizedText = { en: "Internal network", zh: "内网IP" };

/** The calls that a search means; undefined for all. */
function callsMeant({ title, businessType }: OperationQuery): string[] | undefined {
  const titled = title === undefined ? undefined : callsTitled(title);
  if (businessType === undefined) return titled;
  const ofType = callsOfType(businessType);
  return titled === undefined ? ofType : titled.filter((name) => ofType.includes(name));
}

/** The calls whose name or title, in either language, holds these words. */
function callsTitled(text: string): string[] {
  const wanted = text.toLowerCase();
  return declaredCalls
    .filter(({ name, title }) =>
      [name, title?.en ?? "", title?.zh ?? ""].some((words) => words.toLowerCase().includes(wanted)),
    )
    .map((call) => call.name);
}
