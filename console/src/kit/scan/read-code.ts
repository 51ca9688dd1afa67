/** Reads the code that a picture shows; null where it shows none. */
export type CodeReader = (picture: HTMLVideoElement) => Promise<string | null>;

/** What browsers that read codes by themselves offer; TypeScript's library does not know it yet. */
type BarcodeReader = { detect: (picture: HTMLVideoElement) => Promise<{ rawValue: string }[]> };
type BarcodeReaders = {
  new (options: { formats: string[] }): BarcodeReader;
  getSupportedFormats: () => Promise<string[]>;
};

/** The bar codes of bottles next to the QR codes of our own labels. */
const wanted = ["qr_code", "data_matrix", "code_128", "code_39", "ean_13"];

/** The browser's own reader where it has one; else one for QR codes, which is fetched now. */
export async function openReader(): Promise<CodeReader> {
  return (await ownReader()) ?? fetchedReader();
}

async function ownReader(): Promise<CodeReader | null> {
  const readers: BarcodeReaders | undefined = Reflect.get(globalThis, "BarcodeDetector");
  if (readers === undefined) return null;
  const known = await readers.getSupportedFormats();
  // Chrome on some desktops has the door and nothing behind it.
  if (!known.includes("qr_code")) return null;
  const reader = new readers({ formats: wanted.filter((format) => known.includes(format)) });
  return async (picture) => (await reader.detect(picture))[0]?.rawValue ?? null;
}

async function fetchedReader(): Promise<CodeReader> {
  const { decodeQR } = await import("qr/decode.js");
  const canvas = document.createElement("canvas");
  const drawn = canvas.getContext("2d", { willReadFrequently: true });
  return async (picture) => {
    const scale = Math.min(1, maxPixels / Math.max(picture.videoWidth, picture.videoHeight, 1));
    canvas.width = Math.round(picture.videoWidth * scale);
    canvas.height = Math.round(picture.videoHeight * scale);
    if (drawn === null || canvas.width === 0 || canvas.height === 0) return null;
    drawn.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const { data, width, height } = drawn.getImageData(0, 0, canvas.width, canvas.height);
    try {
      return decodeQR({ data, width, height });
    } catch {
      return null; // most pictures show no code, and the library says so by throwing
    }
  };
}

/** The longer side of a picture that is read: a phone's camera gives far more than a code needs. */
const maxPixels = 960;
