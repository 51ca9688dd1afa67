import type { TestPlatform } from "./test-platform.ts";

let made = 0;

/** Two units, the administrator of the first, and people in both. */
export async function makeTwoUnits(platform: TestPlatform) {
  made += 1;
  const unitId = await platform.addUnit(`First ${made}`);
  const below = await platform.addUnit("Below", unitId);
  const otherUnit = await platform.addUnit(`Second ${made}`);
  const chief = await platform.addUser({ unitId, roles: ["unitAdmin"] });
  const mine = await platform.addUser({ unitId: below, roles: ["viewer"] });
  const others = await platform.addUser({ unitId: otherUnit, roles: ["viewer"] });
  return { unitId, below, otherUnit, chief, mine, others };
}

export async function roleIdOf(platform: TestPlatform, roleKey: string): Promise<number> {
  const { id } = await platform.db
    .selectFrom("role")
    .select("id")
    .where("roleKey", "=", roleKey)
    .executeTakeFirstOrThrow();
  return id;
}
