import { type PointerEvent, type RefObject, useEffect, useState } from 'react';

type Drag = { from: number; to: number; pointer: number };

/** So near to the edge of the window, or below the bar (px), the page scrolls along, by so much a frame. */
const edge = 48;
const bar = 64;
const step = 7;

/**
 * Drags the rows of a list by a handle, with a mouse, a pen or a finger. While it goes on, only the style `order` changes: a row
 * that left the page would lose the pointer.
 */
export function useRowDragging(list: RefObject<HTMLElement | null>, onDropped: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);

  function begin(event: PointerEvent<HTMLElement>, from: number) {
    if (event.button !== 0) return;
    setDrag({ from, to: from, pointer: event.pointerId });
  }

  const from = drag?.from ?? null;
  const pointer = drag?.pointer ?? null;
  useEffect(() => {
    if (from === null) return;
    let y: number | null = null;
    let frame = 0;
    const follow = () => {
      const at = y;
      if (at !== null) setDrag((now) => now && { ...now, to: placeAt(list.current, now, at) });
    };
    const scroll = () => {
      if (y !== null) window.scrollBy(0, scrollAt(list.current, y));
      follow();
      frame = requestAnimationFrame(scroll);
    };
    const moved = (event: globalThis.PointerEvent) => {
      if (event.pointerId !== pointer) return;
      y = event.clientY;
      follow();
    };
    const ended = (event: globalThis.PointerEvent) => {
      if (event.pointerId === pointer) setDrag((now) => now && { ...now, pointer: -1 });
    };
    const given = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.key === 'Escape') setDrag(null);
    };
    frame = requestAnimationFrame(scroll);
    window.addEventListener('pointermove', moved);
    window.addEventListener('pointerup', ended);
    window.addEventListener('pointercancel', given);
    window.addEventListener('keydown', given);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('pointermove', moved);
      window.removeEventListener('pointerup', ended);
      window.removeEventListener('pointercancel', given);
      window.removeEventListener('keydown', given);
    };
  }, [from, pointer, list]);

  // The drop is a state of its own: the last place is only known there.
  useEffect(() => {
    if (drag?.pointer !== -1) return;
    setDrag(null);
    onDropped(drag.from, drag.to);
  }, [drag, onDropped]);

  return { begin, from, placeOf: (at: number) => (drag ? shownAt(drag, at) : at) };
}

/** How far to scroll: never beyond the list. */
function scrollAt(list: HTMLElement | null, y: number): number {
  if (!list) return 0;
  const { top, bottom } = list.getBoundingClientRect();
  if (y < bar + edge && top < bar + edge / 2) return -step;
  return y > window.innerHeight - edge && bottom > window.innerHeight - edge / 2 ? step : 0;
}

/** Where the row at `at` is shown while another one is dragged over it. */
function shownAt({ from, to }: Drag, at: number): number {
  if (at === from) return to;
  if (from < to && at > from && at <= to) return at - 1;
  if (to < from && at >= to && at < from) return at + 1;
  return at;
}

/** How many of the others lie above this height of the window. */
function placeAt(list: HTMLElement | null, { from }: Drag, y: number): number {
  const others = [...(list?.children ?? [])].filter((_, at) => at !== from);
  return others.filter((row) => {
    const { top, height } = row.getBoundingClientRect();
    return top + height / 2 < y;
  }).length;
}
