import { liveLinks } from './live-links.ts';

/** A plain text whose addresses are links. */
export function LinkedText({ text }: { text: string }) {
  return liveLinks(text).map((part, index) =>
    part.href ? (
      <a key={index} href={part.href} rel="nofollow noopener">
        {part.text}
      </a>
    ) : (
      part.text
    ),
  );
}
