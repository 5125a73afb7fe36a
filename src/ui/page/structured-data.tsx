export type DataNode = { '@type': string } & Record<string, unknown>;

/** What a page is about in schema.org's terms, for search engines. The content security policy blocks no data. */
export function structuredData(nodes: DataNode[]): string {
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': nodes }).replace(/</g, '\\u003c');
}

/** Only the server passes `json`, so that no browser loads the code that makes it. */
export function StructuredData({ json }: { json: string | false }) {
  return (
    <script type="application/ld+json" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: json || '' }} />
  );
}
