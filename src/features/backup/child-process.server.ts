/** Runs a backup or a rehearsal in its own process, so that its work and memory do not burden the site. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import type { Config } from '#platform/config/config.ts';

/** `sentence`: for people, where there is one. */
export type ChildFailure = { failure: string; sentence: string | null };

/** The work could not be done; `message` is a sentence for people, the cause is for the log. */
export class ChildFailed extends Error {
  override name = 'ChildFailed';
}

/** The script does one task with `serveParentProcess`. Ends when `signal` aborts. @throws ChildFailed */
export async function runInChild<Result>(
  script: URL,
  task: { config: Config } & Record<string, unknown>,
  { signal, otherwise }: { signal: AbortSignal; otherwise: string },
): Promise<Result> {
  const child = fork(script, { signal, killSignal: 'SIGKILL', serialization: 'advanced' });
  const ended = once(child, 'exit').catch((error: unknown) => [error]);
  const answered = once(child, 'message', { signal }) as Promise<[{ result: Result } | ChildFailure]>;
  answered.catch(() => {});
  // It may have ended before it could be told.
  child.on('error', () => {});
  child.send(task, () => {});
  const first = await Promise.race([answered, ended.then((how) => ({ how }))]);
  if (!Array.isArray(first))
    throw new ChildFailed(otherwise, { cause: new Error(`It ended with ${String(first.how)}`) });
  await ended;
  const [answer] = first;
  if ('result' in answer) return answer.result;
  throw new ChildFailed(answer.sentence ?? otherwise, { cause: new Error(answer.failure) });
}

/** In the child: does the one task it is sent, at the lowest priority. */
export function serveParentProcess<Task, Result>(
  work: (task: Task) => Promise<Result>,
  sentenceOf: (error: unknown) => string | null,
): void {
  try {
    setPriority(10);
  } catch {
    // The system does not let it.
  }
  process.once('message', (task) => {
    void work(task as Task)
      .then(
        (result) => ({ result }),
        (error: unknown): ChildFailure => ({
          failure: error instanceof Error ? String(error.stack) : String(error),
          sentence: sentenceOf(error),
        }),
      )
      .then((answer) => process.send?.(answer, () => process.disconnect()));
  });
  // The parent process has ended.
  process.once('disconnect', () => process.exit());
}
