/** Describes mail server trouble to administrators. */
import type { MailError } from '#platform/mail/mailer-contract.ts';
import { redactEmailAddresses } from '#shared/email-address.ts';

const longestAnswer = 500;

/** As stored: the cause and the server's own words, one line each, without email addresses. */
export function troubleText(error: MailError): string {
  return causeWithAnswer(causeOf(error), error.message);
}

export function causeWithAnswer(cause: string, answer: string): string {
  return `${cause}\n${redactEmailAddresses(answer.slice(0, longestAnswer)).replace(/\s+/g, ' ').trim()}`;
}

type Pause = { reason: string; since: string };

/** Reads 'Waiting for the mail server: its certificate has expired since November 22, 2026 at 11:14 AM.' */
export function mailServerWaitSentence(pause: Pause, timeZone: string): string {
  const [cause = ''] = pause.reason.split('\n');
  return `Waiting for the mail server: ${cause} ${pauseNote(pause, timeZone)}`;
}

/** Follows 'Paused: '. */
export function pauseCause(reason: string): string {
  const [cause = ''] = reason.split('\n');
  return cause
    .replace(/^its\b/, 'the mail server’s')
    .replace(/^it\b/, 'the mail server')
    .replace(/\bit$/, 'the mail server');
}

/** Reads 'since November 22, 2026 at 11:14 AM (“certificate has expired”). Sending resumes by itself.' */
export function pauseNote({ reason, since }: Pause, timeZone: string): string {
  const [cause = '', answer = ''] = reason.split('\n');
  const at = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone }).format(
    new Date(since),
  );
  // Some answers repeat the cause word for word.
  const words = answer && !cause.endsWith(answer) ? ` (“${answer.replace(/\.$/, '')}”)` : '';
  // Intl separates AM from the time with a narrow space, which some fonts lack.
  return `since ${at.replace(/\s/g, ' ')}${words}. Sending resumes by itself.`;
}

function causeOf({ step, responseCode: code, systemCode, isTimeout, message: answer }: MailError): string {
  if (step === 'login')
    return code !== null && code >= 500 ? 'it has refused the user name and password' : 'it has let no one sign in';
  if (code === 530) return 'it has asked for a user name and a password';
  if (code !== null) return step === 'connect' ? 'it has turned our connections away' : 'it has taken no email';
  if (systemCode === 'CERT_HAS_EXPIRED' || /certificate has expired/i.test(answer))
    return 'its certificate has expired';
  if (/certificate|self.signed|CERT_|ALTNAME/i.test(`${systemCode} ${answer}`))
    return 'its certificate has not been valid';
  if (systemCode === 'EDNS' || /ENOTFOUND|EAI_AGAIN|ESERVFAIL|queryA|DNS/i.test(`${systemCode} ${answer}`))
    return 'its name has not been found';
  if (/STARTTLS|encryption/i.test(answer)) return 'it has offered no encryption';
  if (/TLS|SSL/i.test(`${systemCode} ${answer}`)) return 'encryption has failed';
  if (/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|Connection timeout/i.test(`${systemCode} ${answer}`))
    return 'it has not been reachable';
  return isTimeout ? 'it has not answered' : 'it has broken off our connections';
}

/** Why an issue is paused although others may go out. */
export function refusalCauseText(answer: string): string {
  if (/\b[45]\.(?:3\.4|2\.3)\b|too (?:large|big)|size/i.test(answer))
    return 'this newsletter has been too large for it';
  return 'it has refused our emails';
}

export const deferralCause = 'it has deferred every email';
export const silenceCause = 'it has not said whether it took an email';
