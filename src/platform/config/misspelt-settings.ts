/** Finds variables that look like misspelt settings, so that they are not silently ignored. */
import { settingNames } from './config.ts';
import { namesInEnvFile } from './env-file.ts';

/** Prefixes of our settings that other programs' variables hardly ever have. */
const ownPrefixes = /^(ADMIN|BACKUP|BOUNCE|DKIM|MAIL|METRICS|NEWSLETTER|S3|SEED|SITE|SMTP|SUBSCRIBE)_/;
/** Variables that a cluster sets for its services. */
const ofCluster = /_SERVICE_(HOST|PORT)|_PORT_\d+_(TCP|UDP)/;
/** Variables for compose.yaml, Node and npm in the same file. */
const othersInFile = /^(SITE_DOMAIN|POSTGRES_PASSWORD|TZ|(NODE|NPM|COMPOSE|DOCKER|MALLOC)_.*)$/i;

/** One sentence for each. In the file every name is checked, in the environment those with our prefixes. */
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
