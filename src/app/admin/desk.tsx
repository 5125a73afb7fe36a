import { type ReactNode, useEffect, useMemo } from 'react';
import type { Administrator } from '#features/accounts/accounts.client.ts';
import { DeskContext, type Desk as DeskValue } from '#ui/writing/desk.ts';
import { forgetStrayPictures } from '#ui/writing/kept-pictures.ts';

/** What the forms below need to know about who is writing, and about the others who do. */
export function Desk({ administrator, children }: { administrator: Administrator; children: ReactNode }) {
  const desk = useMemo<DeskValue>(
    () => ({
      owner: String(administrator.id),
      lastSavedBy: () => Promise.resolve(null),
      settle: () => Promise.resolve('keep editing'),
    }),
    [administrator.id],
  );
  useEffect(() => {
    void forgetStrayPictures();
  }, []);
  return <DeskContext value={desk}>{children}</DeskContext>;
}
