/** A site with both forms that write to any entered address, by default without limits for senders. */
import type { Config } from '#platform/config/config.ts';
import type { Engine } from './database.ts';
import { siteWithPost } from './guest-mail-site.ts';
import { anOpenEvent } from './guests.ts';
import type { ReceivedMail } from './smtp.ts';

export async function siteWithTwoForms(
  engine: Engine,
  howMany = 12,
  config: Partial<Config> = { subscribeLimitPerHour: 1000 },
) {
  const site = await siteWithPost(engine, config);
  const { app } = site;
  const admin = await app.signIn();
  const events: number[] = [];
  for (let n = 1; n <= howMany; n++) events.push((await anOpenEvent(app, admin, { title: `Walk ${n}` })).id);
  return { ...site, app, events };
}

export function emailKindOf(subject: string | undefined): 'sign-up' | 'newsletter' {
  return subject?.startsWith('Please confirm your place') ? 'sign-up' : 'newsletter';
}

export function stopLinkIn(mail: ReceivedMail | undefined): string {
  return /Do not write to this address again: (\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
}
