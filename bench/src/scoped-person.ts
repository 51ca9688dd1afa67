/** A person who sees one unit: scope costs conditions in every statement that an administrator has not. */

/** A user who may see every page, and of devices those of one unit. */
export async function makeScoped(
  http: string,
  adminPassword: string,
): Promise<{ token: string; unitId: number }> {
  const logIn = async (username: string, password: string) =>
    String((await ask(http, "/login", null, { username, password }))["token"]);
  const admin = await logIn("admin", adminPassword);
  const listed = async (path: string) => (await ask(http, path, admin))["data"] as Record<string, number>[];
  const menuIds = (await listed("/v2/admin/system/menu/list")).map((menu) => menu["menuId"]);
  const { rows } = (await ask(http, "/v2/admin/device/waterSample/list?pageSize=1", admin)) as {
    rows: { unitId: number }[];
  };
  const unitId = rows[0]?.unitId ?? 0;
  const role = { roleName: "Bench", roleKey: "bench", dataScope: "2", deptIds: [unitId], menuIds };
  const { id } = (await ask(http, "/v2/admin/system/role", admin, role))["data"] as { id: number };
  const person = { userName: "scoped", nickName: "Scoped", roleIds: [id], password: adminPassword };
  await ask(http, "/v2/admin/system/user", admin, { ...person, deptId: unitId });
  // What another gave is good for choosing one's own.
  const first = await logIn("scoped", adminPassword);
  const chosen = { oldPassword: adminPassword, newPassword: `${adminPassword}-own` };
  await ask(http, "/v2/admin/system/user/profile/updatePwd", first, chosen, "PUT");
  return { token: await logIn("scoped", chosen.newPassword), unitId };
}

/** Asks a call below `/prod-api`; throws where it was refused. */
export async function ask(http: string, path: string, token: string | null, body?: object, method = "POST") {
  const answer = await fetch(`${http}/prod-api${path}`, {
    headers: {
      "content-type": "application/json",
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { method, body: JSON.stringify(body) }),
  });
  const read = (await answer.json()) as Record<string, unknown>; // every answer has the envelope
  if (read["code"] !== 200) throw new Error(`${path}: ${JSON.stringify(read).slice(0, 300)}`);
  return read;
}
