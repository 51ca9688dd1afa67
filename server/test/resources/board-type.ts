/** One of the types of test boards that a test may look for by its name. */
export function exampleBoardType(_unitId: number, name: string) {
  return { typeCode: name, typeName: name, label: "colloidalGold", analyte: "mdma", cutOff: 40 } as const;
}
