import type { ReactNode } from 'react';
import { preload } from 'react-dom';
import { barColours, type Theme } from '#ui/theme/chosen-theme.ts';
import type { Style } from '../loading/entry-server-contract.ts';

type DocumentProps = {
  /** Absent in the browser: the page has them already. */
  fonts?: string[];
  styles?: Style | undefined;
  /** The data of the loaders, as JSON that is safe inside a script element. */
  data?: string;
  theme?: Theme | undefined;
  /** Of what people write, where it is not the interface's; `languageAttributes` reads it in the browser. */
  textLanguage?: string | undefined;
  children: ReactNode;
};

/** Tells the pages' scripts that their styles are already loaded. */
const notFetched = { disabled: true };

export function Document({ fonts = [], styles, data = '', theme, textLanguage, children }: DocumentProps) {
  for (const font of fonts) preload(font, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' });
  return (
    <html lang="en" data-theme={theme} {...(import.meta.env.SSR && { 'data-texts': textLanguage })}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {import.meta.env.SSR && <HeadLinks theme={theme} />}
        {styles && (
          <style href="page" precedence="0">
            {styles.css}
          </style>
        )}
        {styles?.hrefs.map((href) => (
          <link key={href} rel="stylesheet" href={href} {...notFetched} />
        ))}
      </head>
      <body>
        {children}
        <script id="data" type="application/json" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: data }} />
      </body>
    </html>
  );
}

/** The fixed part of every head. Only the server renders it: nothing in it changes. */
function HeadLinks({ theme }: { theme: Theme | undefined }) {
  return (
    <>
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/site.webmanifest" />
      <link rel="service-desc" href="/api/v1/openapi.json" type="application/json" />
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
