export type DataNode = { '@type': string } & Record<string, unknown>;

/** What a page is about in schema.org's terms, for search engines. The content security policy blocks no data. */
export function StructuredData({ nodes }: { nodes: DataNode[] }) {
  const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': nodes }).replace(/</g, '\\u003c');
  return <script type="application/ld+json" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: json }} />;
}
