/** Finds variables that look like misspelt settings, so that they are not silently ignored. */
import { settingNames } from './config.ts';
import { namesInEnvFile } from './env-file.ts';

/** Prefixes of our settings that other programs' variables hardly ever have. */
const ownPrefixes = /^(ADMIN|BACKUP|BOUNCE|DKIM|MAIL|METRICS|NEWSLETTER|S3|SEED|SITE|SMTP|SUBSCRIBE)_/;
/** Variables that a cluster sets for its services. */
const ofCluster = /_SERVICE_(HOST|PORT)|_PORT_\d+_(TCP|UDP)/;
/** Variables for the compose files, Node and npm in the same file. */
const othersInFile = /^(SITE_DOMAIN|POSTGRES_PASSWORD|TZ|(NODE|NPM|COMPOSE|DOCKER|MALLOC)_.*)$/i;

/** One sentence for each. In the file every name is checked, in the environment those with our prefixes or one slip in a name. */
export function misspeltSettings(
  env: Record<string, string | undefined>,
  inFile: ReadonlySet<string> = namesInEnvFile(),
): string[] {
  const isOurs = (name: string) =>
    (ownPrefixes.test(name) && !ofCluster.test(name) && !env[name]?.startsWith('tcp://')) ||
    settingNames.some((own) => hasOneSlip(name, own));
  return Object.keys(env)
    .filter((name) => !settingNames.includes(name) && !othersInFile.test(name))
    .filter((name) => inFile.has(name) || isOurs(name))
    .sort()
    .map((name) => {
      const meant =
        settingNames.find((own) => hasOneSlip(name, own)) ??
        settingNames.find((own) => own.startsWith(name) || name.startsWith(own));
      const rest = meant ? `did you mean ${meant}?` : '.env.example lists all settings.';
      return `${name} is not a setting of this site; ${rest}`;
    });
}

/** One letter too many, too few, another one, or two that changed places. Short names are like too many others. */
function hasOneSlip(name: string, own: string): boolean {
  if (own.length < 7) return false;
  let at = 0;
  while (at < name.length && name[at] === own[at]) at += 1;
  const [a, b] = [name.slice(at), own.slice(at)];
  const isSwapped = a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2);
  return a.slice(1) === b || a === b.slice(1) || a.slice(1) === b.slice(1) || isSwapped;
}
