/** What the situation screens keep while they run; the specification gives the names. */
export type SituationState = {
  /** The charts of the device that is shown are open. */
  isShowEchart: boolean;
  /** The demo walks from device to device. */
  startDemo: boolean;
  /** The device that is shown. */
  startDeviceId: number | null;
  /** Those that this round has shown, in order. */
  alreadyStartId: readonly number[];
  /** The next one, drawn by chance. */
  randomStartDeviceId: number | null;
  /** Those whose readings were asked for. */
  alreadyRequestId: readonly number[];
};

export type SituationStep =
  | { do: "start"; ids: readonly number[]; chance: number }
  | { do: "next"; ids: readonly number[]; chance: number }
  | { do: "stop" }
  | { do: "charts"; shown: boolean };

export const firstSituation: SituationState = {
  isShowEchart: false,
  startDemo: false,
  startDeviceId: null,
  alreadyStartId: [],
  randomStartDeviceId: null,
  alreadyRequestId: [],
};

/** What a step makes of the state; `chance` is a number from 0 to below 1. */
export function situationAfter(state: SituationState, step: SituationStep): SituationState {
  switch (step.do) {
    case "start":
      return walk({ ...state, startDemo: true, alreadyStartId: [], randomStartDeviceId: null }, step);
    case "next":
      return state.startDemo ? walk(state, step) : state;
    case "stop":
      return { ...firstSituation, isShowEchart: state.isShowEchart };
    case "charts":
      return asked({ ...state, isShowEchart: step.shown });
  }
}

/** Each device once in a round, in an order that chance makes; then a new round, which does not begin where it ended. */
function walk(state: SituationState, { ids, chance }: { ids: readonly number[]; chance: number }) {
  const left = ids.filter((id) => !state.alreadyStartId.includes(id));
  const others = ids.filter((id) => id !== state.startDeviceId);
  const isOver = left.length === 0;
  const among = isOver ? (others.length === 0 ? ids : others) : left;
  const drawn = state.randomStartDeviceId;
  const now = drawn !== null && among.includes(drawn) ? drawn : draw(among, chance);
  if (now === null) return { ...state, startDeviceId: null, alreadyStartId: [], randomStartDeviceId: null };
  const alreadyStartId = isOver ? [now] : [...state.alreadyStartId, now];
  const then = ids.filter((id) => !alreadyStartId.includes(id));
  return asked({ ...state, startDeviceId: now, alreadyStartId, randomStartDeviceId: draw(then, chance) });
}

function draw(ids: readonly number[], chance: number): number | null {
  return ids[Math.floor(chance * ids.length)] ?? null;
}

/** With its charts open, a device's readings are asked for once. */
function asked(state: SituationState): SituationState {
  const { isShowEchart, startDeviceId: id, alreadyRequestId } = state;
  if (!isShowEchart || id === null || alreadyRequestId.includes(id)) return state;
  return { ...state, alreadyRequestId: [...alreadyRequestId, id] };
}
