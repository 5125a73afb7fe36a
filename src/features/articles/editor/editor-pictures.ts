import type Quill from 'quill/core.js';
import { Delta, Range } from 'quill/core.js';
import type { Api } from '#shared/calls/api-client.ts';
import { pictureMessages } from '#shared/picture-upload.ts';
import { randomUuid } from '#shared/random-uuid.ts';
import { toast } from '#ui/dialogs/toast.tsx';
import { showPendingPicture } from './editor-blots.ts';
import { type PendingPicture, readPictureAttributes } from './pictures/pending-pictures.ts';
import { addTextPicture, uploadStateOf, watchTextPictures } from './pictures/text-picture-uploads.ts';

export type PictureWork = {
  api: Api;
  /** The PDFs that are being uploaded for it. */
  attaching: Set<File>;
};

/**
 * Pictures appear in the text at once and are uploaded in the background. One that cannot be uploaded stays in its place, and
 * a toast says why.
 */
export function createPictureInserter(quill: Quill, { api }: PictureWork, onArrived: () => void) {
  const arrived = new Set<string>();
  const tellFailure = createFailureToasts(quill);

  /** Returns the value that the text holds as a `picture-coming`. */
  function take(file: File): PendingPicture {
    const place = { id: randomUuid(), name: file.name || 'picture', alt: null, isWide: false };
    addTextPicture(api, place.id, file);
    return place;
  }

  function show() {
    for (const node of quill.root.querySelectorAll<HTMLElement>('.picture-coming')) {
      const { id } = readPictureAttributes(node);
      showPendingPicture(node);
      tellFailure(node);
      if (uploadStateOf(id).url === null || arrived.has(id)) continue;
      arrived.add(id);
      onArrived();
    }
  }

  const end = watchTextPictures(show);
  quill.on('text-change', show);
  return {
    take,
    insert: (range: Range, files: File[]) => {
      if (navigator.onLine) insertPictures(quill, range, files.map(take));
      else toast.error(pictureMessages.offline);
    },
    end,
  };
}

/** Replaces the selection. */
function insertPictures(quill: Quill, range: Range, pictures: PendingPicture[]): void {
  if (pictures.length === 0) return;
  const delta = new Delta().retain(range.index).delete(range.length);
  for (const picture of pictures) delta.insert({ 'picture-coming': picture });
  // A separate undo step: typing before and after is not undone with it.
  quill.history.cutoff();
  quill.updateContents(delta, 'user');
  quill.history.cutoff();
  quill.setSelection(new Range(range.index + pictures.length, 0), 'silent');
  quill.scrollSelectionIntoView();
}

/** Reports each picture that cannot be uploaded once, and removes files that are not pictures. */
function createFailureToasts(quill: Quill) {
  const told = new Set<string>();
  return (node: HTMLElement) => {
    const { id, name } = readPictureAttributes(node);
    const { stuck, reason, isRefused } = uploadStateOf(id);
    if (stuck === null || told.has(`${id} ${reason}`)) return;
    told.add(`${id} ${reason}`);
    const isPlain = isRefused || reason === pictureMessages.tooLarge;
    const message = isPlain ? (reason ?? '') : `Upload failed: ${reason}`;
    if (reason === null) toast.info(`${stuck}: “${name}” stays in its place.`);
    else toast.error(message, { detail: name });
    const blot = isRefused && quill.scroll.find(node);
    if (blot) quill.deleteText(quill.getIndex(blot), 1, 'api');
  };
}

/** Asks for files, as the toolbar's buttons do. */
export function chooseFiles(accept: string, multiple: boolean, onChosen: (files: File[]) => void): void {
  const input = document.createElement('input');
  Object.assign(input, { type: 'file', accept, multiple });
  input.addEventListener('change', () => onChosen([...(input.files ?? [])]));
  input.click();
}
