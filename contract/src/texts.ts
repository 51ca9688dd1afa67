import { z } from "zod";

/** What a person types: without the spaces around it, at most `max` characters. */
export const text = (max: number) => z.string().trim().max(max);
