/** Leases what is due: a batch, or one probe while the mail server is in trouble. */
import type { AppContext } from '#platform/context.ts';
import type { Probes } from '../mail-server/probes.server.ts';
import { createDeliveries } from './deliveries.server.ts';
import type { Leases } from './leases.server.ts';

type Context = Pick<AppContext, 'db' | 'config' | 'clock'> & {
  owner: string;
  leases: Leases;
  probes: Probes;
  correctClock: () => Promise<void>;
  batchSize: number;
};

export function createClaim({ db, config, clock, owner, leases, probes, correctClock, batchSize }: Context) {
  const claimDeliveries = createDeliveries({ db, config, clock });
  return async function claim(): Promise<void> {
    await correctClock();
    const now = clock.now();
    const admitted = await probes.admit('deliveries', now);
    if (admitted === 'none') return;
    const isProbe = admitted === 'probe';
    const deliveries = await claimDeliveries({ owner, now, limit: isProbe ? 1 : batchSize });
    leases.add(isProbe ? deliveries.map((delivery) => ({ ...delivery, isProbe })) : deliveries, now);
  };
}
