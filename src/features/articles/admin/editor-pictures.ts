import type Quill from 'quill/core.js';
import { Delta, Range } from 'quill/core.js';
import { toast } from '#ui/toast.tsx';
import type { Coming } from './editor-blots.ts';

export type PictureWork = {
  /** Stores a picture and answers its address; rejects with a sentence for people. */
  store: (file: File) => Promise<string>;
  /** How many are on their way: nothing may be saved meanwhile. */
  onComing: (count: number) => void;
};

/**
 * Pictures go to the server one after another and stand in the text as a placeholder until they are there. The text is
 * never waited for and never lost; a picture that fails leaves with its placeholder, and says so.
 */
export function pictureIntake(quill: Quill, { store, onComing }: PictureWork) {
  const settled = new Map<string, string | null>();
  let last = 0;
  let coming = 0;
  let note: number | null = null;
  let queue = Promise.resolve();

  /** Starts the upload; the answer must be put into the text as a `picture-coming`. */
  function take(file: File, isAlone: boolean): Coming {
    last += 1;
    const place = { id: String(last), name: file.name || 'picture', alt: '' };
    count(coming + 1);
    queue = queue.then(() => upload(place, file, isAlone));
    return place;
  }

  async function upload(place: Coming, file: File, isAlone: boolean) {
    try {
      settled.set(place.id, await store(file));
    } catch (error) {
      settled.set(place.id, null);
      const message = error instanceof Error ? error.message : 'Unknown upload error';
      toast.error(isAlone ? message : `${message} (${place.name})`);
    }
    // The form may be gone by now.
    if (quill.root.isConnected) replaceSettled();
    count(coming - 1);
  }

  function count(now: number) {
    coming = now;
    onComing(now);
    const message = now > 1 ? `Uploading ${now} images...` : 'Uploading the image...';
    if (note === null) note = toast.loading(message);
    else if (now > 0) toast.update(note, 'loading', message);
    else {
      toast.dismiss(note);
      note = null;
    }
  }

  /** Also for placeholders that come back by undoing. */
  function replaceSettled() {
    for (const node of quill.root.querySelectorAll<HTMLElement>('.picture-coming')) {
      const url = settled.get(node.dataset.picture ?? '');
      const blot = quill.scroll.find(node);
      if (url === undefined || !blot) continue;
      const at = quill.getIndex(blot);
      // Not by the user, so that undoing never leads back to the placeholder.
      quill.deleteText(at, 1, 'api');
      // Said outright: a change that differs from what is there afterwards is recorded wrongly.
      const attributes = { alt: node.dataset.alt ?? '' };
      if (url !== null) quill.updateContents(new Delta().retain(at).insert({ image: url }, attributes), 'user');
    }
  }

  /** In place of what is selected. */
  function insert(range: Range, files: File[]) {
    const places = files.map((file) => take(file, files.length === 1));
    if (places.length === 0) return;
    const delta = new Delta().retain(range.index).delete(range.length);
    for (const place of places) delta.insert({ 'picture-coming': place });
    quill.updateContents(delta, range.length > 0 ? 'user' : 'api');
    quill.setSelection(new Range(range.index + places.length, 0), 'silent');
  }

  quill.on('text-change', () => {
    if (settled.size > 0) replaceSettled();
  });
  return { take, insert };
}

/** Asks for files, as the toolbar's button does. */
export function choosePictures(onChosen: (files: File[]) => void): void {
  const input = document.createElement('input');
  Object.assign(input, { type: 'file', accept: 'image/*', multiple: true });
  input.addEventListener('change', () => onChosen([...(input.files ?? [])]));
  input.click();
}
