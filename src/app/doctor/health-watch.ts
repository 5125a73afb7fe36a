/**
 * Looks at the site while it runs, and tells its administrators of what turns bad: by e-mail through the outbox, directly while
 * the database takes nothing, and by a line above every screen where no mail can tell.
 */
import { isRealAddress } from '#features/accounts/account.ts';
import { recordFindings } from '#features/health/alerts.server.ts';
import type { Finding } from '#features/health/finding.ts';
import { writeHealthEmail } from '#features/health/health-emails.server.ts';
import type { AppContext } from '#platform/context.ts';
import { tryWithLock } from '#platform/db/advisory-lock.ts';
import { NameTaken } from '#platform/storage/store.ts';
import { randomHex } from '#platform/tokens.ts';
import { checks, examine } from './doctor.ts';
import { ownContext } from './examine-itself.ts';

const minuteMs = 60_000;
/** Others are asked every fifteenth time. */
const slowEvery = 15;

export type HealthWatch = {
  /** `all`: also what asks other servers, or looks through much. */
  look: (which: 'quick' | 'all') => Promise<void>;
  /** As of the last looks; empty before the first. */
  findings: () => Finding[];
  /** Whether something is bad that no mail can tell. */
  isUntold: () => boolean;
  /** Looks every minute; returns what ends that. */
  start: () => () => void;
};

export function createHealthWatch(context: AppContext, isWorkerReady: () => boolean): HealthWatch {
  const { db, config, clock, log, outages } = context;
  const known = new Map<string, Finding>();
  /** What has just turned bad is looked at again the next time, however slow. */
  const doubtful = new Set<string>();
  let told: Finding[] = [];
  const claims = createClaims(context);
  let people: { id: number; email: string }[] = [];
  const bad = () => [...known.values()].filter(({ level }) => level === 'bad');
  const mailGoesOut = () => config.smtpUrl !== undefined && !bad().some(({ check }) => breaksMail.has(check));
  const canMail = () => mailGoesOut() && people.length > 0;

  function remember(made: string[], found: Finding[]): void {
    for (const name of made) {
      const before = known.get(name)?.level === 'bad';
      const finding = found.find(({ check }) => check === name);
      if (finding) known.set(name, finding);
      else known.delete(name);
      if (finding?.level === 'bad' && !before) doubtful.add(name);
      else doubtful.delete(name);
      if (finding?.level === 'bad' && !before)
        log.error('the site is not well', { check: name, sentence: finding.sentence, todo: finding.todo });
      if (before && finding?.level !== 'bad') log.info('the site is well again', { check: name });
    }
  }

  async function tell(made: string[]): Promise<void> {
    outages.refuseWrites();
    const active = db.selectFrom('administrators').select(['id', 'email']).where('isActive', '=', true);
    people = (await active.execute()).filter(({ email }) => isRealAddress(email));
    const recipients = mailGoesOut() ? people.map(({ id }) => id) : [];
    const findings = bad().filter(({ check }) => !tellsItself.has(check));
    const looked = { findings, made, recipients, told };
    let isRecorded = false;
    await tryWithLock(db, 'tell what is bad', async () => {
      await recordFindings(db, looked, clock.now());
      isRecorded = true;
    });
    // Another process is at it: it does not know what this one has told.
    if (!isRecorded) return;
    told = [];
    await claims.release();
  }

  /** The outbox is in the database, which takes nothing: one of the processes tells by itself, once. */
  async function tellDirectly(): Promise<void> {
    const unsaid = bad().filter(({ check }) => !told.some((one) => one.check === check));
    if (unsaid.length === 0 || !canMail()) return;
    const news: Finding[] = [];
    for (const finding of unsaid) if (await claims.take(finding.check)) news.push(finding);
    if (news.length === 0) return;
    const { openMailer } = await import('#platform/mail/open-mailer.ts');
    const mailer = openMailer(config);
    const host = new URL(config.siteUrl).hostname;
    let isTold = false;
    for (const { email } of people) {
      try {
        const mail = await writeHealthEmail(context, email, { bad: news, well: [] });
        await mailer.send({ ...mail, messageId: `<health.${randomHex()}@${host}>` });
        isTold = true;
      } catch (error) {
        // The others are told all the same, and nobody twice.
        log.error('what is bad could not be told', { error });
      }
    }
    if (isTold) told = [...told, ...news];
    else await claims.release(news);
    await mailer.close();
  }

  async function look(which: 'quick' | 'all'): Promise<void> {
    const due = checks.filter(({ name, isSlow }) => which === 'all' || !isSlow || doubtful.has(name));
    const made = due.map(({ name }) => name);
    remember(made, await examine(watched(context, isWorkerReady()), due));
    try {
      await tell(made);
    } catch (error) {
      if (outages.report(error)) await tellDirectly();
      else log.error('what is bad could not be noted', { error });
    }
  }

  return {
    look,
    findings: () => [...known.values()],
    isUntold: () => bad().length > 0 && !canMail(),
    start() {
      let round = 0;
      let timer: NodeJS.Timeout;
      const next = () => {
        timer = setTimeout(run, minuteMs).unref();
      };
      const run = () => {
        round += 1;
        const which = round % slowEvery === 2 ? 'all' : 'quick';
        void look(which)
          .catch((error: unknown) => log.error('the site could not be looked at', { error }))
          .finally(next);
      };
      next();
      return () => clearTimeout(timer);
    },
  };
}

/**
 * Which of several processes tells, settled where the pictures lie: they share that as well. A claim lasts a day, so that one whose
 * process has ended keeps nobody from being told of the next outage.
 */
function createClaims({ store, clock, log }: Pick<AppContext, 'store' | 'clock' | 'log'>) {
  /** The paths, by the check. */
  const tried = new Map<string, string>();
  return {
    /** True also where nobody can tell whose it is: better twice than not at all. */
    async take(check: string): Promise<boolean> {
      const path = `health/told-${check}-${clock.now().toISOString().slice(0, 10)}`;
      tried.set(check, path);
      try {
        await store.put(path, Buffer.from('told'), { contentType: 'text/plain', cacheControl: 'no-store' });
      } catch (error) {
        if (error instanceof NameTaken) return false;
        log.warn('whether another process tells what is bad is not known', { error });
      }
      return true;
    },
    /** All that this process has taken or met, or those of some checks. */
    async release(findings?: Finding[]): Promise<void> {
      for (const [check, path] of tried)
        if (!findings || findings.some((finding) => finding.check === check))
          await store.remove(path).then(
            () => tried.delete(check),
            (error: unknown) => log.warn('a claim could not be released', { error }),
          );
    },
  };
}

/** While one of these is bad, no mail arrives. */
const breaksMail = new Set(['smtp', 'queue', 'addresses', 'worker']);

/** Whoever makes them mails when they begin to fail. */
const tellsItself = new Set(['backup', 'rehearsal']);

/** The file of the database is looked through every night, not each time. */
function watched(context: AppContext, isWorkerReady: boolean) {
  const { outages } = context;
  const damages = { database_damaged: 'a page cannot be read', disk_failing: 'the disk reports errors' };
  return {
    ...ownContext(context),
    isWorkerReady,
    triesWriting: false,
    findDamage: async () => {
      const reason = outages.current()?.reason;
      return reason === 'database_damaged' || reason === 'disk_failing' ? damages[reason] : null;
    },
  };
}
