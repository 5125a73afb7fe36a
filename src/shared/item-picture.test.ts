import { expect, test } from 'vitest';
import { pictureUrl } from './item-picture.ts';

test('absolute addresses stay as given, paths go below the host', () => {
  expect(pictureUrl('blob:https://a.example/1')).toBe('blob:https://a.example/1');
  expect(pictureUrl('https://a.example/b.png', 'https://site.example')).toBe('https://a.example/b.png');
  expect(pictureUrl('/uploads/a.png')).toBe('/uploads/a.png');
  expect(pictureUrl('uploads/a.png')).toBe('/uploads/a.png');
  expect(pictureUrl('uploads/a.png', 'https://site.example')).toBe('https://site.example/uploads/a.png');
});
