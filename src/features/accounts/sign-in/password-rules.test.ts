import { expect, test } from 'vitest';
import { patient } from '#tests/support/patience.ts';
import { passwordProblem, tooEasy } from './password-rules.ts';

const owner = { username: 'anna', email: 'a.keller@society.example', societyName: 'Wetland Circle' };
const problem = (password: string) => passwordProblem(password, owner);

test('a password has 12 to 128 characters, of any kind', () => {
  expect(problem('k7!f2m9q4x1')).toBe('The password must have at least 12 characters');
  expect(problem('k7!f2m9q4x1z')).toBeNull();
  expect(problem('schöne Grüße, 世界!')).toBeNull();
  expect(problem('zebra-'.repeat(30))).toBe('The password must have at most 128 characters');
});

test.each([
  'password1234',
  'Password2026!',
  'p4$$w0rd2026',
  'Welcome123456',
  'qwertyuiop12',
  'poiuytrewq!!',
  '1q2w3e4r5t6y',
  'abcdefghijkl',
  '123456789012',
  '210987654321',
  'aaaaaaaaaaaa',
  'abcabcabcabc',
  'zebra1zebra1',
  '31121999-admin',
  'iloveyou-football',
  'OneHealth2026',
  'One Health Student Society',
  'wetland-circle-2027',
  'Summer!2026!Summer',
])('a commonly guessed password is refused: %s', (password) => {
  expect(problem(password)).toBe(tooEasy);
});

test.each(['anna-likes-marmots', 'marmots of ANNA!', 'a.keller@society.example', 'x a.keller loves rain'])(
  'it does not hold the username or the address: %s',
  (password) => {
    expect(problem(password)).toBe('The password must not contain your username or email.');
  },
);

test.each([
  'correct horse battery staple',
  'correct-horse-battery',
  'a password of twenty',
  'a password for the tests',
  'marmot umbrella violin',
  'Tr0ub4dor&3xyz',
  '83920174650138',
])('an uncommon password is allowed: %s', (password) => {
  expect(problem(password)).toBeNull();
});

test('a long password is judged in milliseconds', () => {
  const begun = performance.now();
  for (const filler of ['a', 'ab', 'password', '1q2w3e', 'z9']) problem(filler.repeat(128).slice(0, 128));
  expect(performance.now() - begun).toBeLessThan(patient(500));
});
