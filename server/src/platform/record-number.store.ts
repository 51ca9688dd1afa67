import { sql, type Transaction } from "kysely";
import type { Tables } from "./store/tables.ts";

/** The next `count` numbers of a kind and day, as `S-261116-0417`; `day` is `yyyy-MM-dd`. */
export async function nextNumbers(
  trx: Transaction<Tables>,
  kind: "S" | "DL" | "SP" | "WO" | "EN" | "EV" | "IN",
  day: string,
  count = 1,
): Promise<string[]> {
  const taken = await sql<{ last: number }>`
    insert into record_number (kind, day, last) values (${kind}, ${day}, ${count})
    on conflict (kind, day) do update set last = record_number.last + ${count} returning last`.execute(trx);
  const last = taken.rows[0]?.last ?? count;
  const short = day.slice(2).replaceAll("-", "");
  return Array.from({ length: count }, (_, at) => {
    const number = String(last - count + 1 + at).padStart(4, "0");
    return `${kind}-${short}-${number}`;
  });
}
