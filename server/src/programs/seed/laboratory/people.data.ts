import type { Caller } from "../../../platform/caller.ts";
import { plantUnits } from "../plan.ts";

/** Who works in the demo: names and roles alone, without passwords; nobody can log in as one of them. */
export const people = [
  { userName: "anna.novak", nickName: "Anna Novák", unit: 0, role: "operator" },
  { userName: "jan.devries", nickName: "Jan de Vries", unit: 0, role: "operator" },
  { userName: "marta.kowalska", nickName: "Marta Kowalska", unit: 0, role: "analyst" },
  { userName: "lucas.moreau", nickName: "Lucas Moreau", unit: 0, role: "analyst" },
  { userName: "ingrid.larsen", nickName: "Ingrid Larsen", unit: 0, role: "reviewer" },
  { userName: "fiona.grant", nickName: "Fiona Grant", unit: 1, role: "operator" },
  { userName: "callum.reid", nickName: "Callum Reid", unit: 1, role: "operator" },
  { userName: "eilidh.ross", nickName: "Eilidh Ross", unit: 1, role: "analyst" },
  { userName: "hamish.boyd", nickName: "Hamish Boyd", unit: 1, role: "reviewer" },
] as const;

export type PersonName = (typeof people)[number]["userName"];

/** The hands through which the samples of each unit go. */
export const teams = [
  {
    unit: plantUnits[0],
    laboratory: "Toxicology laboratory (example)",
    sampler: "anna.novak",
    sender: "jan.devries",
    analyst: "marta.kowalska",
    secondAnalyst: "lucas.moreau",
    reviewer: "ingrid.larsen",
    courier: "Kurier Nord, P. Weber",
  },
  {
    unit: plantUnits[1],
    laboratory: "Water laboratory, Stirling (example)",
    sampler: "fiona.grant",
    sender: "callum.reid",
    analyst: "eilidh.ross",
    secondAnalyst: "eilidh.ross",
    reviewer: "hamish.boyd",
    courier: "Highland Couriers, A. Munro",
  },
] as const satisfies readonly Record<string, string>[];

export type Team = (typeof teams)[number];

/** The hands of a unit. */
export type Staff = {
  unitId: number;
  laboratoryId: number;
  courier: string;
  sampler: Caller;
  sender: Caller;
  analyst: Caller;
  secondAnalyst: Caller;
  reviewer: Caller;
};
