import { barColours, type Theme } from '#ui/theme/theme.ts';

/** What the head of every page holds for browsers and crawlers. Only the server renders it: nothing in it changes later. */
export function HeadLinks({ theme }: { theme: Theme | undefined }) {
  return (
    <>
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/site.webmanifest" />
      <link rel="alternate" href="/feed.xml" type="application/atom+xml" title="Articles" />
      <link rel="alternate" href="/rss.xml" type="application/rss+xml" title="Articles (RSS)" />
      <link rel="alternate" href="/feed.json" type="application/feed+json" title="Articles (JSON Feed)" />
      {theme ? (
        <meta name="theme-color" content={barColours[theme]} />
      ) : (
        <>
          <meta name="theme-color" content={barColours.light} media="(prefers-color-scheme: light)" />
          <meta name="theme-color" content={barColours.dark} media="(prefers-color-scheme: dark)" />
        </>
      )}
    </>
  );
}
