import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { createDeliveryWorker } from '#features/newsletter/delivery/worker/delivery-worker.server.ts';
import { storePicture } from '#features/uploads/pictures.server.ts';
import type { Mail } from '#platform/mail/mailer-contract.ts';
import { anArticle } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { appWithSubscribers, collector } from '#tests/support/newsletter.ts';
import type { TestApp } from '#tests/support/test-app.ts';

const photo = (width: number, height = Math.round(width / 2)) =>
  sharp({ create: { width, height, channels: 3, background: { r: 181, g: 97, b: 58 } } });
const seeThrough = () =>
  sharp({ create: { width: 300, height: 150, channels: 4, background: { r: 10, g: 20, b: 30, alpha: 0.5 } } });

async function stored({ context }: TestApp, bytes: Buffer): Promise<string> {
  const picture = {
    purpose: 'articles' as const,
    bytes,
    fileName: 'a',
    administratorId: null,
    effort: 'quick' as const,
  };
  return (await storePicture(context, picture)).imageUrl;
}

/** By the alternative text: the attributes of each picture of the mail. */
function imagesOf({ html }: Pick<Mail, 'html'>) {
  const images = (html.match(/<img[^>]*>/g) ?? []).map((tag) =>
    Object.fromEntries([...tag.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value])),
  );
  return new Map(images.map((image) => [image.alt ?? '', image]));
}

async function format({ context }: TestApp, src: string | undefined): Promise<{ format: string; width: number }> {
  const file = await context.store.get((src ?? '').replace('https://society.example/uploads/', ''));
  const metadata = await sharp(Buffer.from(await new Response(file?.body).arrayBuffer())).metadata();
  return { format: metadata.format, width: metadata.width };
}

describe.each(engines)('the pictures of a mail on %s', (engine) => {
  test('are JPEG, or PNG if transparent, with their width', async () => {
    await using post = await appWithSubscribers(engine, 1);
    const { app } = post;
    const token = await app.signIn();
    const [cover, webp, small, clear] = [
      await stored(app, await photo(1600).avif({ effort: 0 }).toBuffer()),
      await stored(app, await photo(1600).webp().toBuffer()),
      await stored(app, await photo(120).gif().toBuffer()),
      await stored(app, await seeThrough().webp().toBuffer()),
    ];
    const image = (src: string, alt: string) => `<img src="${src}" alt="${alt}">`;
    const content = `<p>Look:</p>${image(webp, 'webp')}${image(small, 'small')}${image(clear, 'clear')}${image('https://elsewhere.example/a.png', 'foreign')}`;
    const input = anArticle({ isPublished: true, content, imageUrl: cover, imageAlt: 'cover' });
    const { id } = (await app.json<{ id: number }>('POST', '/articles/admin', input, token)).body;
    expect((await app.json('POST', `/newsletter/admin/send/${id}`, undefined, token)).status).toBe(200);

    const { mails, mailer } = collector();
    await createDeliveryWorker({ ...app.context, mailer }).sendDue();
    const images = imagesOf(mails[0] as Mail);
    expect(await format(app, images.get('cover')?.src)).toEqual({ format: 'jpeg', width: 1088 });
    expect(await format(app, images.get('webp')?.src)).toEqual({ format: 'jpeg', width: 1088 });
    expect(await format(app, images.get('small')?.src)).toEqual({ format: 'jpeg', width: 120 });
    expect(await format(app, images.get('clear')?.src)).toEqual({ format: 'png', width: 300 });
    const widths = ['cover', 'webp', 'small', 'clear'].map((alt) => images.get(alt)?.width);
    expect(widths).toEqual(['544', '544', '120', '300']);
    for (const { style } of images.values()) expect(style).toMatch(/max-width:.*height:auto/);
    // It could not be copied.
    expect(images.has('foreign')).toBe(false);
    expect(mails[0]?.html).toMatch(/<a [^>]*href="https:\/\/elsewhere\.example\/a\.png"[^>]*>foreign<\/a>/);
    // Pages are given none of it.
    const { body } = await app.json<{ image: { variants: { type: string }[] } }>('GET', `/articles/${id}`);
    expect(new Set(body.image.variants.map(({ type }) => type))).toEqual(new Set(['image/avif', 'image/webp']));
  });

  test('a picture stored before mails had their own variant is sent as it is', async () => {
    await using post = await appWithSubscribers(engine, 1);
    const { app } = post;
    const token = await app.signIn();
    const imageUrl = await stored(app, await photo(700).webp().toBuffer());
    await app.db.updateTable('uploads').set({ variants: '[]' }).execute();
    const input = anArticle({ isPublished: true, imageUrl, imageAlt: 'cover' });
    const { id } = (await app.json<{ id: number }>('POST', '/articles/admin', input, token)).body;
    expect((await app.json('POST', `/newsletter/admin/send/${id}`, undefined, token)).status).toBe(200);
    const { mails, mailer } = collector();
    await createDeliveryWorker({ ...app.context, mailer }).sendDue();
    expect(imagesOf(mails[0] as Mail).get('cover')?.src).toBe(`https://society.example${imageUrl}`);
  });
});
