import { renderToStaticMarkup } from 'react-dom/server';
import { Document, type PageAssets } from '#app/public/layout/document.tsx';
import { Logo } from '#ui/theme/logo.tsx';
import { chosenTheme } from '#ui/theme/theme.ts';
import { CallDetails } from './call.tsx';
import { groupCalls } from './calls.ts';
import { Introduction } from './introduction.tsx';
import type { ApiDocument } from './openapi.ts';

export type DevelopersOptions = {
  document: ApiDocument;
  assets: PageAssets;
  siteUrl: string;
  shortName: string;
  cookies: string | null;
};

const title = 'For developers';
const description = 'Every call of this site’s API, with an example and its errors.';

/** /developers, which needs no script. */
export function renderDevelopers({ document, assets, siteUrl, shortName, cookies }: DevelopersOptions) {
  const html = renderToStaticMarkup(
    <Document assets={assets} theme={chosenTheme(cookies)}>
      <title>{`${title} | ${shortName}`}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={`${siteUrl}/developers`} />
      <link rel="service-desc" type="application/json" href="/api/v1/openapi.json" />
      <link rel="stylesheet" href="/developers.css" precedence="page" />
      <div className="developers">
        <a className="skip" href="#main">
          Skip to content
        </a>
        <header>
          <a className="brand" href="/">
            <Logo size={38} />
            {shortName}
          </a>
        </header>
        <main id="main" tabIndex={-1} dangerouslySetInnerHTML={{ __html: contentOf(document, siteUrl) }} />
      </div>
    </Document>,
  );
  return { html: ['<!DOCTYPE html>', html] };
}

const contents = new WeakMap<ApiDocument, string>();

/** The calls do not change while the site runs. */
function contentOf(document: ApiDocument, siteUrl: string): string {
  const made = contents.get(document) ?? renderToStaticMarkup(<Calls document={document} siteUrl={siteUrl} />);
  contents.set(document, made);
  return made;
}

function Calls({ document, siteUrl }: { document: ApiDocument; siteUrl: string }) {
  const groups = groupCalls(document);
  return (
    <>
      <nav aria-label="On this page">
        <ul>
          <li>
            <a href="#start">Before the first call</a>
          </li>
          {groups.map(({ id, name }) => (
            <li key={id}>
              <a href={`#${id}`}>{name}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="text">
        <h1>{title}</h1>
        <Introduction siteUrl={siteUrl} />
        {groups.map(({ id, name, calls }) => (
          <section key={id} aria-labelledby={id}>
            <h2 id={id}>{name}</h2>
            {calls.map((call) => (
              <CallDetails key={call.id} call={call} document={document} siteUrl={siteUrl} />
            ))}
          </section>
        ))}
      </div>
    </>
  );
}
