import { z } from "zod";

/** `composite24` covers a day; `composite` is any other sample of more than one aliquot. */
export const samplingKind = z.enum([
  "composite24",
  "composite",
  "grab",
  "fieldBlank",
  "tripBlank",
  "duplicate",
]);
export type SamplingKind = z.infer<typeof samplingKind>;
