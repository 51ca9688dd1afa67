import { useTranslation } from "react-i18next";
import { BoardQuantityText, OutcomeMark } from "./outcome-mark.tsx";
import type { BoardReading } from "./reading-types.ts";
import { useBoardLabels } from "./use-board-labels.ts";

const print = (value: number | null, digits = 4) =>
  value === null ? "—" : String(Number(value.toPrecision(digits)));

/** Both lines in figures, and what follows from them. */
export function LineTable({ reading, unit }: { reading: BoardReading; unit: string }) {
  const { t } = useTranslation("laboratory-boards");
  const label = useBoardLabels();
  const { measurement, judgement } = reading;
  const lines = [
    { name: "C", line: measurement.c },
    { name: "T", line: measurement.t },
  ];
  return (
    <>
      <div className="board-scroll">
        <table className="board-table">
          <thead>
            <tr>
              {(["line", "area", "areaU", "contrast", "snr", "fwhm", "found"] as const).map((key) => (
                <th key={key} scope="col">
                  {t(`lines.${key}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ name, line }) => (
              <tr key={name}>
                <td>{name}</td>
                <td className="num">{print(line?.area ?? null)}</td>
                <td className="num">{print(line?.areaU ?? null, 2)}</td>
                <td className="num">{print(line?.contrast ?? null)}</td>
                <td className="num">{print(line?.snr ?? null, 3)}</td>
                <td className="num">{print(line?.fwhm ?? null, 3)}</td>
                <td>{line === null ? "—" : t(line.isFound ? "yes" : "no")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ReadingFacts reading={reading} unit={unit} />
      {judgement.reason === null ? null : (
        <p className="record-quiet">{label(`reason.${judgement.reason}`)}</p>
      )}
      {judgement.flags.map((flag) => (
        <p key={flag} className="record-quiet">
          {t(`flag.${flag}`)}
        </p>
      ))}
    </>
  );
}

function ReadingFacts({ reading, unit }: { reading: BoardReading; unit: string }) {
  const { t } = useTranslation("laboratory-boards");
  const label = useBoardLabels();
  const { measurement, judgement } = reading;
  return (
    <dl className="record-facts">
      <div>
        <dt>{label("outcome")}</dt>
        <dd>
          <OutcomeMark outcome={judgement.outcome} />
        </dd>
      </div>
      <div>
        <dt>{label("ratio")}</dt>
        <dd className="num">
          {print(judgement.ratio)} {judgement.ratioU === null ? "" : `± ${print(judgement.ratioU, 2)}`}
        </dd>
      </div>
      <div>
        <dt>{t("atCutOff")}</dt>
        <dd className="num">{print(judgement.cutOff)}</dd>
      </div>
      <div>
        <dt>{label("quantity")}</dt>
        <dd>
          <BoardQuantityText quantity={judgement.quantity} unit={unit} />
        </dd>
      </div>
      <div>
        <dt>{t("angle")}</dt>
        <dd className="num">{print(measurement.angle, 3)}°</dd>
      </div>
      <div>
        <dt>{label("background")}</dt>
        <dd className="num">{print(measurement.background, 3)}</dd>
      </div>
    </dl>
  );
}
