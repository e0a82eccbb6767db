/**
 * The actions of many clients at once, chosen at random. After each action that ends something, every node is asked at
 * once.
 */

import type { Operation } from "./history.ts";
import * as pages from "./pages.ts";
import * as requests from "./requests.ts";
import type { SeededRandom } from "./seeded-random.ts";
import { type KnownApplication, type KnownToken, keep, type World } from "./world.ts";

const weights = {
  obtain: 24,
  use: 30,
  replay: 8,
  invalidate: 5,
  "take back": 3,
  "sign in silently": 4,
  reduce: 3,
  "own token": 3,
  "new secret": 1,
  "suspend an application": 1,
  "suspend a user": 1,
  "change level": 2,
  bearer: 8,
  "use bearer": 10,
  "invalidate bearer": 3,
  "make and delete": 1,
  "reach a limit": 3,
} as const;

export type Act = keyof typeof weights;

/** Acts until it is stopped. It chooses the acts in `often` ten times as often as their weights say. */
export async function client(
  world: World,
  random: SeededRandom,
  stopped: () => boolean,
  often: readonly Act[] = [],
): Promise<void> {
  const mix: Record<Act, number> = { ...weights };
  for (const act of often) mix[act] *= 10;
  while (!stopped()) await acts[random.weighted(mix)](world, random);
}

const acts: Readonly<Record<Act, (world: World, random: SeededRandom) => Promise<unknown>>> = {
  obtain,
  async use(world, random) {
    const token = random.pick(world.tokens);
    if (token === undefined) return;
    const used = await requests.use(world, token, { anonymousFirst: random.below(5) === 0 });
    if (used?.code === "401 (code 89)") drop(world, token);
  },
  replay,
  async invalidate(world, random) {
    const token = random.pick(world.tokens);
    if (token === undefined) return;
    await warm(world, token);
    const times = 1 + random.below(2);
    await Promise.all(Array.from({ length: times }, () => requests.invalidate(world, token)));
    await everywhere(world, token);
    drop(world, token);
  },
  "take back": (world, random) =>
    ending(world, random.pick(world.tokens), ({ member, application }) =>
      pages.takeBack(world, member, application),
    ),
  "sign in silently": signInSilently,
  async reduce(world, random) {
    // The owner's own token is left out: a level is replaced there, so a reduced token would belong to another level.
    const others = world.tokens.filter(({ application, member }) => application.owner !== member);
    await ending(world, random.pick(others), ({ member, application }) =>
      pages.reduce(world, member, application),
    );
  },
  async "own token"(world, random) {
    const application = random.pick(world.applications.filter((one) => !one.changesLevel));
    if (application === undefined) return;
    const { owner } = application;
    const before = world.tokens.findLast(
      (one) => one.member === owner && one.application === application,
    );
    if (before !== undefined) await warm(world, before);
    const made = await pages.ownToken(world, application);
    if (made !== undefined) keep(world.tokens, made);
    if (before !== undefined) await everywhere(world, before);
    if (made !== undefined) await everywhere(world, made);
  },
  async "new secret"(world, random) {
    const application = random.pick(world.applications);
    if (application === undefined) return;
    const token = world.tokens.findLast((one) => one.application === application);
    if (token !== undefined) await warm(world, token);
    const old = token && nodesOf(world).map(() => requests.newUse(world, token));
    await pages.newSecret(world, application);
    await Promise.all((old ?? []).map((sent, node) => sent && requests.sendUse(world, sent, node)));
    if (application.secret === undefined) await pages.newSecret(world, application);
  },
  async "suspend an application"(world, random) {
    const application = random.pick(world.applications);
    if (application === undefined) return;
    await during(
      world,
      () => pages.suspendApplication(world, application),
      () => pages.restoreApplication(world, application),
      (one) => one.application === application,
    );
  },
  async "suspend a user"(world, random) {
    const member = random.pick(world.users);
    if (member === undefined) return;
    await during(
      world,
      () => pages.suspendUser(world, member),
      () => pages.restoreUser(world, member),
      (one) => one.member === member,
    );
  },
  async "change level"(world, random) {
    const application = random.pick(world.applications.filter((one) => one.changesLevel));
    if (application === undefined) return;
    const tokens = world.tokens.filter((one) => one.application === application).slice(-3);
    await Promise.all(tokens.map((one) => warm(world, one)));
    await pages.register(world, application, application.access === "read" ? "write" : "read");
    await Promise.all(tokens.map((one) => everywhere(world, one)));
  },
  async bearer(world, random) {
    const application = random.pick(world.applications);
    if (application === undefined) return;
    const times = 1 + random.below(4);
    const asked = Array.from({ length: times }, () => requests.bearerToken(world, application));
    for (const bearer of await Promise.all(asked)) {
      const known = world.bearers.some((one) => one.token === bearer?.token);
      if (bearer !== undefined && !known) keep(world.bearers, bearer);
    }
  },
  async "use bearer"(world, random) {
    const bearer = random.pick(world.bearers);
    if (bearer !== undefined) await requests.useBearer(world, bearer);
  },
  async "invalidate bearer"(world, random) {
    const bearer = random.pick(world.bearers);
    if (bearer === undefined) return;
    const ask = () =>
      Promise.all(nodesOf(world).map((node) => requests.useBearer(world, bearer, node)));
    await ask();
    const invalidated = await requests.invalidateBearer(world, bearer);
    await ask();
    if (isOver(invalidated)) world.bearers.splice(world.bearers.indexOf(bearer), 1);
  },
  async "make and delete"(world, random) {
    const owner = random.pick(world.users);
    if (owner === undefined) return;
    const application = await pages.createApplication(world, owner);
    if (application === undefined) return;
    await requests.bearerToken(world, application);
    const token = await obtainFor(world, random, application);
    if (token !== undefined) await warm(world, token);
    await pages.deleteApplication(world, application);
    if (token !== undefined) await everywhere(world, token);
    await requests.requestToken(world, application);
  },
  async "reach a limit"(world, random) {
    const application = random.pick(world.limited);
    if (application === undefined) return;
    const counts = limitOf(application);
    const times = 1 + random.below(8);
    await Promise.all(
      Array.from({ length: times }, () => requests.requestToken(world, application, { counts })),
    );
  },
};

