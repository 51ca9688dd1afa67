/*
 * Nobody grants what they do not hold, and nobody touches who holds more than they do. Both are conditions on rows, so
 * that one statement decides: a user or a role is "beyond" a caller where it permits what they may not do, or reaches
 * data that they do not reach. Roles that are out of use count too: they may come back.
 */
import { type RawBuilder, sql } from "kysely";
import { allPermissions, type Caller } from "../../platform/caller.ts";
import { inScope, type Scope } from "../../platform/scope.ts";

/** The user behind this column holds more than the caller. */
export function isUserBeyond(caller: Caller, userColumn: string): RawBuilder<boolean> {
  if (caller.permissions.has(allPermissions)) return sql<boolean>`false`;
  const user = sql.ref(userColumn);
  return sql<boolean>`exists (
    select 1 from user_role held join role r on r.id = held.role_id where held.user_id = ${user}
    and (${isRoleBeyond(caller, "r.id")} or (r.data_scope = 'unitAndBelow' and ${reachesFurther(caller.scope, user)})))`;
}

/** The role behind this column holds more than the caller, anyone who gets it. */
export function isRoleBeyond(caller: Caller, roleColumn: string): RawBuilder<boolean> {
  if (caller.permissions.has(allPermissions)) return sql<boolean>`false`;
  const role = sql.ref(roleColumn);
  const own = [...caller.permissions];
  return sql<boolean>`exists (select 1 from role b where b.id = ${role} and (
    b.role_key = 'admin'
    or exists (select 1 from role_menu rm join menu m on m.id = rm.menu_id
      where rm.role_id = b.id and m.permission is not null and m.permission <> all(${own}::text[]))
    or ${widerThan(caller.scope)}))`;
}

/** Roles that the scope knows of: those of the whole platform, and those of its units. */
export function isRoleKnown(scope: Scope, roleTable: string): RawBuilder<boolean> {
  const column = `${roleTable}.dept_id`;
  return sql<boolean>`(${sql.ref(column)} is null or ${inScope(scope, column)})`;
}

/** The departments that are at or below this one. */
export function belowUnit(orgUnit: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(with recursive below(id) as (
      select ${orgUnit}::int union all select d.id from dept d join below on d.parent_id = below.id
    ) select id from below)`;
}

function widerThan(scope: Scope): RawBuilder<boolean> {
  if (scope.kind === "all") return sql<boolean>`false`;
  return sql<boolean>`(b.data_scope = 'all' or (b.data_scope = 'chosen' and exists (
    select 1 from role_dept rd where rd.role_id = b.id and rd.dept_id <> all(${[...scope.unitIds]}::int[]))))`;
}

/** `unitAndBelow` means another thing for each user: what is below their own department. */
function reachesFurther(scope: Scope, user: RawBuilder<unknown>): RawBuilder<boolean> {
  if (scope.kind === "all") return sql<boolean>`false`;
  const orgUnit = sql`(select reaching.dept_id from sys_user reaching where reaching.id = ${user})`;
  return sql<boolean>`exists (select 1 from ${belowUnit(orgUnit)} reached
    where reached.id is not null and reached.id <> all(${[...scope.unitIds]}::int[]))`;
}
