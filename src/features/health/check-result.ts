/** What one check of the site has found: a level, one sentence, and one thing to do. */
export const levels = ['good', 'look', 'bad'] as const;
/** `bad`: something does not work, or may be lost. `look`: it works, and a person has to look at it. */
export type Level = (typeof levels)[number];

/** One press that helps: it leads to a screen, or calls the API. */
export type Action = { label: string; to: string } | { label: string; method: 'POST' | 'DELETE'; path: string };

/** `todo` is null where all is well. `isOneText`: one newsletter waits, and other emails leave. */
export type Verdict = {
  level: Level;
  sentence: string;
  todo: string | null;
  action?: Action | undefined;
  isOneText?: true;
};

export type CheckResult = Verdict & { check: string; title: string };

export function good(sentence: string): Verdict {
  return { level: 'good', sentence, todo: null };
}

export function look(sentence: string, todo: string, action?: Action): Verdict {
  return { level: 'look', sentence, todo, action };
}

export function bad(sentence: string, todo: string): Verdict {
  return { level: 'bad', sentence, todo };
}

/** '13 good, 2 to look at, 1 bad'. */
export function levelCountsText(findings: readonly Pick<CheckResult, 'level'>[]): string {
  const count = (level: Level) => findings.filter((finding) => finding.level === level).length;
  return `${count('good')} good, ${count('look')} to look at, ${count('bad')} bad`;
}
