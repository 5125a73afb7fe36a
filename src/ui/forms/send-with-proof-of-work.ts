import { ApiError, type Proof } from '#shared/calls/api-error.ts';

type Sending<T> = { send: (proof?: Proof) => Promise<T>; whenProving: () => void };

/** When many people send a public form at once, the server first asks for some work; a challenge may expire before it is done. */
export async function sendWithProofOfWork<T>({ send, whenProving }: Sending<T>): Promise<T> {
  let proof: Proof | undefined;
  for (let challenges = 0; ; challenges += 1)
    try {
      return await send(proof);
    } catch (error) {
      if (!(error instanceof ApiError) || !error.challenge || challenges === 3) throw error;
      whenProving();
      const solved = await (await import('./solve-challenge.ts')).solveChallenge(error.challenge);
      if (!solved) throw error;
      proof = solved;
    }
}
