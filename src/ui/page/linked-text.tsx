import { linkify } from './linkify.ts';

/** A plain text whose addresses are links. */
export function LinkedText({ text }: { text: string }) {
  return linkify(text).map((part, index) =>
    part.href ? (
      <a key={index} href={part.href} rel="nofollow noopener">
        {part.text}
      </a>
    ) : (
      part.text
    ),
  );
}