/** The history's name for the limit of one of `limited`. */
export function limitOf({ id }: KnownApplication): string {
  return `limit:${id}`;
}

async function obtain(world: World, random: SeededRandom): Promise<void> {
  const application = random.pick(world.applications);
  if (application === undefined) return;
  const token = await obtainFor(world, random, application);
  const known = world.tokens.some((one) => one.token === token?.token);
  if (token !== undefined && !known) keep(world.tokens, token);
}

async function obtainFor(
  world: World,
  random: SeededRandom,
  application: KnownApplication,
): Promise<KnownToken | undefined> {
  const member = random.pick(world.users);
  const request = await requests.requestToken(world, application);
  if (request === undefined || member === undefined) return undefined;
  const verifier = await pages.approve(world, member, application, request.token);
  if (verifier === undefined) return undefined;
  // Sometimes the access is revoked between the approval and the exchange.
  if (random.below(12) === 0) await pages.takeBack(world, member, application);
  const times = random.below(3) === 0 ? 2 + random.below(3) : 1;
  const token = await requests.exchange(world, request, member, verifier, times);
  if (token !== undefined && random.below(4) === 0) {
    await requests.exchange(world, request, member, verifier, 1);
  }
  return token;
}

/**
 * A user revokes access while the application signs them in without asking; what that sign-in gave must then be over,
 * too.
 */
async function signInSilently(world: World, random: SeededRandom): Promise<void> {
  const pair = random.pick(world.silent);
  if (pair === undefined || pair.busy) return;
  pair.busy = true;
  try {
    const { application, member } = pair;
    const first = await requests.requestToken(world, application);
    const asked = first && (await pages.approve(world, member, application, first.token));
    const held = first && asked && (await requests.exchange(world, first, member, asked, 1));
    if (!held) return;
    const again = await requests.requestToken(world, application);
    if (again === undefined) return;
    const [verifier] = await Promise.all([
      pages.signInSilently(world, member, held, again.token),
      pages.takeBack(world, member, application),
    ]);
    if (verifier === undefined) return;
    const token = await requests.exchange(world, again, member, verifier, 1);
    if (token !== undefined) await everywhere(world, token);
  } finally {
    pair.busy = false;
  }
}

/** Sends the same bytes to several nodes at once: new ones, or some that were sent a while ago. */
async function replay(world: World, random: SeededRandom): Promise<void> {
  const token = random.pick(world.tokens);
  const fresh = token && requests.newUse(world, token);
  const sent = random.below(2) === 0 ? random.pick(world.accepted) : fresh;
  if (sent === undefined) return;
  const times = 2 + random.below(3);
  await Promise.all(Array.from({ length: times }, () => requests.sendUse(world, sent)));
}

async function ending(
  world: World,
  token: KnownToken | undefined,
  end: (token: KnownToken) => Promise<Operation>,
): Promise<void> {
  if (token === undefined) return;
  await warm(world, token);
  await end(token);
  await everywhere(world, token);
}

async function during(
  world: World,
  suspend: () => Promise<Operation>,
  restore: () => Promise<Operation>,
  concerns: (token: KnownToken) => boolean,
): Promise<void> {
  const tokens = world.tokens.filter(concerns).slice(-3);
  await Promise.all(tokens.map((one) => warm(world, one)));
  await suspend();
  await Promise.all(tokens.map((one) => everywhere(world, one)));
  for (let tries = 0; tries < 20; tries += 1) if (isOver(await restore())) return;
}

/** A node can only use a remembered answer if it has given it before. */
async function warm(world: World, token: KnownToken): Promise<void> {
  await everywhere(world, token);
}

async function everywhere(world: World, token: KnownToken): Promise<void> {
  await Promise.all(nodesOf(world).map((node) => requests.use(world, token, { node })));
}

function nodesOf({ client }: World): number[] {
  return Array.from({ length: client.nodes }, (_, node) => node);
}

function isOver(operation: Operation | undefined): boolean {
  return operation?.outcome === "done";
}

function drop({ tokens }: World, token: KnownToken): void {
  const at = tokens.indexOf(token);
  if (at !== -1) tokens.splice(at, 1);
}
