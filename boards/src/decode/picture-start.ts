import { jpegSignature } from "./jpeg-segments.ts";
import { pngSignature } from "./png-chunks.ts";

/** Whether a file that starts so may be a picture; of a start that is shorter than a signature, what is there. */
export function isPictureStart(start: Uint8Array): boolean {
  return [pngSignature, jpegSignature].some((signature) =>
    signature.every((value, place) => place >= start.length || start[place] === value),
  );
}
