import { expect, test } from 'vitest';
import { defaultSettings } from '#features/settings/settings.ts';
import type { Fetch } from '#shared/calls/api-client.ts';
import { runLoaders } from './run-loaders.ts';

const request = () => new Request('http://localhost/');
const now = '2026-11-21T12:00:00.000Z';
const readFrame = async () => ({ settings: defaultSettings, pages: [] });
const source = (siteUrl: string, fetchApi: Fetch) => ({ fetchApi, readFrame, siteUrl, now });
const empty: Fetch = () => Response.json([]);
const away: Fetch = () => Response.json({ message: 'Away' }, { status: 503 });

function siteUrlOf({ context }: Awaited<ReturnType<typeof runLoaders>>): unknown {
  return context instanceof Response ? null : context.loaderData.site.siteUrl;
}

test('pages that load at the same time have their own data and their own failures', async () => {
  const gate = Promise.withResolvers<void>();
  const slow = runLoaders(
    request(),
    source('https://one.example', async (path) => {
      await gate.promise;
      return empty(path);
    }),
  );
  const failed = await runLoaders(request(), source('https://two.example', away));
  gate.resolve();
  const whole = await slow;
  expect([siteUrlOf(failed), failed.hasFailed]).toEqual(['https://two.example', true]);
  expect([siteUrlOf(whole), whole.hasFailed]).toEqual(['https://one.example', false]);
});

test('one page that fails does not make the next one fail', async () => {
  expect((await runLoaders(request(), source('https://one.example', away))).hasFailed).toBe(true);
  const next = await runLoaders(request(), source('https://two.example', empty));
  expect([siteUrlOf(next), next.hasFailed]).toEqual(['https://two.example', false]);
});

test('a page whose layout data cannot be read gets the default settings and is marked as failed', async () => {
  const failing = { ...source('https://one.example', empty), readFrame: () => Promise.reject(new Error('away')) };
  const { context, hasFailed } = await runLoaders(request(), failing);
  const { settings } = context instanceof Response ? {} : context.loaderData.site;
  expect([settings.societyName, hasFailed]).toEqual([defaultSettings.societyName, true]);
});
