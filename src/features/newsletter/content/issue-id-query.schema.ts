import { z } from '@hono/zod-openapi';
import { emptyAsAbsent } from '#platform/http/schemas.ts';

/** `what` is named in the refusal: 'an article'. */
export function idQuerySchema(what: string) {
  const id = z.string().regex(/^[1-9][0-9]{0,14}$/, `This is not the number of ${what}`);
  return emptyAsAbsent(id.transform(Number).openapi({ type: 'integer', minimum: 1 }));
}

/** An issue of the article; the latest if none is named. */
export const IssueQuery = z.object({ issue: idQuerySchema('a newsletter') });
