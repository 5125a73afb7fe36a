/** What the server and the code that renders pages (`entry-server.tsx`) ask of each other. */
import type { SiteFrame } from '#features/settings/pages/site-context.ts';
import type { Fetch } from '#shared/calls/api-client.ts';

/** Several style sheets as one. `css` is a placeholder: the server puts the styles in its place. */
export type Style = { hrefs: string[]; css: string };
/**
 * `styles`: those of the pages that have their own, by the path of their route. The first of `scripts` loads the others, and
 * on home the one that only home has.
 */
export type PageAssets = {
  styles: Record<string, Style>;
  otherStyles?: Style;
  scripts: string[];
  homeScript: string;
  fonts: string[];
};
/** `styles`: those of the area, or of its sign-in page. The first of `scripts` imports the others. */
export type AdminAssets = { styles: { area: Style; signIn: Style }; scripts: string[]; afterUse: string };
/** `html`: the pieces of the page in order. Joining them would copy the longest one again. */
export type RenderedPage = { status: number; html: string[]; headers?: Record<string, string> };

export type PageOptions = {
  /** Calls the API within this process. */
  fetchApi: Fetch;
  readFrame: () => Promise<SiteFrame>;
  assets: PageAssets;
  siteUrl: string;
  /** The ISO instant that decides 'Past' and 'Upcoming'. */
  now: string;
};

export type AdminPageOptions = {
  assets: AdminAssets;
  cookies: string | null;
  shortName: string;
  /** On the sign-in page whether there is an administrator; null for any other page. */
  signIn: { isClaimed: boolean } | null;
  /** For a page that needs no session: it has no bar. */
  isOpen: boolean;
};

export type EntryServer = {
  render(request: Request, options: PageOptions): Promise<RenderedPage | Response>;
  renderAdmin(options: AdminPageOptions): { html: string };
  renderError(options: Pick<PageOptions, 'assets'>): { html: string[] };
};
