import { expect, test } from 'vitest';
import { addressFromTitle, addressProblem, isReservedAddress, pageLimits, pageMessages, pathOfPage } from './page.ts';

test.each([
  ['Privacy', 'privacy'],
  ['Über uns!', 'uber-uns'],
  ['Terms & Conditions, 2026/27', 'terms-conditions-2026-27'],
  ['Кто мы', 'кто-мы'],
  ['プライバシー', 'プライバシー'],
  ['隐私政策', '隐私政策'],
  ['गोपनीयता नीति', 'गोपनीयता-नीति'],
  ['سياسة الخصوصية', 'سياسة-الخصوصية'],
  ['ΚΑΤΑΣΤΑΤΙΚΟ', 'καταστατικο'],
  ['פרטיות', 'פרטיות'],
  ['นโยบายความเป็นส่วนตัว', 'นโยบายความเป็นส่วนตัว'],
  ['개인정보 처리방침', '개인정보-처리방침'],
  ['Գաղտնիություն', 'գաղտնիություն'],
  ['კონფიდენციალურობა', 'კონფიდენციალურობა'],
  ['🦇🦇', 'page'],
  ['2024', 'page-2024'],
])('the address of “%s” is %s, which a page can have', (title, address) => {
  expect(addressFromTitle(title)).toBe(address);
  expect(addressProblem(address)).toBeNull();
});

test('an address is cut between characters and does not end with a hyphen', () => {
  for (const title of ['word '.repeat(60), 'नीति'.repeat(60), 'e\u0301'.repeat(300), '𐐨'.repeat(100)]) {
    const address = addressFromTitle(title);
    expect(address.length).toBeLessThanOrEqual(pageLimits.address);
    expect(addressProblem(address), address).toBeNull();
  }
});

test.each([
  ['', pageMessages.noAddress],
  ['x'.repeat(300), pageMessages.longAddress],
  ...['About-us', 'a/b', 'a.b', '%2f', 'a b', '🦇', '-a', 'a-', 'a--b', '2024', '..', 'straße?'].map((address) => [
    address,
    pageMessages.badAddress,
  ]),
  ['events', pageMessages.reserved('events')],
  ['committee', pageMessages.reserved('committee')],
])('“%s” is refused with a sentence', (address, sentence) => {
  expect(addressProblem(address ?? '')).toBe(sentence);
});

test('a title that matches an address of the site gets a page below /pages', () => {
  expect([isReservedAddress('events'), isReservedAddress('privacy')]).toEqual([true, false]);
  expect([pathOfPage('privacy'), pathOfPage('events')]).toEqual(['/privacy', '/pages/events']);
  expect(pathOfPage('кто-мы')).toBe('/%D0%BA%D1%82%D0%BE-%D0%BC%D1%8B');
});
