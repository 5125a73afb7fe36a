import type { PictureUse } from './library-picture.schema.ts';

export const libraryMessages = {
  gone: 'This picture is no longer on the site.',
  listFailed: 'Failed to load the pictures. Please try again.',
  newGone: 'The new picture is not on the site: choose it again.',
  busy: 'Somebody saved one of its places meanwhile. Please try again.',
} as const;

export const altLimit = 250;

export const settingPictures: Readonly<Record<string, string>> = {
  defaultArticleImage: 'Shown for articles without a picture',
  defaultAvatarImage: 'Shown for members without a picture',
  defaultEventImage: 'Shown for events without a picture',
};

const states = { live: '', draft: ', a draft', bin: ', in the bin' } as const;

/** In words that lead up to the title, and follow it: 'Cover of', ', a draft'. Without a title for a setting. */
export function wordsOfUse({ kind, field, layer, state }: PictureUse): { before: string; after: string } {
  if (kind === 'settings') return { before: settingPictures[field] ?? 'In the settings', after: '' };
  const part = field === 'content' ? 'In the text of' : kind === 'articles' ? 'Cover of' : 'Picture of';
  if (layer === 'changes') {
    const inChanges = field === 'content' ? 'In changes of the text of' : 'Cover in changes of';
    return { before: inChanges, after: state === 'bin' ? states.bin : ', not live' };
  }
  return { before: part, after: kind === 'articles' && state === 'live' ? ', live' : states[state] };
}

/** What it is called in a sentence: its name, what it shows, or its size. */
export function pictureTitle({ fileName, alt, width, height }: Named): string {
  return alt ?? fileName ?? `${width} × ${height} picture`;
}
type Named = { fileName: string | null; alt: string | null; width: number; height: number };

export function bytesText(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1024));
  return kilobytes < 1000 ? `${kilobytes} KB` : `${(kilobytes / 1024).toFixed(1)} MB`;
}
