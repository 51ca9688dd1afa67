import { readFileSync } from "node:fs";
import { type Env, EnvError } from "../env.ts";
import { type PdfSigner, readPdfSigner } from "./pdf-signature.ts";

/** The certificate of PDF_CERT with the key of PDF_KEY; null where PDF files are not signed. */
export function readPdfSignerFiles({
  PDF_CERT: cert,
  PDF_KEY: key,
}: Pick<Env, "PDF_CERT" | "PDF_KEY">): PdfSigner | null {
  if (cert === undefined && key === undefined) return null;
  if (cert === undefined || key === undefined)
    throw new EnvError("The variables PDF_CERT and PDF_KEY go together: one of them is missing.");
  try {
    return readPdfSigner(readFileSync(cert, "utf8"), readFileSync(key, "utf8"));
  } catch (error) {
    throw new EnvError(
      `The variables PDF_CERT and PDF_KEY cannot be used: ${error instanceof Error ? error.message : error}`,
    );
  }
}
