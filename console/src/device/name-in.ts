/** The name of something of the thing model (a property, a service, an option) in the language that is shown. */
export function nameIn(named: { name: string; nameZh: string }, language: string): string {
  return language.startsWith("zh") ? named.nameZh : named.name;
}
