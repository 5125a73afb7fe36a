/** The forms of pages without scripts, as requests: the same gates as the API's, and nothing for other sites. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildIfNeeded } from '../scripts/build.ts';
import { confirmationLink, type Post, startPost, stateOf, stopPost, unsubscribeLink } from './support/post.ts';
import { addSignup, guestOf, linkOfGuest } from './support/sign-up.ts';
import { linkIn } from './support/smtp.ts';
import { editorOf, inDatabase } from './support/states.ts';

let post: Post;

beforeAll(async () => {
  await buildIfNeeded();
  post = await startPost({ SUBSCRIBE_LIMIT_PER_HOUR: '5', SUBSCRIBE_BUDGET_PER_HOUR: '8', TRUST_PROXY: 'true' });
});

afterAll(() => stopPost(post));

type Sending = { from?: string; headers?: Record<string, string>; method?: string };

/** As a browser sends a form of ours; each test has an address of its own to send from. */
async function send(path: string, fields: Record<string, string>, { from = '192.0.2.1', headers, method }: Sending) {
  const response = await fetch(post.site.url + path, {
    method: method ?? 'POST',
    headers: { 'x-forwarded-for': from, ...headers },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

test('the answer is a page that is not cached, and its address is told no one', async () => {
  const email = 'plain@example.org';
  const { status, headers, html } = await send('/subscribe', { email }, {});
  expect(status).toBe(200);
  expect(html).toContain('Subscribed! Please check your inbox to verify your email.');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('content-security-policy')).toContain("form-action 'self'");
  expect(stateOf(post, email)).toBe('pending');
});

test('what was typed comes back as text, and a robot that fills in everything gets the same answer', async () => {
  const from = '192.0.2.2';
  const typed = '"><script>alert(1)</script>';
  const { status, html } = await send('/subscribe', { email: typed }, { from });
  expect(status).toBe(400);
  expect(html).not.toContain('<script>alert');
  const robot = await send('/subscribe', { email: 'robot@example.org', website: 'https://spam.example' }, { from });
  expect(robot.html).toContain('Subscribed!');
  expect(stateOf(post, 'robot@example.org')).toBeUndefined();
});

test('the form of a page and the API share one limit for the same network', async () => {
  const from = '192.0.2.3';
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': from };
  const body = JSON.stringify({ email: 'count@example.org' });
  for (let n = 0; n < 5; n++)
    expect(
      (await fetch(`${post.site.url}/api/v1/newsletter/subscribe`, { method: 'POST', headers, body })).status,
    ).toBe(200);
  const { status, html } = await send('/subscribe', { email: 'sixth@example.org' }, { from });
  expect(status).toBe(429);
  expect(html).toMatch(/Too many requests from your network\. Please try again in (59|60) minutes\./);
  expect(html).toContain('value="sixth@example.org"');
  expect(stateOf(post, 'sixth@example.org')).toBeUndefined();
});

test('another site’s page cannot send a form for a visitor, and only forms are accepted', async () => {
  inDatabase(post.site, 'DELETE FROM throttles');
  const from = '192.0.2.5';
  const { host } = new URL(post.site.url);
  const refused: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://other.example' },
    { origin: `https://other.example.${host}` },
  ];
  for (const headers of refused)
    expect((await send('/subscribe', { email: 'forged@example.org' }, { from, headers })).status).toBe(403);
  const taken = [
    { 'sec-fetch-site': 'same-origin', origin: 'null' },
    { origin: `https://${host}` },
    { origin: 'null' },
  ];
  for (const headers of taken)
    expect((await send('/subscribe', { email: 'own@example.org' }, { from, headers })).status).toBe(200);
  const headers = { 'content-type': 'text/plain' };
  expect((await send('/verify', { token: 'x' }, { from, headers })).status).toBe(415);
  expect((await send('/about', {}, { from })).status).toBe(404);
  expect(stateOf(post, 'forged@example.org')).toBeUndefined();
});

test('only a POST changes anything', async () => {
  inDatabase(post.site, 'DELETE FROM throttles');
  const link = new URL(await confirmationLink(post, 'only@example.org'));
  const token = link.searchParams.get('token') ?? '';
  for (const method of ['GET', 'HEAD'])
    for (const path of [
      `/verify?token=${token}`,
      `/subscribe?email=got@example.org`,
      '/unsubscribe?email=only@example.org',
    ])
      expect((await fetch(post.site.url + path, { method })).status).toBe(200);
  expect(stateOf(post, 'only@example.org')).toBe('pending');
  expect(stateOf(post, 'got@example.org')).toBeUndefined();
  const { html, status } = await send('/verify', { token }, {});
  expect([status, html.includes('Email successfully verified!')]).toEqual([200, true]);
  expect(stateOf(post, 'only@example.org')).toBe('confirmed');
  expect((await send('/verify', { token: 'wrong' }, {})).status).toBe(400);
});

test('only a press stops mail to an address, not opening the page', async () => {
  const email = 'stop@form.example.org';
  inDatabase(post.site, 'DELETE FROM throttles');
  await confirmationLink(post, email);
  const [mail] = await post.mailbox.waitForMails(1, email);
  const link = linkIn(mail ?? { text: '' }, '/do-not-write');
  const stopped = () =>
    inDatabase(post.site, "SELECT 1 FROM remembered_addresses WHERE reason = 'do-not-write'").length;
  const token = link.searchParams.get('token') ?? '';
  for (const method of ['GET', 'HEAD']) expect((await fetch(link.href, { method })).status).toBe(200);
  expect((await (await fetch(link.href)).text()).includes(`value="${token}"`)).toBe(true);
  const wrong = await send('/do-not-write', { token: 'x' }, {});
  expect([wrong.status, wrong.html.includes('This link is not valid.'), stopped()]).toEqual([404, true, 0]);
  const { html, status } = await send('/do-not-write', { token }, {});
  expect([status, html.includes('Our forms will not write to this address for 30 days.'), stopped()]).toEqual([
    200,
    true,
    1,
  ]);
});

test('how something ended is a tick or a cross, and the sentence that says so is the heading', async () => {
  inDatabase(post.site, 'DELETE FROM throttles');
  const end = async (path: string, fields: Record<string, string>) => {
    const { html } = await send(path, fields, { from: '192.0.2.9' });
    return [/data-outcome="(\w+)"/.exec(html)?.[1], /<h1[^>]*>([^<]*)<\/h1>/.exec(html)?.[1]];
  };
  const email = 'ends@form.example.org';
  expect(await end('/subscribe', { email })).toEqual([
    'success',
    'Subscribed! Please check your inbox to verify your email.',
  ]);
  // What is wrong in a form is said at its field.
  expect(await end('/subscribe', { email: 'ends@form' })).toEqual([undefined, 'Newsletter']);
  const [asked] = await post.mailbox.waitForMails(1, email);
  const of = (path: string, mail = asked) => linkIn(mail ?? { text: '' }, path).searchParams.get('token') ?? '';
  const invalid = 'This link is not valid. Please subscribe again and we will send you a new one.';
  expect(await end('/verify', { token: 'wrong' })).toEqual(['failure', invalid]);
  expect(await end('/verify', { token: of('/verify') })).toEqual(['success', 'Email successfully verified!']);
  expect(await end('/do-not-write', { token: 'wrong' })).toEqual(['failure', 'This link is not valid.']);
  expect(await end('/do-not-write', { token: of('/do-not-write') })).toEqual([
    'success',
    'Our forms will not write to this address for 30 days.',
  ]);

  const own = 'ends-own@form.example.org';
  const token = (await unsubscribeLink(post, own)).searchParams.get('token') ?? '';
  const refused =
    'This link is broken or can no longer be used. Please open it in the email again. The link in our next email will work.';
  const choice = { email: own, intent: 'choose', wish: 'none' };
  expect(await end('/subscription', { ...choice, token: 'wrong' })).toEqual(['failure', refused]);
  expect(await end('/subscription', { ...choice, token })).toEqual([
    'success',
    'Saved. Your choice is “Nothing for now”: no newsletters come until you choose again.',
  ]);
  expect(await end('/unsubscribe', { email: own, token: 'wrong', undo: '1' })).toEqual([
    'failure',
    'This link can no longer be used. Please subscribe again.',
  ]);
  expect(await end('/unsubscribe', { email: own, token })).toEqual(['success', 'You have been unsubscribed.']);
  expect(await end('/subscription', { email: own, token, intent: 'erase', sure: 'yes' })).toEqual([
    'success',
    'Everything the newsletter kept about this address is erased.',
  ]);

  const event = await addSignup(await editorOf(post.site));
  const guest = await linkOfGuest(post, event, { name: 'Ada', email: 'ends-guest@form.example.org', places: 1 });
  const place = new URL(guest).searchParams.get('token') ?? '';
  expect(await end('/signup', { token: 'wrong' })).toEqual([
    'failure',
    'This link is not valid. Please sign up again and we will send you a new one.',
  ]);
  expect(await end('/signup', { token: place, do: 'erase' })).toEqual([
    'success',
    'Everything about your sign-up is erased.',
  ]);
});

test('the sign-up form has the same guards as its call, and only a POST changes anything', async () => {
  inDatabase(post.site, 'DELETE FROM throttles');
  const id = await addSignup(await editorOf(post.site), { maxPlaces: 2 });
  const from = '192.0.2.7';
  const fields = { name: 'Ada "><script>alert(1)</script>', email: 'ada@form.example.org', places: '2', website: '' };
  const path = `/signup?event=${id}`;
  expect((await send(path, fields, { from, headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403);
  expect(guestOf(post, fields.email)).toBeUndefined();
  const wrong = await send(path, { ...fields, email: 'ada@form' }, { from });
  expect([wrong.status, wrong.html.includes('<script>alert')]).toEqual([400, false]);
  for (const places of ['3', '9007199254740992', '100000000', '1e9', '-1', '0.5', 'Infinity']) {
    const odd = await send(path, { ...fields, places }, { from });
    expect([places, odd.status]).toEqual([places, 400]);
    expect(odd.html.match(/<option/g)?.length).toBeLessThanOrEqual(6);
  }
  const taken = await send(path, fields, { from });
  expect(taken.status).toBe(200);
  expect(taken.headers.get('cache-control')).toBe('no-store');
  expect(taken.headers.get('x-robots-tag')).toBe('noindex');
  expect(guestOf(post, fields.email)).toMatchObject({ state: 'pending', places: 2 });
  const [mail] = await post.mailbox.waitForMails(1, fields.email);
  const link = linkIn(mail ?? { text: '' }, '/signup');
  for (const method of ['GET', 'HEAD']) expect((await fetch(link.href, { method })).status).toBe(200);
  expect(guestOf(post, fields.email)).toMatchObject({ state: 'pending' });
  const token = link.searchParams.get('token') ?? '';
  const page = await (await fetch(link.href)).text();
  expect(page).toContain(`value="${token}"`);
  expect(page).toContain('value="Ada &quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
  const refused = (await send('/signup', { token, name: '', places: '1' }, { from })).html;
  expect(refused).toContain('Please enter your name.');
  expect(guestOf(post, fields.email)).toMatchObject({ state: 'pending' });
  expect((await send('/signup', { token, name: 'Ada', places: '1' }, { from })).html).toContain('You have a place.');
  expect(guestOf(post, fields.email)).toMatchObject({ state: 'confirmed', name: 'Ada', places: 1 });
  expect((await send('/signup', { token }, { from })).html).toContain('You have a place.');
  expect((await send('/signup', { token: 'wrong' }, { from })).html).toContain('This link is not valid.');
});

test('the form offers no more places than the event has', async () => {
  inDatabase(post.site, 'DELETE FROM throttles');
  const id = await addSignup(await editorOf(post.site), { capacity: 2, maxPlaces: 4 });
  const html = await (await fetch(`${post.site.url}/signup?event=${id}`)).text();
  expect(html).toContain('2 places left');
  expect(html.match(/<option/g)).toHaveLength(2);
  expect(html).not.toContain('you join the waiting list');
});

test('when proof of work is required, a sign-up without it counts as a bare call', async () => {
  inDatabase(post.site, 'DELETE FROM throttles');
  const id = await addSignup(await editorOf(post.site));
  const signUp = (n: number) =>
    send(
      `/signup?event=${id}`,
      { name: 'Many', email: `many${n}@form.example.org`, website: '' },
      { from: `198.51.${n}.7` },
    );
  const taken: number[] = [];
  for (let n = 0; n < 14; n++) taken.push((await signUp(n)).status);
  expect(taken).toEqual([...Array(12).fill(200), 429, 429]);
  expect((await signUp(99)).html).toContain('Too many people are signing up at the moment. Please try again later.');
});

// Last: from then on the process refuses such calls from memory.
test('when proof of work is required, a form without it counts as a bare call', async () => {
  inDatabase(post.site, 'DELETE FROM throttles');
  const taken: number[] = [];
  for (let n = 0; n < 14; n++)
    taken.push(
      (await send('/subscribe', { email: `many${n}@example.org`, website: '' }, { from: `198.51.${n}.7` })).status,
    );
  expect(taken).toEqual([...Array(12).fill(200), 429, 429]);
  const { html } = await send('/subscribe', { email: 'last@example.org', website: '' }, { from: '198.51.99.7' });
  expect(html).toContain('Too many people are subscribing at the moment. Please try again later.');
});
