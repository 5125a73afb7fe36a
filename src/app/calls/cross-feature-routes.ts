/** The administrators' calls that read from several features, or know every kind. */
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { DraftPlace } from '#features/drafts/draft.ts';
import { draftsApi } from '#features/drafts/drafts.api.ts';
import { findTitles } from '#features/items/items.server.ts';
import type { AppContext } from '#platform/context.ts';
import type { Db } from '#platform/db/db.ts';
import type { ApiEnv } from '#platform/http/api.ts';
import { firstStepsApi } from '../first-steps/first-steps-calls.ts';
import { glanceApi } from '../glance/glance-calls.ts';
import { kinds } from '../kinds.ts';
import { liveApi } from '../notices/notices-calls.ts';
import { peopleApi } from '../people/people-calls.ts';
import { closingApi } from '../years/closing-calls.ts';

/** By their address below /api/v1. */
export function crossFeatureRoutes(context: AppContext): [path: string, routes: OpenAPIHono<ApiEnv>][] {
  return [
    ['/first-hour/admin', firstStepsApi(context).adminRoutes],
    ['/glance/admin', glanceApi(context).adminRoutes],
    ['/live/admin', liveApi(context).adminRoutes],
    ['/committees/admin', closingApi(context).adminRoutes],
    ['/people/admin', peopleApi(context).adminRoutes],
    ['/drafts/admin', draftsApi(context, { kinds: kinds.map(({ name }) => name), hasItem }).adminRoutes],
  ];
}

/** Also in the bin. */
async function hasItem(db: Db, { kind: name, entityId }: DraftPlace): Promise<boolean> {
  const kind = kinds.find((one) => one.name === name);
  return kind !== undefined && (await findTitles(db, kind, [entityId])).length > 0;
}
