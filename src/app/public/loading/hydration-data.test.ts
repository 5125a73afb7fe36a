import { expect, test } from 'vitest';
import { parseHydration, serialiseHydration } from './hydration-data.ts';

const variants = [320, 560].flatMap((width) =>
  ['avif', 'webp'].map((type) => ({ url: `/uploads/members/a.b.w${width}.${type}`, type: `image/${type}`, width })),
);
const whole = { imageFocalX: null, imageFocalY: null };
const image = { width: 640, height: 800, color: '#a8b5ae', variants };

function sentAndRead(item: object) {
  const text = serialiseHydration({ loaderData: { page: [item] }, actionData: null, errors: null });
  const { page } = parseHydration(text).loaderData ?? {};
  return { text, item: (page as object[])[0] };
}

test('the files of a picture are sent as their widths and restored from them', () => {
  const member = { imageUrl: '/uploads/members/a.b.jpg', image, ...whole };
  const { text, item } = sentAndRead(member);
  expect(text).not.toMatch(/w320|Focal/);
  expect(item).toEqual(member);
});

test.each([
  ['files with other names', { imageUrl: '/uploads/members/c.jpg', image, ...whole }],
  ['a point that stays in view', { imageUrl: '/uploads/members/a.b.jpg', image, imageFocalX: 0, imageFocalY: 20 }],
  [
    'a file that is missing',
    { imageUrl: '/uploads/members/a.b.jpg', image: { ...image, variants: variants.slice(1) }, ...whole },
  ],
  ['no picture', { imageUrl: null, image: null, ...whole }],
  ['a picture from elsewhere', { imageUrl: 'https://example.org/a.jpg', image: null, ...whole }],
  ['something else of that name', { image: 'https://example.org/a.jpg' }],
])('%s are restored as they were', (_, item) => {
  expect(sentAndRead(item).item).toEqual(item);
});
