import { useOutletContext } from 'react-router';

export type ShellContext = {
  /** Changes when a newsletter begins to wait, is undone or leaves. */
  newsletterChangeKey: string;
  /** Call it after an action that may have changed the notices above the screen. */
  refreshNotices: () => void;
};

export function useNewsletterChangeKey(): string {
  return useOutletContext<ShellContext>().newsletterChangeKey;
}

export function useRefreshNotices(): () => void {
  return useOutletContext<ShellContext>().refreshNotices;
}
