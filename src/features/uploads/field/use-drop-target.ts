import { type DragEvent, useState } from 'react';

/** The attributes of a drop target. `isOver` while a file is dragged over it. */
export function useDropTarget(take: (file: File | undefined) => void) {
  const [isOver, setIsOver] = useState(false);
  const target = {
    'data-over': isOver || undefined,
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setIsOver(false);
      take(event.dataTransfer.files[0]);
    },
  };
  return { isOver, target };
}
