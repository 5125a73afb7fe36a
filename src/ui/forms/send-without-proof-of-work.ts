import { ApiError } from '#shared/calls/api-error.ts';

type Sending<T> = { send: () => Promise<T>; sendWithoutForm: () => Promise<T>; tooManyHere: string };

/**
 * For forms that came without scripts, which can prove nothing: when a proof is asked for, the call counts as one without the form.
 * Its own refusal, `tooManyHere`, sends people to the form.
 */
export async function sendWithoutProofOfWork<T>({ send, sendWithoutForm, tooManyHere }: Sending<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiError) || !error.challenge) throw error;
    return await sendWithoutForm().catch((refusal: unknown) => {
      throw refusal instanceof ApiError && refusal.message === tooManyHere ? error : refusal;
    });
  }
}
