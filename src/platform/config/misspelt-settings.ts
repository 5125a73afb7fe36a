/** Names the variables that look like settings of this site and are none, so that a misspelt one is not ignored in silence. */
import { settingNames } from './config.ts';
import { namesInEnvFile } from './env-file.ts';

/** Words that our settings begin with and other programs' variables hardly ever do. */
const ownPrefixes = /^(ADMIN|BACKUP|BOUNCE|DKIM|MAIL|METRICS|NEWSLETTER|S3|SEED|SITE|SMTP|SUBSCRIBE)_/;
/** Variables that a cluster sets for its services. */
const ofCluster = /_SERVICE_(HOST|PORT)|_PORT_\d+_(TCP|UDP)/;
/** Variables for compose.yaml, Node and npm in the same file. */
const othersInFile = /^(SITE_DOMAIN|POSTGRES_PASSWORD|TZ|(NODE|NPM|COMPOSE|DOCKER|MALLOC)_.*)$/i;

/** A sentence for each. In the file every name counts, in the environment those that begin as ours do. */
export function misspeltSettings(
  env: Record<string, string | undefined>,
  inFile: ReadonlySet<string> = namesInEnvFile(),
): string[] {
  const isOurs = (name: string) => ownPrefixes.test(name) && !ofCluster.test(name) && !env[name]?.startsWith('tcp://');
  return Object.keys(env)
    .filter((name) => !settingNames.includes(name) && !othersInFile.test(name))
    .filter((name) => inFile.has(name) || isOurs(name))
    .sort()
    .map((name) => {
      const meant = settingNames.find((own) => own.startsWith(name) || name.startsWith(own));
      const rest = meant ? `did you mean ${meant}?` : '.env.example lists all settings.';
      return `${name} is not a setting of this site; ${rest}`;
    });
}
