/** Names the variables that look like settings of this site and are none, so that a misspelt one is not ignored in silence. */
import { settingNames } from './config.ts';
import { namesInEnvFile } from './env-file.ts';

/** Words that our settings begin with and other programs' variables hardly ever do. */
const ownPrefixes = /^(ADMIN|BACKUP|BOUNCE|DKIM|MAIL|METRICS|NEWSLETTER|S3|SEED|SITE|SMTP|SUBSCRIBE)_/;
/** What a cluster tells every process of its services. */
const ofCluster = /_SERVICE_(HOST|PORT)|_PORT_\d+_(TCP|UDP)/;
/** What compose.yaml, Node and npm read from the same file. */
const othersInFile = /^(SITE_DOMAIN|POSTGRES_PASSWORD|TZ|(NODE|NPM|COMPOSE|DOCKER|MALLOC)_.*)$/i;

/** A sentence for each. In the file every name counts, in the environment those that are close to one of ours. */
export function misspeltSettings(
  env: Record<string, string | undefined>,
  inFile: ReadonlySet<string> = namesInEnvFile(),
): string[] {
  return Object.keys(env)
    .filter((name) => !settingNames.includes(name) && !othersInFile.test(name))
    .filter((name) => inFile.has(name) || isCloseToOurs(name, env[name] ?? ''))
    .sort()
    .map((name) => {
      const meant = meantBy(name);
      const rest = meant ? `did you mean ${meant}?` : '.env.example names all that there are.';
      return `${name} is no setting of this site; ${rest}`;
    });
}

function isCloseToOurs(name: string, value: string): boolean {
  if (ofCluster.test(name) || value.startsWith('tcp://')) return false;
  return ownPrefixes.test(name) || settingNames.some((own) => isTypingErrorOf(own, name));
}

/** Short names are too close to one another: HOME is no misspelt HOST. */
function isTypingErrorOf(own: string, name: string): boolean {
  if (own.length < 6) return own === name.toUpperCase();
  return distance(own, name.toUpperCase()) <= (own.length < 8 ? 1 : 2);
}

function meantBy(name: string): string | undefined {
  const wanted = name.toUpperCase();
  const [firstWord = ''] = wanted.split('_');
  const nearest = settingNames
    .map((own) => ({ own, errors: distance(own, wanted) }))
    .filter(({ own, errors }) => errors <= own.length / 3)
    .sort((a, b) => a.errors - b.errors)[0]?.own;
  const within = (own: string) => own.startsWith(`${wanted}_`) || own.endsWith(`_${wanted}`) || wanted.startsWith(own);
  const ofSameWord = settingNames.filter((own) => own.startsWith(`${firstWord}_`) && !own.endsWith('_FILE'));
  return nearest ?? settingNames.find((own) => own.length > 4 && within(own)) ?? onlyOne(ofSameWord);
}

function onlyOne(names: string[]): string | undefined {
  return names.length === 1 ? names[0] : undefined;
}

/** How many letters must be added, taken away or changed (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of a.split('').entries()) {
    const next = [i + 1];
    for (const [j, other] of b.split('').entries())
      next.push(Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (letter === other ? 0 : 1)));
    row = next;
  }
  return row[b.length] ?? 0;
}
