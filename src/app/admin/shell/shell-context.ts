import { useOutletContext } from 'react-router';

export type ShellContext = {
  /** Changes when a newsletter begins to wait, is undone or leaves. */
  mailRound: string;
  /** After a press that may have changed what stands above the screen. */
  askNews: () => void;
};

export function useNewsletterVersion(): string {
  return useOutletContext<ShellContext>().mailRound;
}

export function useRefreshNotices(): () => void {
  return useOutletContext<ShellContext>().askNews;
}
