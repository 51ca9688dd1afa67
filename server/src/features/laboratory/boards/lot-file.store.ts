import { sql } from "kysely";
import { columnOf } from "../../../platform/resource/matching-rows.ts";
import type { Db } from "../../../platform/store/database.ts";
import { type FiledLot, filedLotColumns } from "./lot-file.model.ts";

export type LotKeyRow = { id: number; name: string; publicKey: string; createdBy: string; createdAt: Date };
export type IssuedFile = { version: number; sha256: string; content: string };

const pick = (table: string, fields: readonly string[]) =>
  sql.join(
    fields.map((field) => sql`${sql.lit(field)}, ${sql.ref(`${table}.${columnOf(field)}`)}`),
    sql`, `,
  );

/** Signed lot files, and the keys of makers. */
export function createLotFileStore(db: Db) {
  async function listLots(which: ReturnType<typeof sql>): Promise<FiledLot[]> {
    const { rows } = await sql<{ content: FiledLot }>`
      select jsonb_build_object('lot', jsonb_build_object(${pick("l", filedLotColumns.lot)}),
        'type', jsonb_build_object(${pick("y", filedLotColumns.type)})) as content
      from board_lot l join board_type y on y.type_code = l.type_code where ${which}
      order by l.lot_no limit 500`.execute(db);
    return rows.map((row) => row.content);
  }

  return {
    /** In use, and not expired on that day; a month counts to its end. */
    listInUse: (today: string) =>
      listLots(sql`l.status = '0' and y.status = '0'
        and (l.expires_on >= ${today} or length(l.expires_on) = 7 and l.expires_on >= ${today.slice(0, 7)})`),

    listByNumber: (numbers: readonly string[]) => listLots(sql`l.lot_no = any(${[...numbers]}::text[])`),

    async listTypes(codes: readonly string[]): Promise<Map<string, FiledLot["type"]>> {
      const { rows } = await sql<{ type: FiledLot["type"] }>`
        select jsonb_build_object(${pick("y", filedLotColumns.type)}) as type from board_type y
        where y.type_code = any(${[...codes]}::text[]) limit 500`.execute(db);
      return new Map(rows.map(({ type }) => [type.typeCode, type]));
    },

    async findIssued(digest: string): Promise<IssuedFile | undefined> {
      const { rows } = await sql<IssuedFile>`
        select id as version, sha256, content from board_lot_file
        where kind = 'issued' and digest = ${digest}`.execute(db);
      return rows[0];
    },

    /** Nothing where the same lots are filed already. */
    async addFile(file: {
      kind: "issued" | "imported";
      digest: string;
      sha256: string;
      content: string;
      issuer: string;
      keyId: string;
      madeBy: string;
    }): Promise<void> {
      const { kind, digest, sha256, content, issuer, keyId, madeBy } = file;
      await sql`
        insert into board_lot_file (kind, digest, sha256, content, issuer, key_id, made_by)
        values (${kind}, ${digest}, ${sha256}, ${content}, ${issuer}, ${keyId}, ${madeBy})
        on conflict (kind, digest) do nothing`.execute(db);
    },

    async listKeys(): Promise<LotKeyRow[]> {
      const { rows } = await sql<LotKeyRow>`
        select id, name, public_key, created_by, created_at from board_lot_key order by name, id limit 200`.execute(
        db,
      );
      return rows;
    },

    /** Undefined where the key is known. */
    async addKey(key: { name: string; publicKey: string; createdBy: string }): Promise<number | undefined> {
      const { name, publicKey, createdBy } = key;
      const { rows } = await sql<{ id: number }>`
        insert into board_lot_key (name, public_key, created_by) values (${name}, ${publicKey}, ${createdBy})
        on conflict (public_key) do nothing returning id`.execute(db);
      return rows[0]?.id;
    },

    async removeKey(id: number): Promise<LotKeyRow | undefined> {
      const { rows } = await sql<LotKeyRow>`
        delete from board_lot_key where id = ${id}
        returning id, name, public_key, created_by, created_at`.execute(db);
      return rows[0];
    },
  };
}
