/** The pictures of the texts that are being edited, and the state of each. */
import { compressPicture } from '#features/uploads/field/compress-picture.client.ts';
import { previewUrlOf } from '#features/uploads/field/picture-preview-url.ts';
import {
  forgetPicture,
  type PictureState,
  pictureStateOf,
  queuePicture,
  retryUpload,
  watchUploads,
  whyNotUploadedText,
} from '#features/uploads/field/picture-upload-queue.ts';
import { pictureProblem } from '#features/uploads/uploads.client.ts';
import type { Api } from '#shared/calls/api-client.ts';
import { pictureMessages } from '#shared/picture-upload.ts';
import { onPicturesDeleted, saveDraftPicture } from '#ui/drafts/draft-pictures.ts';

/** Whose draft the pictures belong to. */
export type TextDraft = { api: Api; owner: string; draft: string };

type TextPicture = TextDraft & {
  id: string;
  name: string;
  /** Null when this browser has lost it. */
  file: File | null;
  /** Null while that is not known. */
  isStored: boolean | null;
  /** True once it is compressed. */
  isReady: boolean;
  problem: string | null;
  /** Its address once it is on the site. */
  url: string | null;
  /** The draft is saved or discarded: the picture is no longer mentioned. */
  isOver: boolean;
};

const begun = { file: null, isStored: null, isReady: false, problem: null, url: null, isOver: false };
const lostPicture: ShownPicture = { ...begun, id: '', name: 'picture' };
const pictures = new Map<string, TextPicture>();
const listeners = new Set<() => void>();
let line = Promise.resolve();
watchUploads(() => {
  for (const picture of pictures.values()) {
    const state = picture.file && pictureStateOf(picture.file);
    if (state?.is === 'uploaded') picture.url = state.url;
  }
  notifyListeners();
});
onPicturesDeleted((draft, id) => {
  if (id !== null) return;
  for (const picture of pictures.values())
    if (picture.draft === draft) Object.assign(picture, { file: null, isOver: true });
});

type ShownPicture = Omit<TextPicture, keyof TextDraft>;

export type PictureView = {
  src: string | null;
  /** Null until it is on the site. */
  url: string | null;
  /** A sentence; empty if nothing is wrong. */
  text: string;
  /** Someone asked for its upload, which is running. */
  isBusy: boolean;
  /** Why it is not on the site; in the server's words if the server refused it. */
  stuck: string | null;
  reason: string | null;
  mayTryAgain: boolean;
  /** What 'Try again' does. */
  again: string;
  /** The file is not a picture the site accepts. */
  isRefused: boolean;
  isUnstored: boolean;
};

export function uploadStateOf(id: string): PictureView {
  const picture: ShownPicture = pictures.get(id) ?? lostPicture;
  const state = picture.file && pictureStateOf(picture.file);
  const { url } = picture;
  const reason = picture.problem ?? (state?.is === 'failed' ? state.reason : null);
  const isArriving = url === null && !picture.isOver;
  const stuck = isArriving ? stuckOf(picture, state) : null;
  return {
    src: url ?? (picture.isReady ? previewUrlOf(picture.file) : null),
    url,
    text: isArriving ? textOf(picture, stuck) : '',
    isBusy: isArriving && stuck === null && !(state?.is === 'uploading' && state.isAgain),
    stuck,
    reason,
    again: reason === pictureMessages.tooLarge ? pictureMessages.shrink : 'Try again',
    mayTryAgain: stuck !== null && picture.file !== null,
    isRefused: isNoPicture(picture.problem),
    isUnstored: picture.isStored === false,
  };
}

function isNoPicture(problem: string | null): boolean {
  return problem === pictureMessages.notAPicture || problem === pictureMessages.heic;
}

function stuckOf({ file, problem, name }: ShownPicture, state: PictureState | null): string | null {
  if (!file) return `“${name}” could not be kept in this browser. Please choose it again.`;
  if (problem === pictureMessages.tooLarge) return problem;
  if (problem !== null) return whyNotUploadedText({ is: 'failed', reason: problem });
  return state && whyNotUploadedText(state);
}

function textOf({ file, name, isStored }: ShownPicture, stuck: string | null): string {
  if (stuck !== null) {
    const warning = isStored === false ? ' This browser cannot keep it: leave this page open.' : '';
    return file ? `${name} · ${stuck}${stuck.endsWith('.') ? '' : '.'}${warning}` : stuck;
  }
  return `Uploading ${name}…`;
}

/** Stores the picture on this device, compresses it and queues it. */
export function addTextPicture(work: TextDraft, id: string, file: File): void {
  pictures.set(id, { ...work, ...begun, id, name: file.name || 'picture', file });
  begin(id, file);
}

/** A picture of a restored draft; without a file it is lost. */
export function restoreTextPicture(work: TextDraft, id: string, name: string, kept: File | null): void {
  const known = pictures.get(id)?.file;
  if (known && pictureStateOf(known)) return;
  if (kept ?? known) addTextPicture(work, id, (kept ?? known) as File);
  else pictures.set(id, { ...work, ...begun, id, name });
}

export function tryTextPictureAgain(id: string): void {
  const picture = pictures.get(id);
  if (!picture?.file) return;
  if (picture.problem === null) retryUpload(picture.file);
  else begin(id, picture.file, picture.problem === pictureMessages.tooLarge);
}

export function watchTextPictures(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) forgetDone();
  };
}

/** Call it when the editor closes: a restored draft reads its pictures from this browser. Running uploads continue. */
function forgetDone(): void {
  for (const [id, { file, isOver, isStored, url, problem }] of pictures) {
    if (!isOver && (isStored !== true || (url === null && problem === null))) continue;
    pictures.delete(id);
    if (file) forgetPicture(file);
  }
}

/** Stored at once, but compressed one at a time: a phone has too little memory for several photos. */
function begin(id: string, file: File, isToShrink = false): void {
  const draft = pictures.get(id)?.draft ?? '';
  const problem = isToShrink ? null : pictureProblem(file);
  const kept = isNoPicture(problem) ? Promise.resolve(false) : saveDraftPicture(draft, id, file);
  // The page may ask before leaving until its turn comes.
  void kept.then((isStored) => change(id, { isStored }));
  line = line.then(async () => {
    await kept;
    change(id, { problem });
    if (problem === null) await prepare(id, file);
  });
}

async function prepare(id: string, file: File): Promise<void> {
  try {
    const small = await compressPicture(file);
    const picture = pictures.get(id);
    if (!picture || picture.isOver) return;
    change(id, { file: small, isReady: true });
    if (small !== file) change(id, { isStored: await saveDraftPicture(picture.draft, id, small) });
    queuePicture({ ...picture, purpose: 'articles', file: small });
  } catch (error) {
    change(id, { problem: error instanceof Error ? error.message : pictureMessages.previewFailed });
  }
}

function change(id: string, part: Partial<TextPicture>): void {
  const picture = pictures.get(id);
  if (picture) pictures.set(id, { ...picture, ...part });
  notifyListeners();
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}
