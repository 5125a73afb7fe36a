import { type ComponentType, lazy } from 'react';
import type { MemberSpotlightProps } from '#features/members/pages/member-spotlight.tsx';

type Spotlight = { default: ComponentType<MemberSpotlightProps> };

let loaded: Spotlight | undefined;

/** Only one of the two home pages needs it (D1). The server calls this before it renders, since it cannot wait then. */
export async function loadSpotlight(): Promise<Spotlight> {
  loaded ??= { default: (await import('#features/members/pages/member-spotlight.tsx')).MemberSpotlight };
  return loaded;
}

export const LazySpotlight = lazy(() => (loaded ? settled(loaded) : loadSpotlight()));

/** Tells its value at once, where a promise would do so a moment later: too late for the server. */
function settled(value: Spotlight) {
  // oxlint-disable-next-line unicorn/no-thenable -- `lazy` asks for it
  return { then: (done: (value: Spotlight) => void) => done(value) } as Promise<Spotlight>;
}
