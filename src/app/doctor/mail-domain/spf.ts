/** Whether SPF lets a server send for a domain (RFC 7208), as far as it can be known without a mail. */
import { BlockList, isIP, isIPv6 } from 'node:net';
import type { Dns } from './dns-records.ts';

/** RFC 7208, 4.6.4. */
const mostLookups = 10;

export type Spf =
  | { kind: 'absent' }
  | { kind: 'wrong'; why: string }
  | { kind: 'open' }
  | { kind: 'covers' | 'leaves out'; record: string };

/** `senders`: the addresses of the server that mails are handed to; `include`: the names that its provider documents. */
export async function lookUpSpf(dns: Dns, domain: string, senders: string[]): Promise<Spf> {
  const records = (await dns.texts(domain)).filter(isSpf);
  const [record] = records;
  if (record === undefined) return { kind: 'absent' };
  if (records.length > 1) return { kind: 'wrong', why: `it has ${records.length} SPF records, and may have one` };
  if (/\s\+?all(\s|$)/i.test(record)) return { kind: 'open' };
  const lookups = { left: mostLookups };
  try {
    for (const sender of senders)
      if (await passes({ dns, domain, record, sender, lookups })) return { kind: 'covers', record };
  } catch (error) {
    if (error instanceof SpfError) return { kind: 'wrong', why: error.message };
    throw error;
  }
  return { kind: 'leaves out', record };
}

class SpfError extends Error {}

type Question = { dns: Dns; domain: string; record: string; sender: string; lookups: { left: number } };

async function passes(question: Question): Promise<boolean> {
  const terms = question.record.split(/\s+/).slice(1).filter(Boolean);
  for (const term of terms) {
    const { name, value } = partsOf(term);
    if (name === 'redirect' || name === 'exp') continue;
    if (await matches(question, name, value)) return /^[+a-z]/i.test(term) && name !== 'all';
  }
  const redirect = terms.map(partsOf).find(({ name }) => name === 'redirect');
  return redirect ? included(question, redirect.value) : false;
}

function partsOf(term: string): { name: string; value: string } {
  const [whole = '', name = ''] = /^[+~?-]?([a-z0-9]{1,20})/i.exec(term) ?? [];
  return { name: name.toLowerCase(), value: term.slice(whole.length).replace(/^[:=]/, '') };
}

async function matches(question: Question, name: string, value: string): Promise<boolean> {
  const { dns, domain, sender } = question;
  const [host = '', bits] = value.split(/\/(?=\d)/);
  if (name === 'all') return true;
  if (name === 'ip4' || name === 'ip6') return isWithin(sender, host, bits);
  if (name === 'include') return included(question, value);
  if (name === 'a') {
    count(question);
    return (await dns.addresses(host || domain)).some((address) => isWithin(sender, address, bits));
  }
  if (name === 'mx') {
    count(question);
    for (const server of await dns.mailServers(host || domain))
      if ((await dns.addresses(server)).some((address) => isWithin(sender, address, bits))) return true;
    return false;
  }
  if (name === 'exists' || name === 'ptr') return false;
  throw new SpfError(`its record has “${name}”, which is none of the words of SPF`);
}

async function included(question: Question, domain: string): Promise<boolean> {
  count(question);
  const records = (await question.dns.texts(domain)).filter(isSpf);
  const [record] = records;
  if (record === undefined || records.length > 1)
    throw new SpfError(`its record includes ${domain}, which has no SPF record`);
  return passes({ ...question, domain, record });
}

function count({ lookups }: Question): void {
  lookups.left -= 1;
  if (lookups.left < 0) throw new SpfError(`its record asks more than ${mostLookups} names`);
}

function isSpf(text: string): boolean {
  return /^v=spf1(\s|$)/i.test(text);
}

function isWithin(sender: string, address: string, bits: string | undefined): boolean {
  if (isIP(address) === 0 || isIP(address) !== isIP(sender)) return false;
  const family = isIPv6(address) ? 'ipv6' : 'ipv4';
  const longest = family === 'ipv6' ? 128 : 32;
  const list = new BlockList();
  list.addSubnet(address, Math.min(Number(bits ?? longest), longest), family);
  return list.check(sender, family);
}
