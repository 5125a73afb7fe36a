import { expect, test } from 'vitest';
import { packHydration, unpackHydration } from './hydration.ts';

const variants = [320, 560].flatMap((width) =>
  ['avif', 'webp'].map((type) => ({ url: `/uploads/members/a.b.w${width}.${type}`, type: `image/${type}`, width })),
);
const image = { width: 640, height: 800, color: '#a8b5ae', variants };

function sentAndRead(item: object) {
  const text = packHydration({ loaderData: { page: [item] }, actionData: null, errors: null });
  const { page } = unpackHydration(text).loaderData ?? {};
  return { text, item: (page as object[])[0] };
}

test('the files of a picture are sent as their widths, and are all there again', () => {
  const member = { imageUrl: '/uploads/members/a.b.jpg', image };
  const { text, item } = sentAndRead(member);
  expect(text).not.toContain('w320');
  expect(item).toEqual(member);
});

test.each([
  ['files with other names', { imageUrl: '/uploads/members/c.jpg', image }],
  [
    'a file that is missing',
    { imageUrl: '/uploads/members/a.b.jpg', image: { ...image, variants: variants.slice(1) } },
  ],
  ['no picture', { imageUrl: null, image: null }],
  ['a picture from elsewhere', { imageUrl: 'https://example.org/a.jpg', image: null }],
  ['something else of that name', { image: 'https://example.org/a.jpg' }],
])('%s are read as they were', (_, item) => {
  expect(sentAndRead(item).item).toEqual(item);
});
