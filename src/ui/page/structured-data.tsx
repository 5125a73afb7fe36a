export type DataNode = { '@type': string } & Record<string, unknown>;

/** What a page is about in schema.org's words, for search engines; data, which no policy keeps from being there. */
export function structuredData(nodes: DataNode[]): string {
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': nodes }).replace(/</g, '\\u003c');
}

/** Only the server gives `json`: it is left out of what a browser loads. */
export function StructuredData({ json }: { json: string | false }) {
  return (
    <script type="application/ld+json" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: json || '' }} />
  );
}
