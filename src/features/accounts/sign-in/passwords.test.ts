import { expect, test } from 'vitest';
import { watchHashes } from '#tests/support/count-password-hashes.ts';
import { hashPassword, queueHashing, verifyPassword } from './passwords.server.ts';

test('a password is known again, another one is not, and neither is one of no one', async () => {
  const hash = await hashPassword('a password of twenty');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[^$]+\$[^$]+$/);
  expect(await verifyPassword('a password of twenty', hash)).toBe(true);
  expect(await verifyPassword('another one of twenty', hash)).toBe(false);
  expect(await verifyPassword('a password of twenty', 'no hash')).toBe(false);
  expect(await verifyPassword('a password of twenty', null)).toBe(false);
});

test('what no one has costs a hash as well', async () => {
  using hashes = watchHashes();
  await verifyPassword('a password of twenty', null);
  expect(hashes.all()).toBe(1);
});

test('two passwords are hashed at once, twenty wait, the others are told to come back', async () => {
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

test('anyone who is known goes before strangers, also where these fill the queue', async () => {
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

test('a turn ends with an error too', async () => {
  for (let n = 0; n < 5; n++)
    await expect(queueHashing(false, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await queueHashing(false, async () => 'mine')).toBe('mine');
});
