/** What a page is about in schema.org's words, for search engines; data, which no policy keeps from being there. */
export function StructuredData({ data }: { data: { '@type': string } & Record<string, unknown> }) {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...data }).replace(/</g, '\\u003c');
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
