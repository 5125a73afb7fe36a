import { expect, test } from 'vitest';
import { watchHashes } from '#tests/support/count-password-hashes.ts';
import { hashPassword, queueHashing, verifyPassword } from './passwords.server.ts';

test('the right password is accepted, a wrong one and one for no account are not', async () => {
  const hash = await hashPassword('a password of twenty');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[^$]+\$[^$]+$/);
  expect(await verifyPassword('a password of twenty', hash)).toBe(true);
  expect(await verifyPassword('another one of twenty', hash)).toBe(false);
  expect(await verifyPassword('a password of twenty', 'no hash')).toBe(false);
  expect(await verifyPassword('a password of twenty', null)).toBe(false);
});

test('checking a password for an unknown account takes a hash as well', async () => {
  using hashes = watchHashes();
  await verifyPassword('a password of twenty', null);
  expect(hashes.all()).toBe(1);
});

test('two passwords are hashed at once, twenty wait, and the rest get a 503', async () => {
  using hashes = watchHashes();
  const asked = Array.from({ length: 30 }, () => queueHashing(false, (verify) => verify('x', null)));
  const ended = await Promise.allSettled(asked);
  const refused = ended.filter((one) => one.status === 'rejected');
  expect(refused).toHaveLength(8);
  expect(refused[0]?.reason).toMatchObject({
    name: 'TooMany',
    message: 'Too many people are signing in at the moment. Please try again in a few seconds.',
    retryAfter: 5,
  });
  expect([hashes.most(), hashes.all()]).toEqual([2, 22]);
});

test('known browsers go before strangers, even when strangers fill the queue', async () => {
  const ends: string[] = [];
  const gate = Promise.withResolvers<void>();
  const ask = (name: string, isKnown: boolean) =>
    queueHashing(isKnown, async () => {
      await gate.promise;
      ends.push(name);
    }).catch(() => ends.push(`${name} refused`));
  const asked = Array.from({ length: 22 }, (_, n) => ask(`stranger ${n + 1}`, false));
  asked.push(ask('known', true));
  await asked[21];
  gate.resolve();
  await Promise.all(asked);
  expect(ends.slice(0, 4)).toEqual(['stranger 22 refused', 'stranger 1', 'stranger 2', 'known']);
  expect(ends).toHaveLength(23);
});

test('a failed check frees its place', async () => {
  for (let n = 0; n < 5; n++)
    await expect(queueHashing(false, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await queueHashing(false, async () => 'mine')).toBe('mine');
});
