/** PDF files that texts link to. They are stored beside the pictures, with rows of the same kind, so that sweeps and backups treat them alike. */
import type { AppContext } from '#platform/context.ts';
import { Invalid } from '#platform/errors.ts';
import { randomHex } from '#platform/tokens.ts';
import { attachmentFileName, attachmentMessages } from './attachment.ts';
import { storeFilesWithRow } from './pictures.server.ts';

type NewAttachment = { purpose: string; bytes: Buffer; fileName: string; administratorId: number };

/** Every PDF begins with it (ISO 32000-1, 7.5.2). */
const signature = Buffer.from('%PDF-');

/** Returns the address for links. Always served by the site itself, even with a bucket, so that browsers save it and run nothing in it. */
export async function storeAttachment(
  context: AppContext,
  { purpose, bytes, fileName, administratorId }: NewAttachment,
): Promise<string> {
  if (!bytes.subarray(0, signature.length).equals(signature)) throw new Invalid(attachmentMessages.notAPdf);
  const now = context.clock.now();
  const path = `${purpose}/${now.getTime()}-${randomHex(8)}.pdf`;
  const address = `/uploads/${path}`;
  await storeFilesWithRow(context, address, async (put) => {
    await put(path, bytes);
    return {
      url: address,
      purpose,
      bytes: bytes.length,
      administratorId,
      createdAt: now.toISOString(),
      // Values that only pictures need.
      width: 1,
      height: 1,
      color: '#ffffff',
      variants: '[]',
    };
  });
  return `${address}?name=${encodeURIComponent(attachmentFileName(fileName))}`;
}

/** A header that makes a browser save the file; `name` comes from the link, which anyone may have written. */
export function contentDispositionOf(name: string): string {
  const whole = attachmentFileName(name);
  const plain = whole.replace(/[^\w .()-]/g, '_');
  const encoded = encodeURIComponent(whole).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
