/**
 * Tells what a mail server's answer is about: one subscriber, our sender or message, or the server itself. Trouble of the server
 * or of ours never counts against a subscriber. Words that name the recipient decide first: Microsoft 365 and others
 * write them behind codes of policy and routing. Enhanced codes are those of RFC 3463.
 */

/**
 * - `server`: accepts no mail for now.
 * - `ours`: refuses our sender, our address on the network or the message; the next subscriber's mail would fail too.
 * - `general`: deferred for a reason that says nothing about the subscriber.
 * - `greylisted`: deferred because it has not seen us write to this subscriber before.
 * - `deferred`: deferred for this subscriber's mailbox.
 * - `soft`: this subscriber's mailbox refuses for now. `hard`: there is no such mailbox.
 * - `unusable`: the address cannot be written in an envelope.
 */
export type Verdict = 'server' | 'ours' | 'general' | 'greylisted' | 'deferred' | 'soft' | 'hard' | 'unusable';

export type Reply = {
  /** How far the conversation got. */
  step: 'compose' | 'connect' | 'login' | 'sender' | 'recipient' | 'data';
  /** Null if no server answered. */
  code: number | null;
  answer: string;
};

/** The two addresses of the envelope; an answer that names the sender is about us. */
export type Envelope = { from: string; to: string };

const aboutSenderCode = code('1\\.[78]');
const aboutSender =
  /sender (?:address )?(?:rejected|refused|denied|verif|not (?:allowed|accepted|owned)|domain)|(?:verify|invalid|unknown|unauthori[sz]ed) sender|(?:not (?:allowed|authori[sz]ed|permitted)|cannot) to send|\b(?:spf|dmarc|dkim)\b|email address is not verified|unauthenticated/i;
const relayDenied = /relay(?:ing)?(?: access| not)? (?:is )?(?:denied|permitted|allowed|prohibited)|unable to relay/i;
const policyCode = code('7\\.\\d+');
const contentCode = code('6\\.\\d+');
const policy =
  /spam|blocked|black ?list|block ?list|deny ?list|policy|reputation|virus|content (?:rejected|denied)|authentication (?:is )?required/i;
const sizeCode = code('(?:3\\.4|2\\.3)');
const size =
  /too (?:large|big)|message (?:size|length) (?:exceeds|larger)|exceeds? (?:the )?(?:fixed |maximum )?(?:message )?size/i;
const rateCode = code('7\\.28');
const rate =
  /rate[ -]?limit|(?:sending|message|mail|connection|unusual) rate|too many (?:messages|mails|e-?mails|recipients|connections|sessions)|throttl|quota exceeded for (?:sending|client|account)|daily (?:sending|message|user sending) (?:quota|limit)/i;
const greylisted = /gr[ae]y.?list|postgrey|please try again later \(greylist/i;

/** In characters: only the beginning of an answer matters. */
const mostRead = 2000;

const goneCode = code('(?:1\\.(?:0|1|2|3|6|10)|2\\.1|4\\.4)', '5');
const namesGone =
  // bounded: of an answer's beginning
  /user unknown|unknown (?:user|recipient|mailbox)|no such (?:user|person|mailbox|recipient|address)|(?:user|mailbox|recipient)[^.;:]{0,40} (?:does not exist|not found|unknown)|non-?existent (?:user|mailbox|recipient|account)|invalid (?:mailbox|recipient)|no mailbox here|5\.4\.1 [^.;:]{0,40}recipient address rejected/i;
/** May also be said of a host. */
const gone =
  // bounded: of an answer's beginning
  /(?:unknown|non-?existent) address|address[^.;:]{0,40} (?:does not exist|not found|unknown)|does ?n[o']t exist|doesn't have|not listed in/i;
const mailboxCode = code('[12]\\.\\d+');
const namesMailbox =
  /mail ?box (?:is )?(?:full|unavailable|disabled|inactive|busy|locked)|(?:user|mailbox|recipient) (?:is |has been )?(?:disabled|inactive|suspended|over)/i;
const mailbox =
  /over ?quota|quota (?:exceeded|full)|exceeded (?:its |their |the )?(?:storage|mailbox|quota)|out of storage|account (?:is |has been )?(?:disabled|inactive|suspended|over)/i;

export function classifyAnswer({ step, code, answer: whole }: Reply, { from, to }: Envelope): Verdict {
  const answer = whole.slice(0, mostRead);
  if (step === 'compose') return 'unusable';
  if (step === 'connect' || step === 'login') return 'server';
  if (code === null) return size.test(answer) ? 'ours' : 'general';
  if (code === 421 || code === 530 || code === 454 || code === 538) return 'server';
  // The conversation got out of step, for instance because a proxy in between lost a part of it.
  if (code === 503) return 'general';
  if (isAboutSender(answer, { from, to })) return 'ours';
  if (step === 'sender') return code >= 500 || isTooLarge(code, answer) ? 'ours' : 'server';
  return classifyRecipient(code, answer);
}

/** What a later report says about the address; null if nothing. */
export function bounceKindOfReport(code: number | null, whole: string): 'hard' | 'soft' | null {
  const answer = whole.slice(0, mostRead);
  if (code === null || isAboutSender(answer, { from: '', to: '' })) return null;
  // From our own mail server after it accepted the mail: the domain does not exist, or not at the moment.
  if (/unrouteable (?:mail |e-?mail )?(?:address|domain)/i.test(answer)) return 'soft';
  const verdict = classifyRecipient(code, answer);
  if (verdict === 'hard') return 'hard';
  return verdict === 'soft' || verdict === 'deferred' ? 'soft' : null;
}

function classifyRecipient(code: number, answer: string): Verdict {
  const isRefused = code >= 500;
  if (isTooLarge(code, answer)) return 'ours';
  if (isRefused && (goneCode.test(answer) || namesGone.test(answer))) return 'hard';
  if (!isRefused && greylisted.test(answer)) return 'greylisted';
  if ([mailboxCode, namesMailbox, namesGone].some((words) => words.test(answer)))
    return isRefused ? 'soft' : 'deferred';
  if (rateCode.test(answer) || rate.test(answer)) return 'server';
  if (policyCode.test(answer) || contentCode.test(answer) || policy.test(answer)) return isRefused ? 'ours' : 'general';
  if (isRefused && gone.test(answer)) return 'hard';
  if (mailbox.test(answer) || gone.test(answer)) return isRefused ? 'soft' : 'deferred';
  return isRefused ? 'ours' : 'general';
}

function isAboutSender(answer: string, { from, to }: Envelope): boolean {
  if (aboutSenderCode.test(answer) || aboutSender.test(answer) || relayDenied.test(answer)) return true;
  // A server may quote the whole envelope when it refuses the subscriber.
  const isAboutRecipient = (goneCode.test(answer) || mailboxCode.test(answer)) && !/[45]\.1\.0/.test(answer);
  const isNamed = from !== '' && from.toLowerCase() !== to.toLowerCase() && mentionsAddress(answer, from);
  return isNamed && !(isAboutRecipient && mentionsAddress(answer, to));
}

function mentionsAddress(answer: string, address: string): boolean {
  return address !== '' && answer.toLowerCase().includes(address.toLowerCase());
}

/** 552 is also the code of a full mailbox. */
function isTooLarge(code: number, answer: string): boolean {
  return sizeCode.test(answer) || (code >= 500 && !mailboxCode.test(answer) && size.test(answer));
}

/** An enhanced code, but no part of an address such as 10.5.1.1. */
function code(rest: string, kind = '[45]'): RegExp {
  return new RegExp(`(?<![\\d.])${kind}\\.${rest}(?!\\.?\\d)`);
}
