import { expect, test } from 'vitest';
import { type Authenticator, createAuthenticator } from '#tests/support/authenticator.ts';
import { engines } from '#tests/support/database.ts';
import { randomFrom } from '#tests/support/random-texts.ts';
import { addApp, password, post, society, tokenIn } from '#tests/support/two-administrators.ts';
import { resetFactorByOperator } from '../operator-commands.server.ts';
import type { PasskeyKey, SecondFactor, SecondStepChallenge } from './second-factor.schema.ts';
import { newTotpSecret, totpCodeOfStep, totpStepAt } from './totp.server.ts';

const path = '/admin/account/second-factor';
/** DOOR_SEEDS=1000 is for a night. */
const seeds = Number(process.env.DOOR_SEEDS ?? 3);
const steps = 25;

type Society = Awaited<ReturnType<typeof society>>;
/** What the owner holds: nothing of it is ever lost, but codes are used and domains change. */
type Held = { secret: string | null; devices: Map<string, { device: Authenticator; domain: string }>; codes: string[] };

for (const engine of engines)
  test(`whatever an owner changes, what they still hold lets them sign in (${engine})`, async () => {
    for (let seed = 1; seed <= (engine === 'sqlite' ? seeds : 1); seed++) await walk(engine, seed);
  });

async function walk(engine: (typeof engines)[number], seed: number): Promise<void> {
  await using set = await society(engine);
  await addApp(set.app, set.two);
  const random = randomFrom(seed);
  const owner = ownerOf(set);
  const log: string[] = [];
  for (let n = 0; n < steps; n++) {
    const names = Object.keys(owner.changes) as (keyof typeof owner.changes)[];
    const name = names[Math.floor(random() * names.length)] ?? 'addApp';
    log.push(name);
    await owner.changes[name](random);
    const way = await owner.enter();
    expect(way, `seed ${seed}: ${log.join(', ')}`).not.toBeNull();
    log.push(`(by ${way})`);
  }
}

function ownerOf({ app, one, two }: Society) {
  const held: Held = { secret: null, devices: new Map(), codes: [] };
  let token = one;
  let made = 0;
  const site = () => new URL(app.context.config.siteUrl);
  const code = (secret: string) => totpCodeOfStep(secret, totpStepAt(app.clock.now()));
  const call = <T>(method: string, below: string, body?: unknown) => app.json<T>(method, path + below, body, token);
  const keep = (codes: string[] | null) => {
    if (codes) held.codes = codes;
  };
  const forgetAll = () => Object.assign(held, { secret: null, devices: new Map(), codes: [] });
  const read = async () => (await call<SecondFactor>('GET', '')).body;

  const changes = {
    async addApp() {
      const secret = newTotpSecret();
      app.clock.advance(60_000);
      keep((await call<{ recoveryCodes: string[] }>('PUT', '/app', { secret, code: code(secret) })).body.recoveryCodes);
      held.secret = secret;
    },
    async removeApp() {
      if ((await call('DELETE', '/app')).status === 200) held.secret = null;
    },
    async addPasskey() {
      const device = createAuthenticator({ origin: site().origin, domain: site().hostname });
      const key = (await call<PasskeyKey>('GET', '/passkeys')).body;
      const name = `Device ${++made}`;
      const input = { challenge: key.challenge, name, credential: device.create(key.options) };
      keep((await call<{ recoveryCodes: string[] | null }>('POST', '/passkeys', input)).body.recoveryCodes);
      held.devices.set(name, { device, domain: site().hostname });
    },
    async removePasskey(random: () => number) {
      const { passkeys } = await read();
      const chosen = passkeys[Math.floor(random() * passkeys.length)];
      if (!chosen) return;
      expect((await call('DELETE', `/passkeys/${chosen.id}`)).status).toBe(200);
      held.devices.delete(chosen.name);
    },
    async renewCodes() {
      const { status, body } = await call<{ recoveryCodes: string[] }>('POST', '/recovery-codes');
      if (status === 200) keep(body.recoveryCodes);
    },
    async useAllCodes() {
      while (held.codes.length > 0 && (await enterBy('recovery-code'))) continue;
    },
    async moveDomain() {
      const isFirst = site().hostname === 'society.example';
      app.context.config.siteUrl = isFirst ? 'https://another.example' : 'https://society.example';
    },
    async takeColleaguesLink() {
      const { body, status } = await post(app, '/1/links', two, { purpose: 'factor' });
      if (status !== 201) return;
      await app.json('POST', '/account-links/use', { token: tokenIn(body.link) });
      forgetAll();
    },
    async resetOnCommandLine() {
      await resetFactorByOperator(app.db, 'editor1', app.clock.now()).then(forgetAll, () => {});
    },
  };

  async function ask() {
    await app.db.deleteFrom('throttles').execute();
    await app.db.updateTable('sessions').set({ provedAt: app.clock.now().toISOString() }).execute();
    const login = { usernameOrEmail: 'editor1', password };
    return (await app.json<{ token?: string; challenge?: SecondStepChallenge }>('POST', '/admin/login', login)).body;
  }

  async function enterBy(method: SecondStepChallenge['methods'][number]): Promise<boolean> {
    app.clock.advance(60_000);
    const { challenge } = await ask();
    if (!challenge?.methods.includes(method)) return false;
    for (const input of inputsFor(method, challenge)) {
      const body = { challenge: challenge.token, ...input };
      const answer = await app.json<{ token?: string }>('POST', '/admin/login/second', body);
      if (method === 'recovery-code') held.codes.shift();
      if (answer.body.token) token = answer.body.token;
      if (answer.status === 200) return true;
    }
    return false;
  }

  function inputsFor(method: string, { passkey }: SecondStepChallenge): object[] {
    if (method === 'app') return held.secret ? [{ code: code(held.secret) }] : [];
    if (method === 'recovery-code') return held.codes.slice(0, 1).map((recoveryCode) => ({ recoveryCode }));
    const here = [...held.devices.values()].filter(({ domain }) => domain === site().hostname);
    return here.map(({ device }) => ({ passkey: device.get({ challenge: passkey?.challenge ?? '' }) }));
  }

  /** Each way that is offered has to work. Answers the first, null when there is none. */
  async function enter(): Promise<string | null> {
    app.clock.advance(60_000);
    const asked = await ask();
    if (asked.token) {
      token = asked.token;
      return 'the password';
    }
    const ways = asked.challenge?.methods ?? [];
    // A code is spent by it: only where nothing else is left.
    const tried = ways.length > 1 ? ways.filter((way) => way !== 'recovery-code') : ways;
    for (const way of tried) expect(await enterBy(way), way).toBe(true);
    return tried[0] ?? null;
  }

  return { changes, enter };
}
