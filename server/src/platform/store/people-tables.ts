import type { ColumnType, Generated, GeneratedAlways } from "kysely";

/** The tables of users, roles and sessions, as the query builder sees them. */
export type PeopleTables = {
  sysUser: {
    id: Generated<number>;
    deptId: number | null;
    userName: string;
    nickName: string;
    avatarUrl: Generated<string>;
    /** Null: nobody logs in as this user before a one-time password was made. */
    passwordHash: string | null;
    /** Set for a one-time password, which has to be changed at the first log-in. */
    passwordUntil: Date | null;
    /** The last day on which they may come in; null: without an end. */
    validUntil: ColumnType<Date | null, string | null | undefined, string | null | undefined>;
    /** A program's account: it never has a password, API keys act for it. */
    serviceAccount: Generated<boolean>;
    /** They come in by the calls of the APP alone. */
    appUser: Generated<boolean>;
    phonenumber: Generated<string>;
    email: Generated<string>;
    /** "0" male, "1" female, "2" not reported */
    sex: Generated<string>;
    remark: Generated<string>;
    status: Generated<"0" | "1">;
    createdAt: Generated<Date>;
    createdBy: Generated<string>;
    updatedAt: Date | null;
    deletedAt: Date | null;
    searchText: GeneratedAlways<string>;
  };
  role: {
    id: Generated<number>;
    roleKey: string;
    name: string;
    /** all | chosen | unit | unitAndBelow | own */
    dataScope: string;
    builtIn: Generated<boolean>;
    status: Generated<"0" | "1">;
    /** The unit whose role it is; null: one of the whole platform. */
    deptId: number | null;
    roleSort: Generated<number>;
    remark: Generated<string>;
    forbidUnbound: Generated<boolean>;
    /** none | any | passkey: how strong a session of its holders has to be. */
    requiredFactor: Generated<string>;
    menuCheckStrictly: Generated<boolean>;
    deptCheckStrictly: Generated<boolean>;
    createdAt: Generated<Date>;
  };
  userRole: { userId: number; roleId: number };
  roleMenu: { roleId: number; menuId: number };
  roleDept: { roleId: number; deptId: number };
  session: {
    id: Generated<string>;
    tokenHash: Buffer;
    cookieHash: Buffer | null;
    userId: number;
    address: string;
    agent: string;
    createdAt: Generated<Date>;
    lastSeenAt: Generated<Date>;
    /** When its user last proved who they are; of a log-in by password that is the log-in. */
    confirmedAt: Generated<Date>;
    expiresAt: Date;
    way: Generated<string>;
    factor: Generated<string>;
    ssoIssuer: string | null;
    ssoSubject: string | null;
    ssoSid: string | null;
  };
};
