/**
 * `npm run bench -- newsletter`: messages a second with their rows in the database, against nodemailer's own pool that composes
 * each message (the same subject, words and links), to the same sink with the same number of connections, in turns. Prints the ratios; by processor time the aim is 2.
 */

import { machine, startSink } from './newsletter-setup.ts';
import { composeIssue, connections, type Measured, measureSite, median, pooledNodemailer } from './newsletter-sides.ts';
import { keep, say } from './report.ts';

const messages = Number(process.argv[2] ?? 3000);
const rounds = 3;

await using sink = await startSink();
const issue = await composeIssue();
say(
  `${machine}; ${messages.toLocaleString('en')} messages a round, ${connections} connections, medians of ${rounds} rounds\n`,
);
say("| DKIM | nodemailer's pool: mails, processor time for each | this site | ratio | … by processor time |");
say('|---|---|---|---|---|');

for (const isSigned of [false, true]) {
  const bare: Measured[] = [];
  const ours: Measured[] = [];
  for (let round = 0; round <= rounds; round++) {
    const run = { port: sink.port, messages, isSigned };
    const plain = await pooledNodemailer({ ...run, issue });
    const site = await measureSite(run);
    // The first round warms up.
    if (round === 0) continue;
    bare.push(plain);
    ours.push(site);
  }
  const [a, b] = [bare, ours].map((all) => ({
    perSecond: median(all.map(({ perSecond }) => perSecond)),
    cpuMs: median(all.map(({ cpuMs }) => cpuMs)),
  })) as [Measured, Measured];
  const cells = ({ perSecond, cpuMs }: Measured) => `${perSecond.toFixed(0)}/s, ${cpuMs.toFixed(2)} ms`;
  const ratios = [b.perSecond / a.perSecond, a.cpuMs / b.cpuMs].map((ratio) => ratio.toFixed(2)).join(' | ');
  say(`| ${isSigned ? 'RSA-2048' : 'none'} | ${cells(a)} | ${cells(b)} | ${ratios} |`);
}

keep('newsletter');
