/** What guests read of their own places, on their page and in emails. */
import { pluralise } from '#shared/text.ts';

export function givenBackSentence(places: number): string {
  return `You have given your ${places === 1 ? 'place' : pluralise(places, 'place')} back.`;
}

/**
 * `isPromoting`: free places go to the waiting list automatically; otherwise only organisers give them. `free`: places that can be
 * taken now, on a page; an email is read later.
 */
export type Waiting = { ahead: number; places: number; most: number; free?: number; isPromoting: boolean };

/** `ahead`: people before them; guests who want fewer places may get theirs sooner. */
export function waitingListSentence({ ahead, places, most, free = 0, isPromoting }: Waiting): string {
  if (!isPromoting) return 'You are on the waiting list. Sign-up has closed: only the organisers give places now.';
  if (places > most) return tooManySentence(places, most);
  const people = ahead === 0 ? 'you are first' : `${ahead === 1 ? '1 person is' : `${ahead} people are`} ahead of you`;
  const freed =
    places === 1 ? 'a place is free for you, you have it' : `${places} places are free together, you have them`;
  const sentence = `You are on the waiting list: ${people}. As soon as ${freed}, and we email you.`;
  if (places === 1) return sentence;
  return `${sentence} ${fewerSentence({ places, free }) || 'If you choose fewer, you may get them sooner.'}`;
}

/** For someone who wants more places than are free; empty where none is. */
export function fewerSentence({ places, free }: { places: number; free: number }): string {
  if (free <= 0 || free >= places) return '';
  const [are, them] = free === 1 ? ['place is', 'it'] : ['places are', 'them'];
  return `Only ${free} ${are} free now: if you choose ${free}, you have ${them} at once.`;
}

function tooManySentence(places: number, most: number): string {
  return `You are waiting for ${places} places, but one person can now have at most ${pluralise(most, 'place')}. Please take fewer: you keep your turn.`;
}
