import { z } from "zod";

/** What amounts of money are given in, by ISO 4217. */
export const currency = z.enum([
  ...(["CNY", "EUR", "CHF", "GBP", "USD", "NOK", "SEK", "DKK", "PLN", "CZK"] as const),
  ...(["AUD", "NZD", "CAD", "BRL", "JPY", "KRW", "SGD", "HKD"] as const),
]);
