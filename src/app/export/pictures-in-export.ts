/** The addresses of pictures and PDFs as an export writes them, and which files it needs for them. */
import { storePathOf } from '#features/uploads/pictures.server.ts';
import type { Db } from '#platform/db/db.ts';
import { decodeEntities } from '#shared/html/entities.ts';
import { pictureNameIn } from '#shared/item-picture.ts';
import { escapeHtml } from '#shared/mail/mail-layout.ts';

export type ExportedPictures = Awaited<ReturnType<typeof readExportedPictures>>;

export async function readExportedPictures(db: Db) {
  const stored = await db.selectFrom('uploads').select('url').where('removedAt', 'is', null).execute();
  const copies = await db.selectFrom('pictureCopies').select(['address', 'url']).where('url', 'is not', null).execute();
  const paths = new Map(stored.map(({ url }) => [pictureNameIn(url), storePathOf(url)]));
  const copyOf = new Map(copies.map(({ address, url }) => [address, url]));
  /** Paths in the store. */
  const used = new Set<string>();

  /** Below /uploads, also where the text names a bucket, a smaller variant, or another site from which there is a copy. */
  function local(address: string): string {
    const path = paths.get(pictureNameIn(copyOf.get(address) ?? address));
    if (path === undefined) return address;
    used.add(path);
    const [, name] = address.split('?');
    return `/uploads/${path}${name && path.endsWith('.pdf') ? `?${name}` : ''}`;
  }

  /** `html` is sanitised. */
  function localInHtml(html: string): string {
    return html.replace(
      / (src|href)="([^"]*)"/g,
      (_, name: string, address: string) => ` ${name}="${escapeHtml(local(decodeEntities(address)))}"`,
    );
  }

  return { local, localInHtml, used };
}
