import { z } from "zod";
import { localized } from "../both-languages.ts";

/** What is on a body or a cap, as a scanner reads it. */
export const bottleCode = z
  .string()
  .trim()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9_./:-]{2,63}$/,
    localized(
      "must have 3 to 64 characters: letters, digits and - _ . : /",
      "须为 3 至 64 个字符：字母、数字及 - _ . : /",
    ),
  );
