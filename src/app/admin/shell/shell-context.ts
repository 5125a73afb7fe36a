import { useOutletContext } from 'react-router';

export type ShellContext = {
  /** Changes when a newsletter begins to wait, is undone or leaves. */
  mailRound: string;
  /** Call it after an action that may have changed the notices above the screen. */
  askNews: () => void;
};

export function useNewsletterChangeKey(): string {
  return useOutletContext<ShellContext>().mailRound;
}

export function useRefreshNotices(): () => void {
  return useOutletContext<ShellContext>().askNews;
}
