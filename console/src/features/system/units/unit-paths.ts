/** Where the things of a unit are looked at; each list takes its filter from the address. */
export function unitPath(deptId: number): string {
  return `/entAdmin/entAdm/${deptId}`;
}
