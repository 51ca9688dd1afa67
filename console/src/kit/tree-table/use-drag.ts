import { type DragEvent, useState } from "react";
import { isAbove, type TreePlace, type TreeRow, type TreeShape } from "./tree-rows.ts";

type Over = { key: number; zone: "before" | "inside" | "after" };

/** Rows dragged by their handles: onto the edge of another one to be next to it, onto its middle to be in it. */
export function useDrag<Row>(options: {
  shape: TreeShape<Row>;
  mayHold: (row: Row, parent: Row | null) => boolean;
  onMove: (row: Row, place: TreePlace) => void;
}) {
  const { shape, mayHold, onMove } = options;
  const [dragged, setDragged] = useState<Row | null>(null);
  const [over, setOver] = useState<Over | null>(null);
  const byKey = (key: number | null) => shape.rows.find((row) => shape.keyOf(row) === key) ?? null;

  function placeAt(target: TreeRow<Row>, zone: Over["zone"]): TreePlace {
    if (zone === "inside") return { parentKey: target.key, before: null };
    if (zone === "before") return { parentKey: target.parentKey, before: target.key };
    const siblings = shape.rows.filter((row) => shape.parentOf(row) === shape.parentOf(target.row));
    const next = siblings[siblings.findIndex((row) => shape.keyOf(row) === target.key) + 1];
    return { parentKey: target.parentKey, before: next === undefined ? null : shape.keyOf(next) };
  }

  function mayDropAt(target: TreeRow<Row>, zone: Over["zone"]): boolean {
    if (dragged === null) return false;
    const { parentKey } = placeAt(target, zone);
    return !isAbove(shape, shape.keyOf(dragged), parentKey) && mayHold(dragged, byKey(parentKey));
  }

  const end = () => {
    setDragged(null);
    setOver(null);
  };

  return {
    isDragged: (key: number) => dragged !== null && shape.keyOf(dragged) === key,
    zoneAt: (key: number) => (over?.key === key ? over.zone : null),
    handle: (row: Row) => ({
      draggable: true,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData("text/plain", String(shape.keyOf(row)));
        setDragged(row);
      },
      onDragEnd: end,
    }),
    target: (target: TreeRow<Row>) => ({
      onDragOver: (event: DragEvent<HTMLElement>) => {
        const zone = zoneOf(event);
        if (!mayDropAt(target, zone)) return setOver(null);
        event.preventDefault();
        if (over?.key !== target.key || over.zone !== zone) setOver({ key: target.key, zone });
      },
      onDrop: (event: DragEvent<HTMLElement>) => {
        const zone = zoneOf(event);
        if (dragged === null || !mayDropAt(target, zone)) return;
        event.preventDefault();
        const place = placeAt(target, zone);
        if (place.before !== shape.keyOf(dragged)) onMove(dragged, place);
        end();
      },
    }),
  };
}

function zoneOf(event: DragEvent<HTMLElement>): Over["zone"] {
  const box = event.currentTarget.getBoundingClientRect();
  const part = (event.clientY - box.top) / box.height;
  if (part < 0.3) return "before";
  return part > 0.7 ? "after" : "inside";
}
