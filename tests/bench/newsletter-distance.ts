/**
 * `npm run bench -- newsletter-distance`: a mail server 20 ms a round trip away. This site against nodemailer's pool with as many
 * connections, in turns, so that each round gives a ratio. Fails if the site is slower.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { machine, startSink } from './newsletter-setup.ts';
import { composeIssue, connections, measureSite, median, pooledNodemailer } from './newsletter-sides.ts';
import { keep, say } from './report.ts';

const messages = Number(process.argv[2] ?? 300);
const rounds = 9;
const roundTripMs = 20;

await using sink = await startSink();
const issue = await composeIssue();
const proxy = fork(new URL('./delaying-proxy.ts', import.meta.url), [String(sink.port), String(roundTripMs)]);
const [{ port }] = (await once(proxy, 'message')) as [{ port: number }];
const pool: number[] = [];
const site: number[] = [];
// The first round warms up.
for (let round = 0; round <= rounds; round++) {
  const plain = await pooledNodemailer({ port, messages, issue });
  const ours = await measureSite({ port, messages });
  if (round === 0) continue;
  pool.push(plain.perSecond);
  site.push(ours.perSecond);
}
proxy.kill();
const ratio = median(site.map((perSecond, round) => perSecond / (pool[round] ?? 0)));
const cells = [median(pool).toFixed(0), median(site).toFixed(0), ratio.toFixed(2)];
say(
  `${machine}; ${messages} messages a round, ${connections} connections, ${roundTripMs} ms, medians of ${rounds} rounds\n`,
);
say("| nodemailer's pool, mails a second | this site | ratio |");
say('|---|---|---|');
say(`| ${cells.join(' | ')} |`);
keep('newsletter over a distance');
if (ratio < 1) process.exitCode = 1;
