/** Reads once what version 0.3.0 kept in this browser: texts in local storage, and their pictures in IndexedDB. */
import { createImageElement, readPictureAttributes } from '#features/articles/editor/pictures/pending-pictures.ts';
import { newFormName } from '#features/drafts/draft.ts';
import { findKeptDraft, keepDraft } from '#features/drafts/draft-storage.ts';
import { uploadPicture } from '#features/uploads/uploads.client.ts';
import type { Api } from '#shared/calls/api-client.ts';

type OldDraft = {
  key: string;
  at: string;
  values: Record<string, unknown>;
  version: number | null;
  picture: string | null;
  pictureUrl?: string | null;
  sentAt?: string | null;
  isOrphan?: boolean;
};

type Old = { entry: string; form: string; draft: OldDraft };

/** Keeps texts without pictures at once. The others follow when their pictures are uploaded, or next time. */
export async function readOldDrafts(api: Api, owner: string): Promise<void> {
  const drafts = listOldDrafts(owner);
  for (const old of drafts) if (!hasPictures(old.draft)) adopt(owner, old, old.draft.values);
  for (const old of drafts.filter(({ draft }) => hasPictures(draft)))
    adopt(owner, old, await withPictures(api, old).catch(() => null));
}

/** Newest first. What the site has, or was discarded, is removed. */
function listOldDrafts(owner: string): Old[] {
  const start = `draft:${owner}:`;
  const found = Object.keys(localStorage).flatMap((entry): Old[] => {
    const [form, id] = entry.startsWith(start) ? entry.slice(start.length).split(':') : [];
    const draft = form && id ? parse(localStorage.getItem(entry) ?? '') : null;
    if (form && id && (!draft || (draft.sentAt && !hasPictures(draft)))) localStorage.removeItem(entry);
    return form && draft && localStorage.getItem(entry) ? [{ entry, form, draft }] : [];
  });
  return found.sort((a, b) => b.draft.at.localeCompare(a.draft.at));
}

function parse(text: string): OldDraft | null {
  if (!text.startsWith('{')) return null;
  const draft = JSON.parse(text) as Partial<OldDraft> & { id?: string };
  return { version: null, picture: null, values: {}, at: '', ...draft, key: draft.key ?? draft.id ?? '' };
}

function hasPictures({ picture, pictureUrl, values }: OldDraft): boolean {
  return (picture !== null && !pictureUrl) || JSON.stringify(values).includes('picture-coming');
}

/** A second text of the same item is the beginning of a new one. */
function adopt(owner: string, { entry, form, draft }: Old, values: OldDraft['values'] | null): void {
  const { key, at, version, pictureUrl, isOrphan } = draft;
  const name = form.replace(/^(guests-\d+)-message$|^(newsletter-\d+)-draft$/, '$1$2');
  const [, kind] = /^([a-z]+)-(?:new|\d+)$/.exec(name) ?? [];
  const isNew = name.endsWith('-new') || isOrphan === true || findKeptDraft(owner, name) !== null;
  if (values === null || (isNew && !kind)) return;
  const all = { ...values, ...(pictureUrl && { imageUrl: pictureUrl }) };
  const to = isNew && kind ? newFormName(kind, key) : name;
  keepDraft(owner, to, { at, version: isNew ? null : version, values: all });
  if (findKeptDraft(owner, to)) localStorage.removeItem(entry);
}

/** @throws when a picture cannot be uploaded */
async function withPictures(api: Api, { form, draft }: Old): Promise<OldDraft['values']> {
  const { key, picture, pictureUrl } = draft;
  const values = { ...draft.values };
  const cover = picture !== null && !pictureUrl ? await findFile(`${key}/cover`) : null;
  if (cover) values.imageUrl = await uploadPicture(api, kindOf(form), cover);
  for (const [name, html] of Object.entries(values)) {
    if (typeof html !== 'string' || !html.includes('picture-coming')) continue;
    const { body } = new DOMParser().parseFromString(html, 'text/html');
    for (const place of body.querySelectorAll<HTMLElement>('.picture-coming')) {
      const pending = readPictureAttributes(place);
      const file = await findFile(`${key}/${pending.id}`);
      if (file) place.replaceWith(createImageElement(pending, await uploadPicture(api, 'articles', file)));
      else place.remove();
    }
    values[name] = body.innerHTML;
  }
  return values;
}

function kindOf(form: string): string {
  return form.split('-')[0] ?? '';
}

function findFile(key: string): Promise<File | null> {
  const { promise, resolve, reject } = Promise.withResolvers<File | null>();
  const opening = indexedDB.open('drafts', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('pictures');
  opening.onerror = () => reject(new Error('IndexedDB is not available'));
  opening.onsuccess = () => {
    const asked = opening.result.transaction('pictures').objectStore('pictures').get(key);
    asked.onsuccess = () => {
      opening.result.close();
      const kept = asked.result as { file?: unknown } | undefined;
      resolve(kept?.file instanceof File ? kept.file : null);
    };
    asked.onerror = () => reject(new Error('The picture could not be read'));
  };
  return promise;
}
