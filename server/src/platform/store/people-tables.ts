import type { Generated, GeneratedAlways } from "kysely";

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
    phonenumber: Generated<string>;
    email: Generated<string>;
    /** "0" male, "1" female, "2" not told */
    sex: Generated<string>;
    remark: Generated<string>;
    status: Generated<"0" | "1">;
    createdAt: Generated<Date>;
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
    expiresAt: Date;
  };
};
