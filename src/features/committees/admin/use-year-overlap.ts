import { useApi } from '#ui/api.ts';
import { useConfirm } from '#ui/dialogs/confirm.tsx';
import { overlapping } from '../committee.ts';
import { listCommittees } from '../committees.client.ts';

type Span = { from: string; to: string };

/** Asks once before two years share a day. Render `dialog` once. */
export function useYearOverlap() {
  const api = useApi();
  const { confirm, dialog } = useConfirm();

  async function mayOverlap(span: Span, saved: (Span & { id: number }) | null): Promise<boolean> {
    if (saved && saved.from === span.from && saved.to === span.to) return true;
    const [other] = overlapping(span, await listCommittees(api), saved?.id);
    if (!other) return true;
    const detail = `That year goes from ${other.from} to ${other.to}.`;
    return confirm(`These dates overlap with ${other.label}.`, 'Save anyway', { detail, isHarmless: true });
  }

  return { mayOverlap, dialog };
}
