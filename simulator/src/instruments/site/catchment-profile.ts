import { z } from "zod";
import { type Catchment, residues } from "./residues.ts";

/** Where a device is that looks at a sewer: a part of the `profile` of a credentials file. */
export const catchmentProfile = z.object({
  /** m³ per day, of dry weather. */
  designFlow: z.number().positive().max(1_000_000),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  population: z.number().positive().max(50_000_000).optional(),
  /** mg per day and 1000 inhabitants, Monday to Sunday. */
  loads: z.partialRecord(z.enum(residues), z.array(z.number().nonnegative()).length(7)).default({}),
});

/** A person is taken to send 0.2 m³ a day down the sewer where nobody says how many there are. */
const flowPerPerson = 0.2;

export function toCatchment(seed: number, profile: z.infer<typeof catchmentProfile>): Catchment {
  const { designFlow, latitude, longitude, loads } = profile;
  const population = profile.population ?? designFlow / flowPerPerson;
  return { seed, designFlow, latitude, longitude, population, loads };
}

/** The first thing that is wrong with a profile, with its place. */
export function profileFault(error: z.ZodError): string {
  const issue = error.issues[0];
  return `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "is wrong"}`;
}
