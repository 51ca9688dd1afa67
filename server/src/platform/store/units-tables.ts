import type { ColumnType, Generated } from "kysely";

/** The tables of units, authorizations and posts, as the query builder sees them. */
export type UnitsTables = {
  dept: {
    id: Generated<number>;
    /** Null at the root of a tree: an enterprise unit. */
    parentId: number | null;
    name: string;
    orderNum: Generated<number>;
    status: Generated<"0" | "1">;
    createdAt: Generated<Date>;
    leader: Generated<string>;
    phone: Generated<string>;
    email: Generated<string>;
    address: Generated<string>;
    creditCode: Generated<string>;
    remark: Generated<string>;
  };
  licence: {
    id: Generated<number>;
    unitId: number;
    validFrom: Day;
    validUntil: Day;
    mostDevices: number | null;
    mostUsers: number | null;
    /** Null for the authorization that a unit was made with. */
    codeHash: Buffer | null;
    enterBy: Date | null;
    issuedBy: number | null;
    issuedByName: string;
    issuedAt: Date;
    enteredBy: number | null;
    enteredByName: string | null;
    enteredAt: Date | null;
    withdrawnByName: string | null;
    withdrawnAt: Date | null;
    warnedDays: number | null;
  };
  licenceTry: { unitId: number; userId: number; tries: Date[] };
  post: {
    id: Generated<number>;
    postCode: string;
    postName: string;
    postSort: Generated<number>;
    status: Generated<"0" | "1">;
    remark: Generated<string>;
    createdAt: Generated<Date>;
  };
  userPost: { userId: number; postId: number };
};

/** A day; the driver reads it as midnight of its own zone, so stores ask for its text. */
type Day = ColumnType<Date, string, string>;
