import { useOutletContext } from 'react-router';

/** Changes when kept mails are sent or discarded, and when a newsletter begins to wait, is taken back or leaves. */
export function useMailRound(): string {
  return useOutletContext();
}
