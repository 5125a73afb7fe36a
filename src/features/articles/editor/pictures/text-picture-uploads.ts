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

type TextPicture = {
  api: Api;
  name: string;
  file: File;
  /** True once it is compressed. */
  isReady: boolean;
  problem: string | null;
};

const pictures = new Map<string, TextPicture>();
const listeners = new Set<() => void>();
let line = Promise.resolve();
watchUploads(notifyListeners);

/** A picture that was copied from a form closed since is not known. */
export function uploadStateOf(id: string) {
  const picture = pictures.get(id);
  const state = picture ? pictureStateOf(picture.file) : null;
  const url = state?.is === 'uploaded' ? state.url : null;
  const problem = picture?.problem ?? null;
  const stuck = url === null ? stuckOf(picture, state) : null;
  return {
    src: url ?? (picture?.isReady ? previewUrlOf(picture.file) : null),
    /** Null until it is on the site. */
    url,
    /** A sentence; empty if nothing is wrong. */
    text: url === null ? textOf(picture, stuck) : '',
    /** Someone asked for its upload, which is running. */
    isBusy: url === null && stuck === null && !(state?.is === 'uploading' && state.isAgain),
    /** Why it is not on the site; in the server's words if the server refused it. */
    stuck,
    reason: problem ?? (state?.is === 'failed' ? state.reason : null),
    /** What 'Try again' does. */
    again: problem === pictureMessages.tooLarge ? pictureMessages.shrink : 'Try again',
    /** The file is not a picture the site accepts. */
    isRefused: problem === pictureMessages.notAPicture || problem === pictureMessages.heic,
  };
}

function stuckOf(picture: TextPicture | undefined, state: PictureState | null): string | null {
  if (!picture) return 'This picture was not uploaded. Please choose it again.';
  const { problem } = picture;
  if (problem === pictureMessages.tooLarge) return problem;
  if (problem !== null) return whyNotUploadedText({ is: 'failed', reason: problem });
  return state && whyNotUploadedText(state);
}

function textOf(picture: TextPicture | undefined, stuck: string | null): string {
  if (stuck === null) return `Uploading ${picture?.name}…`;
  return picture ? `${picture.name} · ${stuck}${stuck.endsWith('.') ? '' : '.'}` : stuck;
}

/** Compresses the picture and queues it. */
export function addTextPicture(api: Api, id: string, file: File): void {
  pictures.set(id, { api, name: file.name || 'picture', file, isReady: false, problem: null });
  begin(id);
}

export function tryTextPictureAgain(id: string): void {
  const picture = pictures.get(id);
  if (!picture) return;
  if (picture.problem === null) retryUpload(picture.file);
  else begin(id, picture.problem === pictureMessages.tooLarge);
}

export function watchTextPictures(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) forgetAll();
  };
}

/** When the last editor closes. */
function forgetAll(): void {
  for (const { file } of pictures.values()) forgetPicture(file);
  pictures.clear();
}

/** One at a time: a phone has too little memory for several photos. */
function begin(id: string, isToShrink = false): void {
  line = line.then(async () => {
    const picture = pictures.get(id);
    if (!picture) return;
    const problem = isToShrink ? null : pictureProblem(picture.file);
    change(id, { problem });
    if (problem === null) await prepare(id, picture);
  });
}

async function prepare(id: string, { api, file }: TextPicture): Promise<void> {
  try {
    const small = await compressPicture(file);
    if (!pictures.has(id)) return;
    change(id, { file: small, isReady: true });
    queuePicture({ api, purpose: 'articles', file: small });
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
