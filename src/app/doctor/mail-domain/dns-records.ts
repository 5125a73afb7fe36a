/** Asks the DNS: the resolver of DNS_SERVER, or the machine's own. */
import { Resolver } from 'node:dns/promises';

export type Dns = {
  /** The whole texts of a name; none where the name does not exist. */
  texts(name: string): Promise<string[]>;
  /** IPv4 and IPv6. */
  addresses(name: string): Promise<string[]>;
  /** The names of the mail servers. */
  mailServers(name: string): Promise<string[]>;
};

export function openDns(server: string | undefined): Dns {
  const resolver = new Resolver({ timeout: 3000, tries: 2 });
  if (server) resolver.setServers([server]);
  return {
    texts: async (name) => (await orNone(resolver.resolveTxt(name))).map((parts) => parts.join('')),
    addresses: async (name) => [...(await orNone(resolver.resolve4(name))), ...(await orNone(resolver.resolve6(name)))],
    mailServers: async (name) => (await orNone(resolver.resolveMx(name))).map(({ exchange }) => exchange),
  };
}

/** Any other failure says nothing about the name. */
async function orNone<T>(answer: Promise<T[]>): Promise<T[]> {
  try {
    return await answer;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENODATA' || code === 'ENOTFOUND') return [];
    throw error;
  }
}
