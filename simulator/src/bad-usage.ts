/** Something the person at the command line can put right: shown as its sentence, without a stack. */
export class BadUsage extends Error {}
