import type { BodyOf, ReplyOf } from "@tracewater/contract/call";
import type { addLotKey, importLotFile, LotKey } from "@tracewater/contract/laboratory/board-lot-files";
import { personLabel } from "@tracewater/contract/system/person-label";
import { canonicalize } from "@tracewater/custody/canonical";
import { digest } from "@tracewater/custody/digest";
import { keyIdOf, type SigningKey } from "@tracewater/custody/head";
import { type AppError, fieldError, notFound, AppError as Refusal } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { DayClock } from "../../../platform/day-clock.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { Db } from "../../../platform/store/database.ts";
import { createBoardCatalogStore } from "./board-catalog.store.ts";
import { requireWholeReach } from "./board-type.service.ts";
import { digestOf, type FiledLot, readLotFile, writeLotFile } from "./lot-file.model.ts";
import { createLotFileStore, type IssuedFile, type LotKeyRow } from "./lot-file.store.ts";

export type LotFileService = ReturnType<typeof createLotFileService>;

const issuer = "Tracewater";

/** Signed lot files: issued with the platform's key, imported from makers whose keys are trusted. */
export function createLotFileService(options: {
  db: Db;
  key: SigningKey;
  clock: DayClock;
  printMoment: PrintMoment;
}) {
  const { db, key, clock, printMoment } = options;
  const store = createLotFileStore(db);

  const toKey = (row: LotKeyRow): LotKey => ({
    ...{ lotKeyId: row.id, keyId: keyIdOf(row.publicKey), name: row.name, publicKey: row.publicKey },
    ...{ createdBy: row.createdBy, createdAt: printMoment(row.createdAt) },
  });

  return {
    /** The lots in use, as one file; the same file as long as they stay as they are. Null without a lot. */
    async issue(madeBy: string): Promise<IssuedFile | null> {
      const lots = await store.listInUse(clock.today());
      if (lots.length === 0) return null;
      const of = digestOf(lots, key.id);
      const known = await store.findIssued(of);
      if (known !== undefined) return known;
      const content = writeLotFile({ issuer, issuedAt: clock.now(), lots }, key);
      const file = { kind: "issued", digest: of, sha256: digest(content), content, issuer } as const;
      await store.addFile({ ...file, keyId: key.id, madeBy });
      // Two at once are one: the first that was stored.
      return (await store.findIssued(of)) ?? null;
    },

    async listKeys(): Promise<LotKey[]> {
      const own: LotKey = {
        ...{ lotKeyId: null, keyId: key.id, name: issuer, publicKey: key.publicKey },
        ...{ createdBy: "", createdAt: null },
      };
      return [own, ...(await store.listKeys()).map(toKey)];
    },

    async addKey(caller: Caller, { name, publicKey }: BodyOf<typeof addLotKey>): Promise<LotKey> {
      requireWholeReach(caller);
      const id =
        publicKey === key.publicKey
          ? undefined
          : await store.addKey({ name, publicKey, createdBy: personLabel(caller) });
      if (id === undefined) throw fieldError("publicKey", { en: "is trusted already", zh: "已受信任" });
      return toKey({ id, name, publicKey, createdBy: personLabel(caller), createdAt: clock.now() });
    },

    async removeKey(caller: Caller, id: number): Promise<LotKey> {
      requireWholeReach(caller);
      const removed = await store.removeKey(id);
      if (removed === undefined) throw notFound({ en: "key", zh: "公钥" });
      return toKey(removed);
    },

    async import(caller: Caller, text: string): Promise<ReplyOf<typeof importLotFile>["data"]> {
      requireWholeReach(caller);
      const keys = new Set([key.publicKey, ...(await store.listKeys()).map((one) => one.publicKey)]);
      const file = readLotFile(text, keys);
      const lots = file.lots.map((one) => one.content);
      const types = await store.listTypes(lots.map(({ type }) => type.typeCode));
      for (const [place, one] of lots.entries()) {
        const fault = typeFault(place, one, types.get(one.lot.typeCode));
        if (fault !== null) throw fault;
      }
      const unchanged: string[] = [];
      const fresh: FiledLot[] = [];
      const known = new Map(
        (await store.listByNumber(lots.map(({ lot }) => lot.lotNo))).map((one) => [one.lot.lotNo, one]),
      );
      for (const [place, one] of lots.entries()) {
        const stored = known.get(one.lot.lotNo);
        if (stored === undefined) fresh.push(one);
        else if (canonicalize(stored.lot) === canonicalize(one.lot)) unchanged.push(one.lot.lotNo);
        else throw registeredOtherwise(place, one, stored);
      }
      await db.transaction().execute(async (trx) => {
        const { lots: table } = createBoardCatalogStore(trx);
        for (const { lot } of fresh)
          if ((await table.add({ ...lot, status: "0", remark: "" })) === undefined) throw meanwhile;
        const filed = {
          kind: "imported",
          digest: digest(text),
          sha256: digest(text),
          content: text,
        } as const;
        const { issuer: from, keyId } = file;
        await createLotFileStore(trx).addFile({ ...filed, issuer: from, keyId, madeBy: personLabel(caller) });
      });
      const { issuer: from, keyId } = file;
      return { issuer: from, keyId, added: fresh.map(({ lot }) => lot.lotNo), unchanged };
    },
  };
}

/** A curve holds for its type as it was signed: for its analyte, its signal and its cut-off. */
function typeFault(
  place: number,
  { lot, type }: FiledLot,
  stored: FiledLot["type"] | undefined,
): AppError | null {
  if (type.typeCode !== lot.typeCode || type.label !== lot.label)
    return fieldError(`lots[${place}].type`, { en: "is not the type of the lot", zh: "与批次类型不一致" });
  if (stored === undefined)
    return fieldError(`lots[${place}].typeCode`, {
      en: `board type ${lot.typeCode} is not registered`,
      zh: `检测板类型 ${lot.typeCode} 未登记`,
    });
  const other = differenceOf(type, stored);
  if (other === null) return null;
  return fieldError(`lots[${place}].type.${other}`, {
    en: `differs from the registered board type ${lot.typeCode}`,
    zh: `与已登记的检测板类型 ${lot.typeCode} 不一致`,
  });
}

function differenceOf(one: object, other: object): string | null {
  const values = new Map<string, unknown>(Object.entries(other));
  return Object.entries(one).find(([name, value]) => values.get(name) !== value)?.[0] ?? null;
}

function registeredOtherwise(place: number, one: FiledLot, stored: FiledLot): AppError {
  const field = differenceOf(one.lot, stored.lot) ?? "lotNo";
  return fieldError(`lots[${place}].${field}`, {
    en: `lot ${one.lot.lotNo} is registered with another value`,
    zh: `批次 ${one.lot.lotNo} 已登记为其他值`,
  });
}

const meanwhile = new Refusal("conflict", {
  en: "A lot of this file was registered in the meantime. Import the file again.",
  zh: "文件中的批次刚刚已被登记，请重新导入。",
});
