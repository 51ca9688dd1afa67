import { rangeRoom, signatureRoom } from "./pdf-signature.ts";

/** Keeps a place for a signature of the file as a whole; `signPdf` fills it. */
export function keepSignaturePlace(doc: PDFKit.PDFDocument, at: Date): void {
  const signature = doc.ref({
    ...{ Type: "Sig", Filter: "Adobe.PPKLite", SubFilter: "ETSI.CAdES.detached", M: at },
    ...{ ByteRange: [0, rangeRoom, rangeRoom, rangeRoom], Contents: Buffer.alloc(signatureRoom) },
  });
  const field = doc.ref({
    ...{ Type: "Annot", Subtype: "Widget", FT: "Sig", T: new String("Signature1"), V: signature, F: 132 },
    ...{ Rect: [0, 0, 0, 0], P: doc.page.dictionary },
  });
  doc.page.annotations.push(field);
  const form = doc.ref({ SigFlags: 3, Fields: [field], DR: { Font: {} } });
  // The catalog, which the types do not know.
  Object.assign(Reflect.get(doc, "_root").data, { AcroForm: form });
  // The library ends the form, and only such fields as have parts: a field left open would never let the file end.
  for (const part of [signature, field]) (part.end as () => void).call(part);
  // It asks a form for a font.
  Object.assign(doc, { _acroform: { fonts: {}, defaultFont: "none" } });
}
