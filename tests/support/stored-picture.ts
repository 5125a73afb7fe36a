import sharp from 'sharp';
import { storePicture } from '#features/uploads/pictures.server.ts';
import type { TestApp } from './test-app.ts';

/** The address of a small picture that was uploaded and that nothing mentions. */
export async function aPicture(app: TestApp): Promise<string> {
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#6a8b57' } })
    .png()
    .toBuffer();
  const picture = { purpose: 'articles' as const, bytes, fileName: 'a.png', administratorId: null };
  return (await storePicture(app.context, picture)).imageUrl;
}
