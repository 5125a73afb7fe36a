/**
 * Makes one call again and again, each time with another of its lasting statements done and the answer lost, and then once
 * more, as someone would who was told that it failed.
 */
import { openMailer } from '#platform/mail/open-mailer.ts';
import { createMailWorker } from '../support/newsletter.ts';
import type { Site } from './site.ts';
import { type Content, changedPlaces, contentOf } from './stored-content.ts';
import { attempt, type Call, counts, type Outcome, whatIsSaidWrong } from './walk.ts';

/** Longer than anyone who waits for the mail server claims a mail, and than the outbox waits after a first failure. */
const laterMs = 120_000;

/** Each change that administrators may object to is told to them, and anyone who asks for a link or a test again gets another. */
const sentForEach =
  /about (Your account has new recovery codes|editor1 has (invited|downloaded|made a link)|Choose a new password|\[Test\])/;

/**
 * `done`: the status of a second try that finds it done already, where that is not the first one's. `mayLeave`: a table that may
 * change although the call is refused.
 */
type Loss = {
  site: Site;
  content: Content;
  call: Call;
  done?: number | undefined;
  mayLeave?: string | undefined;
};

/** Answers what is wrong with the call, in sentences, and how many answers were lost. Leaves the site as it was. */
export async function loseAnswers({
  site,
  content,
  call,
  ...known
}: Loss): Promise<{ problems: string[]; lost: number }> {
  const problems: string[] = [];
  let whole: { outcome: Outcome; mails: Map<string, number> } | undefined;
  for (let n = 1; ; n++) {
    site.mails.length = 0;
    const { step, outcome } = await attempt(site, call, { n, manner: 'answer lost', content });
    if (step === undefined) {
      await site.restore(outcome.changed);
      return { problems, lost: n - 1 };
    }
    const isTold = outcome.status < 300;
    const again = isTold ? outcome : (await attempt(site, call, { n: 0, content })).outcome;
    const mails = await sendAll(site, content);
    whole ??= {
      outcome: (await attempt(site, call, { n: 0, content })).outcome,
      mails: await sendAll(site, content),
    };
    const found = whatIsWrong({ outcome, again, mails }, whole, known);
    problems.push(...found.map((problem) => `with the answer to step ${n} lost (${step.slice(0, 150)}) it ${problem}`));
  }
}

type Told = { outcome: Outcome; again: Outcome; mails: Map<string, number> };

function whatIsWrong(
  { outcome, again, mails }: Told,
  whole: Pick<Told, 'outcome' | 'mails'>,
  { done, mayLeave }: Pick<Loss, 'done' | 'mayLeave'>,
): string[] {
  const problems = whatIsSaidWrong(outcome);
  const [changed, expected] = [placesOf(outcome), placesOf(whole.outcome)];
  if (changed && changed !== expected && changed !== mayLeave) problems.push(`has changed ${changed}, not ${expected}`);
  const { status, text } = again;
  if (status !== whole.outcome.status && status !== done)
    problems.push(`is refused the second time: ${status} ${text}`);
  for (const [mail, count] of mails)
    if (count > (whole.mails.get(mail) ?? 0) && !sentForEach.test(mail))
      problems.push(`has sent ${count} mails ${mail}`);
  return problems;
}

/** A row that is written and removed counts up the content version, and is not there. */
function placesOf({ changed }: Outcome): string {
  return changed.filter((place) => place !== counts && place !== 'content_version').join(', ');
}

/** Everything that is due; answers how many mails the mail server got since the last time, by recipient and subject. */
async function sendAll(site: Site, content: Content): Promise<Map<string, number>> {
  const { context, clock } = site.app();
  const now = clock.now().toISOString();
  const mailer = openMailer(context.config);
  const worker = createMailWorker({ ...context, mailer });
  try {
    for (const _ of ['first', 'again']) {
      clock.advance(laterMs);
      await worker.sendDue();
    }
  } finally {
    await mailer.close();
    clock.set(now);
  }
  const sent = new Map<string, number>();
  for (const { envelopeTo, subject } of site.mails.splice(0)) {
    const mail = `to ${envelopeTo.join()} about ${subject}`;
    sent.set(mail, (sent.get(mail) ?? 0) + 1);
  }
  await site.restore(changedPlaces(content, await contentOf(context)));
  return sent;
}
