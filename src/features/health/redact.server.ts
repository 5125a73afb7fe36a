import type { Config } from '#platform/config/config.ts';

/** Secrets that no output may contain: another program's error message may quote them. */
export function listSecrets({ databaseUrl, smtpUrl, s3, backup, admin, metricsToken, newsletter }: Config): string[] {
  const { webhookSecret, imapUrl } = newsletter.bounces;
  const passwords = [databaseUrl, smtpUrl, imapUrl].filter((url) => url !== undefined).flatMap(passwordOf);
  const others = [
    s3?.secretAccessKey,
    backup.s3?.secretAccessKey,
    backup.passphrase,
    admin.password,
    metricsToken,
    webhookSecret,
  ];
  return [...passwords, ...others.filter((secret) => secret !== undefined)].filter((secret) => secret !== '');
}

export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((redacted, secret) => redacted.replaceAll(secret, '[hidden]'), text);
}

/** As it is written in the address, and as it is sent. */
function passwordOf(url: string): string[] {
  const { password } = new URL(url);
  // A lone % is not an escape.
  return [
    password,
    password.replace(/(%[\da-f]{2})+/gi, (escaped) => Buffer.from(escaped.replaceAll('%', ''), 'hex').toString()),
  ];
}
