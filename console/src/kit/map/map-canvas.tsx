import "./map.css";
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../empty-state.tsx";
import { onSettings } from "../settings-store.ts";
import { tokenReader } from "../token-value.ts";
import type { MapContent, Position } from "./map-content.ts";
import type { MapEngine } from "./map-engine.ts";

export type MapHandle = { centre: () => Position | null; fit: () => void; goTo: (at: Position) => void };

/** A map of land and what lies on it; the library is fetched with the first one. Where it cannot be drawn, it says so. */
export function MapCanvas(props: {
  content: MapContent;
  label: string;
  height: number;
  /** Another value brings everything into sight again. */
  fitKey?: string | number;
  onPlace?: (at: Position) => void;
  onPoint?: (id: string) => void;
  ref?: Ref<MapHandle>;
}) {
  const { content, fitKey } = props;
  const { t } = useTranslation("kit");
  const place = useRef<HTMLDivElement>(null);
  const [engine, setEngine] = useState<MapEngine | null>(null);
  const [isImpossible, setImpossible] = useState(false);
  const onPlace = useEffectEvent((at: Position) => props.onPlace?.(at));
  const onPoint = useEffectEvent((id: string) => props.onPoint?.(id));
  const isGrouped = content.isGrouped === true;
  const fit = useEffectEvent(() => engine?.fit(content));

  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    let made: MapEngine | null = null;
    let gone = false;
    import("./map-engine.ts")
      .then(({ createMap }) => {
        if (gone) return;
        const listener = {
          onPlace: (at: Position) => onPlace(at),
          onPoint: (id: string) => onPoint(id),
        };
        made = createMap(element, tokenReader(), listener, isGrouped);
        setEngine(made);
      })
      .catch(() => setImpossible(true));
    return () => {
      gone = true;
      made?.destroy();
      setEngine(null);
    };
  }, [isGrouped]);

  useEffect(() => engine?.show(content), [engine, content]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown changes more often than where one looks
  useEffect(() => fit(), [engine, fitKey]);
  useEffect(() => {
    if (engine === null) return;
    // The theme is on the document once those who listened before have run.
    return onSettings(() => queueMicrotask(() => engine.paint(tokenReader())));
  }, [engine]);
  useImperativeHandle(
    props.ref,
    () => ({
      centre: () => engine?.centre() ?? null,
      fit: () => engine?.fit(content),
      goTo: (at) => engine?.goTo(at),
    }),
    [engine, content],
  );

  if (isImpossible) return <EmptyState title={t("map.impossible")} text={t("map.impossibleText")} />;
  return (
    <section className="map-canvas" style={{ height: props.height }} aria-label={props.label}>
      <div ref={place} className="map-place" />
    </section>
  );
}
