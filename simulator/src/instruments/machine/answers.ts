import { alinkCode } from "@tracewater/alink/codes";
import { z } from "zod";
import type { Picture } from "../../pictures/png.ts";
import type { Answer, Params, Reply } from "../instrument.ts";
import type { Machine } from "./machine.ts";

/** A service of the thing model: checks what came over the wire, then does it. */
export type Service<M extends Machine> = (machine: M, params: unknown) => Answer;

export function service<M extends Machine, Input>(
  schema: z.ZodType<Input>,
  run: (machine: M, input: Input) => Answer,
): Service<M> {
  return (machine, params) => {
    const read = schema.safeParse(params ?? {});
    return read.success ? run(machine, read.data) : now(wrongInput(read.error));
  };
}

export function done(data: Params = {}): Answer {
  return now(success(data));
}

/** With a picture that goes up alongside the reply. */
export function doneWith(picture: Picture, data: Params): Answer {
  return now({ ...success(data), picture });
}

export function success(data: Params = {}): Reply {
  return { code: alinkCode.success, data, message: "success" };
}

/** The device understood and will not: the sentence says why. */
export function refuse(sentence: string): Answer {
  return now(refusal(sentence));
}

export function refusal(sentence: string): Reply {
  return { code: alinkCode.serverError, data: {}, message: sentence };
}

/** 460 with the first thing that is wrong, as a sentence. */
export function wrongInput(error: z.ZodError): Reply {
  const message = error.issues[0]?.message ?? "The parameters are not valid.";
  return { code: alinkCode.badParameter, data: {}, message };
}

/** The answer comes later, as an output with this ticket. */
export function later(machine: Machine): { ticket: number; answer: Answer } {
  const ticket = machine.nextTicket++;
  return { ticket, answer: { kind: "later", ticket } };
}

export function answerLater(machine: Machine, ticket: number | null, reply: Reply): void {
  if (ticket !== null) machine.outputs.push({ kind: "reply", ticket, reply });
}

function now(reply: Reply): Answer {
  return { kind: "now", reply };
}

export const noInput = z.unknown();

export function record<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object(shape, { error: "The parameters must be an object." });
}

/** What may be set, all of it optional; anything else is refused by name. */
export function settings<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === "unrecognized_keys"
        ? `${issue.keys.join(", ")} cannot be set.`
        : "The parameters must be an object.",
  });
}

export function whole(name: string, min: number, max: number) {
  const error = `${name} must be a whole number from ${min} to ${max}.`;
  return z.int({ error }).min(min, error).max(max, error);
}

export function decimal(name: string, min: number, max: number) {
  const error = `${name} must be a number from ${min} to ${max}.`;
  return z.number({ error }).min(min, error).max(max, error);
}

export function text(name: string, length: number) {
  const error = `${name} must be a text of 1 to ${length} characters.`;
  return z.string({ error }).min(1, error).max(length, error);
}

/** 0, 1 or a truth value, as 0 or 1. */
export function flag(name: string) {
  return z
    .union([z.literal(0), z.literal(1), z.boolean()], { error: `${name} must be 0 or 1.` })
    .transform((value) => Number(value));
}
