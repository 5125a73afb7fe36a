import { z } from '@hono/zod-openapi';
import { orAbsent } from '#platform/http/schemas.ts';

/** `what` is named in the refusal: 'an article'. */
export function idQuery(what: string) {
  const id = z.string().regex(/^[1-9][0-9]{0,14}$/, `This is not the number of ${what}`);
  return orAbsent(id.transform(Number).openapi({ type: 'integer', minimum: 1 }));
}

/** An issue of the article; the latest if none is named. */
export const IssueQuery = z.object({ issue: idQuery('a newsletter') });
