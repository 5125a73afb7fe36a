import { imageNotSavedYet, setImageOver } from '#features/items/admin/set-image-over.ts';
import { createItemOnce, unsentFocalPoint, updateItem } from '#features/items/items.client.ts';
import { uploadFailure } from '#features/uploads/uploads.client.ts';
import type { Api } from '#shared/api-client.ts';
import { focalPointOf } from '#shared/picture.ts';
import { type SaveAttempt, type Saved, saveOnce } from '#ui/drafts/save-once.ts';
import { articleKind } from '../article.kind.ts';
import type { Article } from '../article.schema.ts';
import type { ScheduleInput } from '../schedule/schedule.schema.ts';
import { scheduleArticle } from '../schedule/schedules.client.ts';
import { type ArticleValues, articleInput } from './article-values.ts';
import { publishArticle } from './managing.client.ts';

/** What the pressed button asks for (A1); 'publish only' sends no newsletter. */
export type SaveIntent = 'draft' | 'publish' | 'publish only' | 'live' | { plan: ScheduleInput };

export type SaveResult =
  | { end: 'saved' | 'published' | 'planned'; article: Article }
  /** `told`: what to say when no mail goes out. */
  | { end: 'sent'; article: Article; told: string | null }
  | { end: 'not saved'; step: 'save' | 'publish' | 'plan'; error: unknown; article: Article | null }
  | { end: 'load latest' | 'keep editing'; article: Article }
  | { end: 'not uploaded'; message: string; article: Article }
  | { end: 'not sent'; error: unknown; article: Article };

type Saving = {
  api: Api;
  article: Article | null;
  attempt: SaveAttempt;
  values: ArticleValues;
  /** Uploads the chosen picture and returns its address; null without one. */
  upload: (() => Promise<string>) | null;
  intent: SaveIntent;
  send: (articleId: number) => Promise<string | null>;
};

/**
 * Saves, uploads, sets the picture, publishes, sends (A3), or plans it (K6). Stops at the first failure and returns what exists by then, so that
 * pressing the button again goes on with the same article. A failed upload publishes and
 * plans nothing.
 */
export async function saveInOrder({
  api,
  article,
  attempt,
  values,
  upload,
  intent,
  send,
}: Saving): Promise<SaveResult> {
  const input = { ...articleInput(values, intent === 'live'), ...(upload && unsentFocalPoint) };
  // A picture that follows has the last word: until then the draft is the only place where it stands.
  const ending = upload ? {} : { draft: attempt.draft };
  let done: Saved<Article>;
  try {
    done = await saveOnce({
      ...attempt,
      item: article,
      create: () => createItemOnce<Article>(api, articleKind, input, { key: attempt.key, ...ending }),
      update: (id, version) =>
        updateItem<Article>(api, articleKind, id, {
          input: version === null ? input : { ...input, version },
          ...ending,
        }),
    });
  } catch (error) {
    return { end: 'not saved', step: 'save', error, article };
  }
  if (done.end !== 'saved') return { end: done.end, article: done.item };
  let saved = done.item;
  if (upload) {
    try {
      const picture = { imageUrl: await upload(), ...focalPointOf(values) };
      const set = await setImageOver(api, articleKind, { item: saved, picture, attempt });
      if (set.end === 'keep editing') return { end: 'not uploaded', message: imageNotSavedYet, article: saved };
      if (set.end !== 'saved') return { end: set.end, article: saved };
      saved = set.saved;
    } catch (error) {
      return { end: 'not uploaded', message: uploadFailure(error), article: saved };
    }
  }
  if (intent === 'draft' || intent === 'live') return { end: 'saved', article: saved };
  if (typeof intent === 'object')
    try {
      return { end: 'planned', article: await scheduleArticle(api, saved.id, intent.plan) };
    } catch (error) {
      return { end: 'not saved', step: 'plan', error, article: saved };
    }
  try {
    saved = await publishArticle(api, saved.id);
  } catch (error) {
    return { end: 'not saved', step: 'publish', error, article: saved };
  }
  if (intent === 'publish only') return { end: 'published', article: saved };
  try {
    return { end: 'sent', article: saved, told: await send(saved.id) };
  } catch (error) {
    return { end: 'not sent', error, article: saved };
  }
}
