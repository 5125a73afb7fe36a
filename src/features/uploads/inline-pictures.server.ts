/** Pictures that stand in a text as `data:` addresses become files (A10). */
import type { AppContext } from '#platform/context.ts';
import { Invalid } from '#platform/errors.ts';
import { storePicture } from './pictures.server.ts';

/**
 * Stores the `data:` pictures of an article's HTML as files and rewrites their `src`. Removes what is not a picture (A10).
 * `html` comes from the sanitiser: attributes in double quotes, no bare angle brackets.
 */
export async function storeInlinePictures(
  context: AppContext,
  html: string,
  administratorId: number | null = null,
): Promise<string> {
  const stored = new Map<string, string | null>();
  for (const [tag] of html.matchAll(imageTag)) {
    const source = dataSource(tag);
    if (!source || stored.has(source)) continue;
    await context.outages.refusePictures();
    stored.set(source, await storeDataUrl(context, source, administratorId));
  }
  if (stored.size === 0) return html;
  return html.replace(imageTag, (tag) => {
    const source = dataSource(tag);
    if (!source) return tag;
    const imageUrl = stored.get(source);
    return imageUrl ? tag.replace(source, imageUrl) : '';
  });
}

const imageTag = /<img\b[^<>]*>/gi;

function dataSource(tag: string): string | null {
  return /\ssrc="(data:[^"]*)"/i.exec(tag)?.[1] ?? null;
}

async function storeDataUrl(
  context: AppContext,
  source: string,
  administratorId: number | null,
): Promise<string | null> {
  const comma = source.indexOf(',');
  if (!/;base64$/i.test(source.slice(0, comma))) return null;
  const bytes = Buffer.from(source.slice(comma + 1), 'base64');
  try {
    const picture = { purpose: 'articles' as const, bytes, fileName: '', administratorId };
    return (await storePicture(context, picture)).imageUrl;
  } catch (error) {
    if (error instanceof Invalid) return null;
    throw error;
  }
}
