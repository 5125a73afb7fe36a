/**
 * Checks the site while it runs, and tells administrators what turns bad: by email through the queue, directly while the database
 * cannot be written, and in a line above every screen if no mail can be sent.
 */

import { readSocietyName } from '#features/settings/settings.server.ts';
import type { AppContext } from '#platform/context.ts';
import { tryWithLock } from '#platform/db/advisory-lock.ts';
import { randomHex } from '#platform/tokens.ts';
import { healthNotice, notifyOfHealthChanges } from './alerts.server.ts';
import type { Facts, HealthNotice, Person } from './check-contract.server.ts';
import type { CheckResult } from './check-result.ts';
import { runChecks } from './checks.server.ts';
import { runningSiteContext } from './doctor.server.ts';

const minuteMs = 60_000;
const everyMs = 15 * minuteMs;
/** While one of these is bad, no mail arrives. */
const breaksMail = new Set(['smtp', 'queue', 'worker']);
/** Their own jobs send an email when they start to fail. */
const tellsItself = new Set(['backup', 'rehearsal']);

export type HealthWatch = {
  look: () => Promise<void>;
  /** As of the last look; empty before the first. */
  findings: () => CheckResult[];
  /** Whether something is bad that no email can report. */
  isUntold: () => boolean;
  /** Checks every quarter of an hour, and again a minute after something turned bad. Returns a function that stops it. */
  start: () => () => void;
};

export function createHealthWatch(context: AppContext, facts: Facts, isWorkerReady: () => boolean): HealthWatch {
  const { db, config, clock, log, outages } = context;
  let known: CheckResult[] = [];
  let people: Person[] = [];
  /** Checks reported directly, until the database can be written again. */
  let told: CheckResult[] = [];
  const bad = () => known.filter(({ level }) => level === 'bad');
  /** That no one can sign in is for the log: who reads a notice or gets an email is an administrator. */
  const toTell = () => bad().filter(({ check }) => check !== 'administrators');
  const stopsMail = ({ check, isOneText }: CheckResult) => breaksMail.has(check) && !isOneText;
  const mailGoesOut = () => config.smtpUrl !== undefined && !bad().some(stopsMail);
  const recipients = () => (mailGoesOut() ? people.filter(({ isReachable }) => isReachable) : []);

  function remember(found: CheckResult[]): void {
    const before = bad();
    known = found;
    for (const { check, sentence, todo } of bad())
      if (!before.some((one) => one.check === check)) log.error('the site is not well', { check, sentence, todo });
    for (const { check } of before)
      if (!bad().some((one) => one.check === check)) log.info('the site is well again', { check });
  }

  async function tell(): Promise<void> {
    outages.refuseWrites();
    people = await facts.people(db, config.siteUrl);
    const findings = toTell().filter(({ check }) => !tellsItself.has(check));
    await tryWithLock(db, 'tell what is bad', async () => {
      await notifyOfHealthChanges(
        db,
        { findings, told, recipients: recipients().map(({ id }) => id), tell: facts.tell },
        clock.now(),
      );
      told = [];
    });
  }

  /** The queue is in the database, which cannot be written now. Each process reports once. */
  async function tellDirectly(): Promise<void> {
    const news = bad().filter(({ check }) => !told.some((one) => one.check === check));
    if (news.length === 0 || recipients().length === 0) return;
    if (await mailTo(recipients(), healthNotice(news, []), { context, facts })) told = [...told, ...news];
  }

  async function look(): Promise<void> {
    const own = { ...runningSiteContext(context, facts), isWorkerReady: isWorkerReady(), triesWriting: false };
    remember(await runChecks(own));
    try {
      await tell();
    } catch (error) {
      if (outages.report(error)) await tellDirectly();
      else log.error('what is bad could not be noted', { error });
    }
  }

  return {
    look,
    findings: () => known,
    isUntold: () => toTell().length > 0 && recipients().length === 0,
    start: () => checkRegularly(look, { bad, log }),
  };
}

/** True when at least one of them was reached. */
async function mailTo(
  people: Person[],
  notice: HealthNotice,
  { context, facts }: { context: AppContext; facts: Facts },
): Promise<boolean> {
  const { config, log } = context;
  const { openMailer } = await import('#platform/mail/open-mailer.ts');
  const mailer = openMailer(config, () => readSocietyName(context.db, config));
  const host = new URL(config.siteUrl).hostname;
  let isTold = false;
  for (const { email } of people) {
    try {
      const mail = await facts.write(context, email, notice);
      await mailer.send({ ...mail, messageId: `<health.${randomHex()}@${host}>` });
      isTold = true;
    } catch (error) {
      // Still tell the others.
      log.error('what is bad could not be told', { error });
    }
  }
  await mailer.close();
  return isTold;
}

function checkRegularly(look: () => Promise<void>, { bad, log }: { bad: () => CheckResult[]; log: AppContext['log'] }) {
  let timer: NodeJS.Timeout;
  const wait = (ms: number) => {
    timer = setTimeout(run, ms).unref();
  };
  const run = () => {
    const before = new Set(bad().map(({ check }) => check));
    void look()
      .catch((error: unknown) => log.error('the site could not be looked at', { error }))
      .finally(() => wait(bad().some(({ check }) => !before.has(check)) ? minuteMs : everyMs));
  };
  wait(minuteMs / 2);
  return () => clearTimeout(timer);
}
