/** Whose request it is: the socket's address, or with TRUST_PROXY the one that the proxy itself has added. */
import { isIP } from 'node:net';

/** `forwarded` is the header X-Forwarded-For. What is no address in it is no reason to believe it. */
export function clientAddressFrom(forwarded: string | undefined, socketAddress: string, trustProxy: boolean): string {
  if (!trustProxy || !forwarded) return socketAddress;
  const last = forwarded.slice(forwarded.lastIndexOf(',') + 1).trim();
  const withoutPort =
    /^\[([\da-f:.%]{2,60})\](?::\d{1,5})?$/i.exec(last)?.[1] ?? /^([\d.]{7,15}):\d{1,5}$/.exec(last)?.[1];
  const address = withoutPort ?? last;
  return isIP(address) ? address : socketAddress;
}
