import { type ClipboardEvent, type DragEvent, useState } from 'react';

export type TextControl = HTMLInputElement | HTMLTextAreaElement;

/** How many characters of a paste did not fit. */
export type TruncatedPaste = { count: number; undo: () => void };

type Pasted<T> = {
  count: number;
  /** The length of the whole text. */
  total: number;
  before: { control: T; text: string; start: number; end: number };
};

/**
 * Detects a paste or a drop that is cut at `limit`. The browser cuts silently, and adds nothing to a full field, so the
 * length is measured before.
 */
export function useTruncatedPaste<T extends TextControl>({
  limit,
  onChange,
}: {
  limit: number | undefined;
  onChange: (value: string) => void;
}) {
  const [pasted, setPasted] = useState<Pasted<T> | null>(null);

  function noteInsert(control: T, given: string, replaced: number) {
    if (limit === undefined || given === '') return;
    const total = control.value.length - replaced + given.replace(/\r\n?/g, '\n').length;
    const [start, end] = selectionOf(control);
    const before = { control, text: control.value, start, end };
    setPasted(total > limit ? { count: total - limit, total, before } : null);
  }

  function undo({ control, text, start, end }: Pasted<T>['before']) {
    control.focus();
    control.value = text;
    control.setSelectionRange(start, end);
    setPasted(null);
    onChange(text);
  }

  function onPaste({ currentTarget, clipboardData }: ClipboardEvent<T>) {
    const [start, end] = selectionOf(currentTarget);
    noteInsert(currentTarget, clipboardData.getData('text/plain'), end - start);
  }

  function onDrop({ currentTarget, dataTransfer }: DragEvent<T>) {
    const [start, end] = selectionOf(currentTarget);
    const given = dataTransfer.getData('text/plain');
    // Text that moves within the field fits.
    if (currentTarget.value.slice(start, end) !== given) noteInsert(currentTarget, given, 0);
  }

  /** One more may be missing after the paste: a character of two units is not halved. Any other input ends it. */
  function onInput(text: string, inputType: string) {
    const isPaste = /^insertFrom(Paste|Drop)$/.test(inputType);
    setPasted((now) => (now && isPaste ? { ...now, count: now.total - text.length } : null));
  }

  return { truncated: pasted && { count: pasted.count, undo: () => undo(pasted.before) }, onPaste, onDrop, onInput };
}

function selectionOf(control: TextControl): [start: number, end: number] {
  const { selectionStart, selectionEnd, value } = control;
  return [selectionStart ?? value.length, selectionEnd ?? value.length];
}
