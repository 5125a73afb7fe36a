/** The calls of the restore page, with the token of its link. */
import { firstRestorePath, linkEnded, pieceBytes, type RestoreState, tokenHeader } from './first-restore.ts';

/** The server has refused; `message` is its sentence. */
export class RestoreRefused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export type RestoreCalls = ReturnType<typeof restoreCalls>;

const unexpected = 'Something went wrong. Nothing was changed. Please try again.';
const mostAttempts = 8;
const betweenAttemptsMs = 2000;

export function restoreCalls(token: string) {
  /** @throws RestoreRefused, or what `fetch` throws when nobody answers */
  async function call(method: string, path: string, body?: BodyInit): Promise<RestoreState> {
    const headers: Record<string, string> = { [tokenHeader]: token, accept: 'application/json' };
    const init = { method, headers, referrerPolicy: 'no-referrer', cache: 'no-store' } as const;
    const response = await fetch(`${firstRestorePath}${path}`, body === undefined ? init : { ...init, body });
    const answer = (await response.json().catch(() => null)) as (RestoreState & { message?: string }) | null;
    if (response.ok && answer) return answer;
    // The door is gone, and the site has no such address.
    const otherwise = response.status === 404 ? linkEnded : unexpected;
    throw new RestoreRefused(response.status, answer?.message ?? otherwise);
  }

  const state = () => call('GET', '/state');

  /** A connection that was lost: asks how far it came, again and again for a while. */
  async function stateAfterLoss(lost: unknown): Promise<RestoreState> {
    for (let attempt = 1; ; attempt++) {
      await new Promise((next) => setTimeout(next, betweenAttemptsMs));
      try {
        return await state();
      } catch (error) {
        if (error instanceof RestoreRefused && error.status < 500) throw error;
        if (attempt === mostAttempts) throw lost;
      }
    }
  }

  return {
    state,
    check: (passphrase: string) => call('POST', '/check', JSON.stringify({ passphrase })),
    restore: () => call('POST', '/restore', '{}'),

    /** Piece by piece; answers the state after the last, or the one that refuses the file. */
    async send(file: File, onProgress: (fraction: number) => void): Promise<RestoreState> {
      let now = await call('POST', '/upload', JSON.stringify({ bytes: file.size }));
      while (now.step === 'receiving') {
        onProgress(now.received / file.size);
        const from = now.received;
        const piece = file.slice(from, Math.min(from + pieceBytes, file.size));
        now = await call('PUT', `/upload?from=${from}`, piece).catch((error: unknown) => {
          if (error instanceof RestoreRefused && error.status < 500) throw error;
          return stateAfterLoss(error);
        });
      }
      return now;
    },
  };
}
