import type { createCarouselService } from "../features/field/bottles/carousel.service.ts";
import type { PlansAt } from "../features/field/samplers/auto-sample.service.ts";

type Carousel = Parameters<typeof createCarouselService>[0];

/**
 * Calls that go up. A lower floor is made before the higher one that answers them, so it is given these; the higher
 * floor answers with `answer` once it is made. Anything else goes up as an event.
 */
export type UpwardCalls = {
  /** From field to laboratory, in the transaction that takes bottles out: their samples are registered. */
  onTakenOut: Carousel["onTakenOut"];
  /** From field to laboratory: bottles are put back, and their samples withdrawn. */
  onRestored: Carousel["onRestored"];
  /** From field to laboratory: the sampling plans that automatic samples belong to. */
  plansAt: PlansAt;
  /** From platform to app: the port that HTTP listens on, for the addresses that devices upload to. */
  httpPort: () => number;
  /** From system to app: the build of the console that is served, which displays are told. */
  consoleBuild: () => string;
};

export function createUpwardCalls(): UpwardCalls & { answer(part: Partial<UpwardCalls>): void } {
  const answers: UpwardCalls = {
    onTakenOut: unanswered,
    onRestored: unanswered,
    plansAt: unanswered,
    httpPort: unanswered,
    consoleBuild: unanswered,
  };
  return {
    onTakenOut: (...taken) => answers.onTakenOut(...taken),
    onRestored: (...restored) => answers.onRestored(...restored),
    plansAt: (...asked) => answers.plansAt(...asked),
    httpPort: () => answers.httpPort(),
    consoleBuild: () => answers.consoleBuild(),
    answer: (part) => void Object.assign(answers, part),
  };
}

/** A fault of the wiring. */
function unanswered(): never {
  throw new Error("a call went up before the floor that answers it was made");
}
