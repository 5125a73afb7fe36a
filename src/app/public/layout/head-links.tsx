import type { Theme } from '#ui/theme/theme.ts';

/** The colours of the bar, which a phone's browser uses for its own; the same as --bar in tokens.css. */
const barColours = { light: '#fbf8f1', dark: '#181f15' };

/** What the head of every page holds for browsers and crawlers. Only the server renders it: nothing in it changes later. */
export function HeadLinks({ theme }: { theme: Theme | undefined }) {
  return (
    <>
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/site.webmanifest" />
      <link rel="alternate" href="/feed.xml" type="application/atom+xml" title="Articles" />
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
