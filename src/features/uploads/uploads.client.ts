import type { Api } from '#shared/calls/api-client.ts';
import { ApiError, foreign, unexplained } from '#shared/calls/api-error.ts';
import { isOutageCode } from '#shared/outage.ts';
import { type LogoPlate, maxPictureBytes, pictureMessages, pictureTypes } from '#shared/picture-upload.ts';
import { attachmentMessages, maxAttachmentBytes } from './attachment.ts';

/**
 * A HEIC photo, as phones take them; not all systems know the type. Only the browser can read it: decoders on npm are WebAssembly,
 * which the pages' policy refuses, and under the LGPL.
 */
export function isHeic({ type, name }: File): boolean {
  return /^image\/hei[cf]/.test(type) || (type === '' && /\.hei[cf]$/i.test(name));
}

/** By its content: phones and mail programs also send it as .jpg. */
export async function isReallyHeic(file: File): Promise<boolean> {
  const head = await file.slice(4, 12).text();
  return isHeic(file) || /^ftyp(hei|hev|mif1|msf1)/.test(head);
}

/** Why the file is refused, or null (spec 5, E5). The size limit applies to the upload: a photo can be made smaller. */
export function pictureProblem(file: File): string | null {
  // Always becomes a JPEG, where the browser can read it.
  if (isHeic(file)) return null;
  if (!pictureTypes.includes(file.type)) return pictureMessages.notAPicture;
  return file.size > maxPictureBytes ? pictureMessages.tooLarge : null;
}

/**
 * One attempt, for `picture-upload-queue.ts`. Returns the picture's address. Abort it with an Error as the reason.
 * @throws Error that says why, for the administrator
 */
export async function uploadPicture(api: Api, purpose: string, file: File, signal?: AbortSignal): Promise<string> {
  try {
    const path = `/uploads/${purpose}`;
    const uploaded = await api.call<{ imageUrl: string; path: string }>('POST', path, formOf(file), signal);
    if (!uploaded.imageUrl) throw new Error(pictureMessages.noPublicUrl);
    return uploaded.imageUrl;
  } catch (error) {
    const reason: unknown = signal?.aborted ? signal.reason : error;
    throw new Error(isRefusedOnTheWay(reason) ? tooLargeOnTheWay(file) : uploadReason(reason), { cause: reason });
  }
}

/** `plate`: the colour schemes in which it needs one behind it. */
export async function uploadLogo(api: Api, file: File) {
  if (file.size > maxPictureBytes) throw new Error(pictureMessages.tooLarge);
  return api.call<{ imageUrl: string; plate: LogoPlate }>('POST', '/uploads/logo', formOf(file));
}

/** Uploads a PDF that a text will link to. */
export async function uploadAttachment(api: Api, purpose: string, file: File) {
  if (file.size > maxAttachmentBytes) throw new Error(attachmentMessages.tooLarge);
  return api.call<{ url: string; name: string; bytes: number }>('POST', `/uploads/${purpose}/files`, formOf(file));
}

function formOf(file: File): FormData {
  const form = new FormData();
  form.append('file', file);
  return form;
}

/** The sentence after a failed upload, or after a failed call that sets the item's picture (spec 8). */
export function uploadFailureSentence(error: unknown): string {
  const hasNoSentence =
    error instanceof ApiError &&
    error.status >= 500 &&
    ![foreign, unexplained].includes(error.code) &&
    !isOutageCode(error.code);
  return hasNoSentence ? 'Failed to upload image' : `Upload failed: ${uploadReason(error)}`;
}

export function uploadReason(error: unknown): string {
  return error instanceof Error ? error.message : 'Unknown upload error';
}

/** True if a proxy refused it, with its own words. */
function isRefusedOnTheWay(error: unknown): boolean {
  return error instanceof ApiError && error.status === 413 && error.code === unexplained;
}

function tooLargeOnTheWay({ size }: File): string {
  const kilobytes = Math.ceil(size / 1024);
  return `The server in front of the site does not let ${kilobytes} KB through. Ask the person who runs it to allow more.`;
}
