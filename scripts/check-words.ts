/** Refuses words in src/ and the docs that have a plainer or the trade's own one. Tests are held to it by the texts they look for. */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

const better: [word: RegExp, say: string][] = [
  [/\bwhoever\b/i, 'anyone who, or the noun'],
  [/\bnobody\b(?! has subscribed\.|@)/i, 'no one'],
  [/\b(some|every|any)body\b/i, 'someone, everyone, anyone'],
  [/\bmeanwhile\b/i, 'in the meantime, since'],
  [/\b(calls?|called|calling) off\b/i, 'cancel'],
  [/\b(takes?|taken|took) back\b/i, 'undo'],
  [/\bin ?doubt\b/i, 'not confirmed'],
  [/\b(held|hold)_?(since|reason)\b|\b(issue|newsletter)s?( is| are| was| were)? held\b/i, 'paused'],
  [/\bis_?planned\b|\bplanned_?by\b|'planned'/i, 'scheduled'],
  [/\bbudgets?\b/i, 'rate limit'],
  [/(?<!screen )\breaders[:?]|\b(newsletter|digest|issue|letter)[’']s readers?\b/i, 'subscribers'],
  [/\b(kept text|working cop(y|ies))\b/i, 'draft'],
  [/\b(mail|addresse?s?) came back\b/i, 'bounced'],
  [/\bdelete forever\b/i, 'delete permanently'],
  [/\bfor good\b/i, 'permanently'],
  [/\banew\b/i, 'again'],
  [/\be-mail\b(?! \d)/i, 'email'],
  [/\bmend(s|ed|ing)?\b/i, 'fix'],
  [/\bmakes? live\b/i, 'publish, update'],
  [/\bas the text tells\b/i, 'detect automatically'],
  [/\b(circuit )?breakers?\b/i, 'paused'],
  [/\bfresh proofs?\b/i, 'recent password'],
  [/\bKept \d/, 'Draft saved'],
];

const faults: string[] = [];
for (const file of globSync(
  ['src/**/*.{ts,tsx,css,html,json}', 'scripts/**/*.ts', 'docs/**/*.md', '*.md', '.env.example', 'compose*.yaml'],
  {
    cwd: root,
  },
).sort()) {
  if (/\.test\.tsx?$|check-words\.ts$/.test(file)) continue;
  for (const [at, line] of readFileSync(join(root, file), 'utf8').split('\n').entries())
    for (const [word, say] of better) {
      const found = word.exec(line)?.[0];
      if (found) faults.push(`${file}:${at + 1}: “${found}”: say ${say}`);
    }
}
console.log(faults.length > 0 ? faults.join('\n') : 'Every word is the plain one.');
process.exitCode = faults.length > 0 ? 1 : 0;
