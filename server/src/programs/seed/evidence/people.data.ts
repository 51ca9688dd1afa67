import type { Caller } from "../../../platform/caller.ts";
import type { Staff } from "../laboratory/people.data.ts";

/** The client whose people see the entrustments of their own office and no others. */
export const clientUnit = "City police, evidence office (example)";

/** Who keeps, examines and audits evidence in the demo, without passwords as all of its people. */
export const evidencePeople = [
  // Those whose names the simulated boxes report when they are opened.
  { userName: "chen.jing", nickName: "Chen Jing", role: "custodian", isClient: false },
  { userName: "wang.lei", nickName: "Wang Lei", role: "custodian", isClient: false },
  { userName: "zhao.min", nickName: "Zhao Min", role: "custodian", isClient: false },
  { userName: "sun.hao", nickName: "Sun Hao", role: "custodian", isClient: false },
  { userName: "liu.yang", nickName: "Liu Yang", role: "custodian", isClient: false },
  { userName: "xu.fang", nickName: "Xu Fang", role: "custodian", isClient: false },
  { userName: "helena.berg", nickName: "Helena Berg", role: "reviewer", isClient: false },
  { userName: "dirk.hoffmann", nickName: "Dirk Hoffmann", role: "unitAdmin", isClient: false },
  { userName: "nora.lindqvist", nickName: "Nora Lindqvist", role: "engineer", isClient: false },
  { userName: "peter.hansen", nickName: "Peter Hansen", role: "auditor", isClient: false },
  { userName: "tomas.dvorak", nickName: "Tomáš Dvořák", role: "custodian", isClient: true },
] as const;

export type EvidencePerson = (typeof evidencePeople)[number]["userName"];

/** Who takes part in the entrustments of a unit, and in its work orders. */
export type EvidenceStaff = Pick<Staff, "unitId" | "sampler" | "sender"> & {
  clientUnitId: number;
  /** Two of the custodians; the others by the name that a box reports. */
  custodian: Caller;
  second: Caller;
  custodianNamed(nickName: string): Caller;
  examiner: Caller;
  secondExaminer: Caller;
  reviewer: Caller;
  /** Decides on entrustments and approves destructions. */
  approver: Caller;
  client: Caller;
  chief: Caller;
  engineer: Caller;
};
