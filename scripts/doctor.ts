/** `npm run doctor [-- --json]`: checks the site and says what is wrong; changes nothing. */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { healthDependencies } from '#app/monitoring/health-dependencies.ts';
import { type CheckResult, levelCountsText } from '#features/health/check-result.ts';
import { runDoctor } from '#features/health/doctor.server.ts';
import { loadEnvFile } from '#platform/config/env-file.ts';

const help = `Checks the site, and says one thing to do about each problem.

  npm run doctor
      One line per check: good, look (someone should look at it) or bad.

  npm run doctor -- --json
      The same for programs: an array of check, title, level, sentence and todo.

The site may be running, stopped or broken. The command changes nothing and shows no password.
The exit code is 0 when nothing is bad, 1 when something is, 2 if the command was wrong.`;

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const flags = readFlags(args);
  if (flags === null) {
    console.error('doctor takes --json and nothing else.\nSee: npm run doctor -- --help');
    return 2;
  }
  if (flags.help) {
    console.log(help);
    return 0;
  }
  loadEnvFile(join(resolve(import.meta.dirname, '..'), '.env'));
  const findings = await runDoctor(process.env, new Date(), healthDependencies);
  console.log(flags.json ? JSON.stringify(findings, null, 2) : textOf(findings));
  return findings.some(({ level }) => level === 'bad') ? 1 : 0;
}

function readFlags(args: string[]): { json?: boolean; help?: boolean } | null {
  try {
    return parseArgs({ args, options: { json: { type: 'boolean' }, help: { type: 'boolean' } } }).values;
  } catch {
    return null;
  }
}

function textOf(findings: CheckResult[]): string {
  const widest = Math.max(...findings.map(({ title }) => title.length));
  const indent = ' '.repeat(6 + widest + 2);
  const lines = findings.flatMap(({ level, title, sentence, todo }) => [
    `${level.padEnd(6)}${title.padEnd(widest + 2)}${sentence}`,
    ...(todo ? [`${indent}→ ${todo}`] : []),
  ]);
  return [...lines, '', `${levelCountsText(findings)}.`].join('\n');
}
