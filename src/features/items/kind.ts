import type { ItemAction } from '#shared/audit-action.ts';

/**
 * A kind of content, such as articles: each item has versions, a history, a place in the bin and a picture. A kind is declared
 * once, in its own feature; `app/kinds.ts` lists them, and nothing that follows from the list is repeated elsewhere.
 */
export type Kind = {
  /** Its table, its row in `kinds`, its path below /api/v1, and its upload folder: 'events'. */
  name: string;
  /** In sentences, and the first part of its audit actions: 'event'. */
  noun: string;
  /** In the menu and above its list: 'Events'. */
  label: string;
  /** The field that names an item in lists and sentences. */
  titleField: string;
  /** The screen that edits it. */
  adminPath: string;
  /** In the order of the form. */
  fields: readonly Field[];
  /** The states by which its list can be filtered, with their labels. */
  states: Readonly<Record<string, string>>;
  activity: Activity;
  texts: Texts;
};

export type Field = {
  /** Its column, and its name in the API. */
  name: string;
  /** Its label in the form; a field without one is not in the form. */
  label?: string;
  /** Its name in summaries of versions, if `name` in words does not fit. */
  summary?: string;
  /** How two versions of it are shown side by side; otherwise as text. */
  as?: 'html' | 'picture' | 'percent' | 'wall time' | 'instant' | 'lines';
  /** Stays as it is when an earlier version is brought back. */
  isOutsideVersions?: true;
};

/** The picture of an item and its focal point. */
export const pictureFields = [
  { name: 'imageUrl', label: 'Image', summary: 'picture', as: 'picture' },
  { name: 'imageFocalX', label: 'Focal point, from the left', summary: 'focal point', as: 'percent' },
  { name: 'imageFocalY', label: 'Focal point, from the top', summary: 'focal point', as: 'percent' },
] as const satisfies Field[];

/** The activity in words that follow a name. `{}` is the item's name, `{thing}` is `thing`. */
export type Activity = {
  /** For sentences without words of their own: 'the event “{}”'. */
  thing: string;
  /** For a thing whose name is no longer known: the part of the sentence with `{}`, and its replacement. */
  nameless: Readonly<Record<string, string>>;
  /** Sentences by verb, including verbs that only this kind has. */
  sentences: { readonly create: Sentence; readonly [verb: string]: Sentence };
};

export type Detail = Readonly<Record<string, unknown>>;
export type Sentence = string | ((detail: Detail) => string);

export type Texts = {
  /** In place of its list. */
  empty: string;
  notFound: string;
  deleteQuestion: string;
  /** Shown in a toast or above the list (spec 2). */
  deleteFailed: { toast: string } | { alert: string };
  listFailed: string;
  readFailed: string;
};

/** The actions of every kind; each has a sentence of its own or one with `thing`. */
const commonSentences = {
  update: updateSentence,
  image: 'changed the picture of {thing}',
  delete: 'moved {thing} to the bin',
  restore: 'restored {thing} from the bin',
  revert: 'restored an earlier version of {thing}',
  purge: 'deleted {thing} permanently',
} as const;

/** An update may put it on the site or take it off. Older rows do not say what it was before. */
function updateSentence({ isPublished, wasPublished }: Detail): string {
  if (isPublished === wasPublished) return 'changed {thing}';
  if (wasPublished === undefined) return isPublished === true ? 'changed {thing}' : 'saved {thing} as a draft';
  return isPublished === true ? 'published {thing}' : 'unpublished {thing}';
}

export type Verb<K extends Kind> = keyof typeof commonSentences | 'create' | OwnVerb<K['activity']['sentences']>;
/** Without a known kind there is none, so that no verb without a sentence compiles. */
type OwnVerb<Sentences> = string extends keyof Sentences ? never : keyof Sentences;

/** The action in the audit: 'event.delete'. */
export function auditActionOf<K extends Kind>({ noun }: K, verb: Verb<K>): ItemAction {
  return `${noun}.${String(verb)}` as ItemAction;
}

/** The sentence of a verb. An unknown verb, from another version, reads as a change. */
export function activitySentenceOf({ activity }: Kind, verb: string): Sentence {
  const { thing, sentences } = activity;
  const common: Sentence | undefined = Object.entries(commonSentences).find(([name]) => name === verb)?.[1];
  const sentence = sentences[verb] ?? common ?? updateSentence;
  const about = (words: string) => words.replace('{thing}', thing);
  return typeof sentence === 'string' ? about(sentence) : (detail) => about(sentence(detail));
}

/** Several short texts in one column, one a line. */
export function splitLines(text: string): string[] {
  return text ? text.split('\n') : [];
}

/** Kinds with a picture have a folder of uploads. */
export function hasPicture({ fields }: Kind): boolean {
  return fields.some((field) => field.as === 'picture');
}

export function listFormFields({ fields }: Kind): (Field & { label: string })[] {
  return fields.filter((field): field is Field & { label: string } => field.label !== undefined);
}

/** The fields of a version and their names in its summary. */
export function listRevisionFields({ fields }: Kind): Field[] {
  return fields.filter((field) => !field.isOutsideVersions);
}
