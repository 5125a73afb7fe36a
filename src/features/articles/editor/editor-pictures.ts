import type Quill from 'quill/core.js';
import { Delta, Range } from 'quill/core.js';
import { toast } from '#ui/dialogs/toast.tsx';
import { newKey } from '#ui/drafts/draft-storage.ts';
import { type PendingPicture, pendingPictureOf } from '../admin/pending-pictures.ts';
import { addTextPicture, type TextDraft, viewOf, watchTextPictures } from '../admin/text-pictures.ts';
import { showPicture } from './editor-blots.ts';

export type PictureWork = {
  work: () => TextDraft;
  /** One was taken: its draft must be kept before it. */
  onTaken: () => void;
};

/**
 * Pictures stand in the text at once and go to the server in their own time. Neither is waited for: what does not get
 * through stays in its place, and says why.
 */
export function pictureIntake(quill: Quill, { work, onTaken }: PictureWork, onArrived: () => void) {
  const told = new Set<string>();
  const arrived = new Set<string>();
  /** Those that came at once, and for each picture those that it came with. */
  let together: string[] = [];
  const company = new Map<string, string[]>();
  let note: number | null = null;

  /** Answers what must be put into the text as a `picture-coming`. */
  function take(file: File): PendingPicture {
    const place = { id: newKey(), name: file.name || 'picture', alt: '' };
    addTextPicture(work(), place.id, file);
    if (together.length === 0)
      queueMicrotask(() => {
        together = [];
        onTaken();
      });
    together.push(place.id);
    company.set(place.id, together);
    return place;
  }

  /** In place of what is selected. */
  function insert(range: Range, files: File[]) {
    if (files.length === 0) return;
    const delta = new Delta().retain(range.index).delete(range.length);
    for (const file of files) delta.insert({ 'picture-coming': take(file) });
    // A step of its own for undoing: neither with what was typed before, nor with what is done to it next.
    quill.history.cutoff();
    quill.updateContents(delta, 'user');
    quill.history.cutoff();
    quill.setSelection(new Range(range.index + files.length, 0), 'silent');
  }

  function show() {
    const nodes = [...quill.root.querySelectorAll<HTMLElement>('.picture-coming')];
    const places = nodes.map((node) => ({ node, id: pendingPictureOf(node).id }));
    for (const { node, id } of places) {
      showPicture(node);
      tell(node);
      if (viewOf(id).url === null || arrived.has(id)) continue;
      arrived.add(id);
      onArrived();
    }
    count(places.filter(({ id }) => viewOf(id).isBusy).length);
  }

  /** Once for each picture; what was no picture leaves again. */
  function tell(node: HTMLElement) {
    const { id, name } = pendingPictureOf(node);
    const { stuck, reason, isRefused } = viewOf(id);
    if (stuck === null || told.has(id)) return;
    told.add(id);
    const message = isRefused ? (reason ?? '') : `Upload failed: ${reason}`;
    const isAlone = (company.get(id)?.length ?? 1) === 1;
    if (reason === null) toast.info(`${stuck}: “${name}” stays in its place.`);
    else toast.error(isAlone ? message : `${message} (${name})`);
    const blot = isRefused && quill.scroll.find(node);
    if (blot) quill.deleteText(quill.getIndex(blot), 1, 'api');
  }

  function count(uploading: number) {
    const message = uploading > 1 ? `Uploading ${uploading} images...` : 'Uploading the image...';
    if (uploading === 0 && note !== null) toast.dismiss(note);
    if (uploading > 0 && note !== null) toast.update(note, 'loading', message);
    if (uploading > 0) note ??= toast.loading(message);
    else note = null;
  }

  const stop = watchTextPictures(show);
  quill.on('text-change', show);
  return {
    take,
    insert,
    end: () => {
      stop();
      count(0);
    },
  };
}

/** Asks for files, as the toolbar's button does. */
export function choosePictures(onChosen: (files: File[]) => void): void {
  const input = document.createElement('input');
  Object.assign(input, { type: 'file', accept: 'image/*', multiple: true });
  input.addEventListener('change', () => onChosen([...(input.files ?? [])]));
  input.click();
}
