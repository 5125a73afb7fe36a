import { type RefObject, useEffect, useRef } from 'react';
import { useApi } from '#ui/api.ts';
import type { Comment } from './comment.schema.ts';
import { markCommentsSeen } from './comments.client.ts';

/** As the `ref` of the list: a new comment counts as seen when its end, the button in its `li`, is in view. */
export function useMarkSeen(
  articleId: number,
  comments: readonly Comment[] | null,
): RefObject<HTMLUListElement | null> {
  const api = useApi();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const ends = new Map<Element, number>();
    const observer = new IntersectionObserver(
      (entries) => {
        const inView = entries
          .filter(({ intersectionRatio }) => intersectionRatio >= whole)
          .map(({ target }) => target);
        for (const end of inView) observer.unobserve(end);
        const upTo = Math.max(...inView.map((end) => ends.get(end) ?? 0));
        // Without an answer they are shown as new once more.
        if (inView.length > 0) markCommentsSeen(api, articleId, upTo).catch(() => undefined);
      },
      { threshold: whole },
    );
    for (const [place, { id, isNew }] of (comments ?? []).entries()) {
      const end = list.current?.children[place]?.querySelector('button');
      if (!isNew || !end) continue;
      ends.set(end, id);
      observer.observe(end);
    }
    return () => observer.disconnect();
  }, [api, articleId, comments]);
  return list;
}

/** Nearly: parts of a pixel may be missing. */
const whole = 0.9;
