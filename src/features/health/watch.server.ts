/**
 * Looks at the site while it runs, and tells its administrators of what turns bad: by e-mail through the outbox, and by a line
 * above every screen where no mail can tell.
 */
import type { AppContext } from '#platform/context.ts';
import { tryWithLock } from '#platform/db/advisory-lock.ts';
import { alertOnce } from './alerts.server.ts';
import type { Facts, Person } from './check.server.ts';
import type { CheckResult } from './check-result.ts';
import { runChecks } from './checks.server.ts';
import { ownContext } from './doctor.server.ts';

const minuteMs = 60_000;
const everyMs = 15 * minuteMs;
/** While one of these is bad, no mail arrives. */
const breaksMail = new Set(['smtp', 'queue', 'worker']);
/** Anyone who makes them mails when they begin to fail. */
const tellsItself = new Set(['backup', 'rehearsal']);

export type HealthWatch = {
  look: () => Promise<void>;
  /** As of the last look; empty before the first. */
  findings: () => CheckResult[];
  /** Whether something is bad that no mail can tell. */
  isUntold: () => boolean;
  /** Looks every quarter of an hour, and a minute after something has turned bad; returns what ends that. */
  start: () => () => void;
};

export function createHealthWatch(context: AppContext, facts: Facts, isWorkerReady: () => boolean): HealthWatch {
  const { db, config, clock, log, outages } = context;
  let known: CheckResult[] = [];
  let people: Person[] = [];
  const bad = () => known.filter(({ level }) => level === 'bad');
  const mailGoesOut = () => config.smtpUrl !== undefined && !bad().some(({ check }) => breaksMail.has(check));
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
    const findings = bad().filter(({ check }) => !tellsItself.has(check));
    const looked = { findings, recipients: recipients().map(({ id }) => id), tell: facts.tell };
    await tryWithLock(db, 'tell what is bad', () => alertOnce(db, looked, clock.now()));
  }

  async function look(): Promise<void> {
    const own = { ...ownContext(context, facts), isWorkerReady: isWorkerReady(), triesWriting: false };
    remember(await runChecks(own));
    try {
      await tell();
    } catch (error) {
      // While the database takes nothing every screen says so.
      if (!outages.report(error)) log.error('what is bad could not be noted', { error });
    }
  }

  return {
    look,
    findings: () => known,
    isUntold: () => bad().length > 0 && recipients().length === 0,
    start: () => keepLooking(look, { bad, log }),
  };
}

function keepLooking(look: () => Promise<void>, { bad, log }: { bad: () => CheckResult[]; log: AppContext['log'] }) {
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
  wait(2 * minuteMs);
  return () => clearTimeout(timer);
}
