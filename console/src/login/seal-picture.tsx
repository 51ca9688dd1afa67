import "./seal.css";
import type { Language } from "../kit/language.ts";
import { rippleRings, type SealRing, sealPicture, wovenBand } from "./seal-lines.ts";

const turns = Array.from({ length: sealPicture.repeats }, (_, index) => (index * 360) / sealPicture.repeats);

const words = {
  en: {
    brand: "Evidence circulation",
    headline: "Every item, every hand, every seal",
    subline: "A court can verify each entrustment by itself.",
  },
  zh: {
    brand: "物证流转",
    headline: "每件物证、每次交接、每道封签",
    subline: "每份委托均可由法庭独立核验。",
  },
};

/** The evidence brand's picture with its words and colours: fetched by that brand alone. */
export function SealPoster({ language }: { language: Language }) {
  const { brand, headline, subline } = words[language];
  return (
    <>
      <SealPicture />
      <div className="poster-words">
        <p className="poster-brand">
          <SealMark size={36} />
          {brand}
        </p>
        <p className="poster-headline">{headline}</p>
        <p className="poster-subline">{subline}</p>
      </div>
    </>
  );
}

/** Drawn once: one twelfth, turned twelve times; the colours follow the theme. */
function SealPicture() {
  const { width, height, x, y } = sealPicture;
  return (
    <svg
      className="seal"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <defs>
        <g id="seal-sector" fill="none" stroke="var(--seal-line)">
          {[...wovenBand(), ...rippleRings()].map((ring: SealRing) => (
            <path key={ring.path} d={ring.path} strokeOpacity={Number(ring.opacity.toFixed(2))} />
          ))}
        </g>
      </defs>
      <g transform={`translate(${x} ${y})`}>
        {turns.map((turn) => (
          <use key={turn} href="#seal-sector" transform={`rotate(${turn})`} />
        ))}
        <SealShape scale={4} />
      </g>
    </svg>
  );
}

/** The brand's mark: an item in two rings, the inner one perforated as a seal is. */
function SealMark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="-12 -12 24 24" aria-hidden="true">
      <SealShape scale={1} />
    </svg>
  );
}

function SealShape({ scale }: { scale: number }) {
  return (
    <g
      transform={`scale(${scale})`}
      fill="none"
      stroke="var(--seal-line)"
      strokeWidth="0.9"
      strokeLinejoin="round"
    >
      <circle r="11" fill="var(--seal-ground)" />
      <circle r="7.6" strokeDasharray="1.1 1.29" />
      <path d="M0-4.6 4.2-2.2v4.6L0 4.8-4.2 2.4v-4.6zM-4.2-2.2 0 .2l4.2-2.4M0 .2v4.6" />
    </g>
  );
}
