/** Users' actions on pages: signing in, approving, the portal, and administrators' actions. */

import { decoded, formOn, shownOnce } from "../support/visitor.ts";
import type { Asked, HttpResponse } from "./client.ts";
import type { Level, Operation } from "./history.ts";
import type { Deed, Reading } from "./recorder.ts";
import {
  callback,
  type KnownApplication,
  type KnownToken,
  type Member,
  type MemberSession,
  names,
  type World,
} from "./world.ts";

/** Undefined if it failed; the history says why. */
export async function signIn(world: World, member: Member): Promise<MemberSession | undefined> {
  const asked = await world.client.send({ method: "GET", path: "/sign-in" });
  const before = cookiesOf(asked.response);
  const { hidden } = tryForm(asked.response);
  if (hidden === undefined) return undefined;
  const name = `session:${world.nextNumber()}`;
  const { read } = await world.recorder.perform(
    { name: "sign in", leansOn: [`user:${member.id}`] },
    form("/sign-in", before, { ...hidden, username: member.screenName, password: member.password }),
    (response) => {
      if (response.status !== 303) return undefined;
      const gives = { credential: name, within: [`sessions:${member.id}`] };
      return { gives, cookie: cookiesOf(response) || before };
    },
  );
  if (read === undefined) return undefined;
  const { cookie } = read;
  const page = await world.client.send({ method: "GET", path: "/account", headers: { cookie } });
  const csrf = /name="csrf" value="([^"]*)"/.exec(page.response?.text ?? "")?.[1];
  if (csrf === undefined) return undefined;
  const session = { name, cookie, csrf: decoded(csrf) };
  member.session = session;
  return session;
}

export async function approve(
  world: World,
  member: Member,
  application: KnownApplication,
  requestToken: string,
): Promise<string | undefined> {
  const of = names(application);
  const { read } = await send(
    world,
    member,
    "/oauth/authorize",
    { oauth_token: requestToken, decision: "allow" },
    { name: "approve", leansOn: [`request:${requestToken}`, of.application] },
    (response) => {
      const verifier = verifierIn(response.headers.location);
      if (verifier === undefined) return undefined;
      const credential = `approval:${requestToken}`;
      return { verifier, gives: { credential, within: approvedWithin(member, application) } };
    },
  );
  return read?.verifier;
}

/** "Sign in with the service" by a user who gave access before; `held` is the credential that permits it. */
export async function signInSilently(
  world: World,
  member: Member,
  held: KnownToken,
  requestToken: string,
): Promise<string | undefined> {
  const of = names(held.application);
  const session = member.session ?? (await signIn(world, member));
  if (session === undefined) return undefined;
  const { operation, read } = await world.recorder.perform(
    {
      name: "sign in silently",
      leansOn: [
        ...[`request:${requestToken}`, of.application, `access:${held.token}`],
        ...[session.name, `user:${member.id}`],
      ],
    },
    {
      method: "GET",
      path: `/oauth/authenticate?oauth_token=${requestToken}`,
      headers: { cookie: session.cookie },
    },
    (response) => {
      const verifier = verifierIn(response.headers.location);
      if (verifier === undefined) return undefined;
      const credential = `approval:${requestToken}`;
      return { verifier, gives: { credential, within: approvedWithin(member, held.application) } };
    },
  );
  if (operation.code === "sign-in" && member.session === session) member.session = undefined;
  return read?.verifier;
}

/** The user revokes the application's access. */
export function takeBack(world: World, member: Member, application: KnownApplication) {
  const of = names(application);
  const scopes = [of.grant(member), of.approved(member)];
  const fields = { application_id: application.id, change: "revoke" };
  return change(world, member, "/account/applications", fields, {
    name: "take back",
    leansOn: [],
    ends: scopes,
  });
}

export function reduce(world: World, member: Member, application: KnownApplication) {
  const of = names(application);
  const fields = { application_id: application.id, change: "reduce" };
  return change(world, member, "/account/applications", fields, {
    name: "reduce",
    leansOn: [],
    lowers: [of.grant(member)],
    mayEnd: [of.grant(member), of.approved(member)],
  });
}

export function suspendApplication(world: World, application: KnownApplication) {
  return operate(world, `applications/${application.id}`, "suspend", {
    name: "suspend an application",
    leansOn: [],
    suspends: names(application).application,
  });
}

export function restoreApplication(world: World, application: KnownApplication) {
  return operate(world, `applications/${application.id}`, "restore", {
    name: "restore an application",
    leansOn: [],
    restores: names(application).application,
  });
}

export function suspendUser(world: World, member: Member) {
  return operate(world, `users/${member.id}`, "suspend", {
    name: "suspend a user",
    leansOn: [],
    suspends: `user:${member.id}`,
    ends: [`sessions:${member.id}`, approvedBy(member)],
  });
}

export function restoreUser(world: World, member: Member) {
  return operate(world, `users/${member.id}`, "restore", {
    name: "restore a user",
    leansOn: [],
    restores: `user:${member.id}`,
    mayEnd: [approvedBy(member)],
  });
}

/** The scopes whose ending ends an approval: the user (for this application or for all), and the application. */
function approvedWithin(member: Member, application: KnownApplication): readonly string[] {
  const of = names(application);
  return [of.approved(member), approvedBy(member), of.requests];
}

/** The user's approvals for all applications, including those that are being deleted. */
function approvedBy({ id }: Member): string {
  return `approved:${id}`;
}

export async function newSecret(world: World, application: KnownApplication): Promise<void> {
  const of = names(application);
  const path = `/portal/applications/${application.id}/consumer-secret`;
  const hidden = await hiddenOn(world, application.owner, path);
  if (hidden === undefined) return;
  const { read, operation } = await send(
    world,
    application.owner,
    path,
    { ...hidden, change: "regenerate", overlap: "0" },
    { name: "new consumer secret", leansOn: [of.application], ends: [of.secrets, of.bearer] },
    (response) => {
      const [, value] = shownOn(response);
      return value === undefined ? undefined : secretOf(application, value, world.nextNumber());
    },
  );
  if (read !== undefined) application.secret = read.secret;
  if (operation.outcome === "unknown") application.secret = undefined;
}

/**
 * The owner's own token, which replaces the one before it. Its level has to stay the same, so the application's level
 * never changes.
 */
export async function ownToken(world: World, application: KnownApplication) {
  const { owner } = application;
  const of = names(application);
  const path = `/portal/applications/${application.id}/access-token`;
  const hidden = await hiddenOn(world, owner, path);
  if (hidden === undefined) return undefined;
  const { read } = await send(
    world,
    owner,
    path,
    { ...hidden, change: "create" },
    { name: "own token", leansOn: [of.application], ends: [of.grant(owner)] },
    (response) => {
      const [token, secret] = shownOn(response);
      if (token === undefined || secret === undefined) return undefined;
      const within = [of.grant(owner), of.tokens];
      const slot = of.grant(owner);
      return { token, secret, gives: { credential: `access:${token}`, within, slot } };
    },
  );
  if (read === undefined) return undefined;
  const { token, secret } = read;
  return { application, member: owner, token, secret };
}

/** Changes the registered access; "read" lowers everything that the application holds. */
export async function register(
  world: World,
  application: KnownApplication,
  access: Level,
): Promise<Operation | undefined> {
  const { owner } = application;
  const of = names(application);
  const path = `/portal/applications/${application.id}/settings`;
  const fields = {
    name: application.name,
    description: "",
    website: "https://weather.example",
    callbacks: callback,
    access,
  };
  const deed: Deed = {
    name: `register for ${access}`,
    leansOn: [of.registration],
    ...(access === "read" && {
      ends: [of.writeRequests],
      lowers: [of.tokens],
      mayEnd: [of.tokens, of.requests, of.write],
    }),
  };
  let page = "";
  const done = (response: HttpResponse) => {
    page = response.text;
    return response.status === 303 && !isSignIn(response) ? {} : undefined;
  };
  let { operation } = await send(world, owner, path, fields, deed, done);
  // Changes without effects are saved at once. Otherwise a page lists the effects, with a field that confirms them.
  const confirmed = /name="confirmed" value="([^"]*)"/.exec(page)?.[1];
  if (confirmed !== undefined) {
    const agreed = { ...fields, confirmed: decoded(confirmed) };
    ({ operation } = await send(world, owner, path, agreed, deed, done));
  }
  if (operation.outcome === "done") application.access = access;
  if (operation.outcome === "unknown") application.access = "read";
  return operation;
}

export async function createApplication(
  world: World,
  owner: Member,
): Promise<KnownApplication | undefined> {
  const name = `Made ${world.nextNumber()}`;
  const hidden = await hiddenOn(world, owner, "/portal/create");
  if (hidden === undefined) return undefined;
  const fields = { ...hidden, name, description: "", website: "https://weather.example" };
  const { read } = await send(
    world,
    owner,
    "/portal/create",
    { ...fields, access: "write", callbacks: callback },
    { name: "create an application", leansOn: [] },
    (response) => {
      const [consumerKey, value] = shownOn(response);
      const id = /\/portal\/applications\/(\d+)/.exec(response.text)?.[1];
      if (consumerKey === undefined || value === undefined || id === undefined) return undefined;
      const made: KnownApplication = {
        id,
        name,
        owner,
        consumerKey,
        secret: undefined,
        access: "write",
        changesLevel: false,
      };
      const { gives, secret } = secretOf(made, value, world.nextNumber());
      made.secret = secret;
      return { made, gives };
    },
  );
  return read?.made;
}

export function deleteApplication(world: World, application: KnownApplication) {
  return change(
    world,
    application.owner,
    `/portal/applications/${application.id}/delete`,
    { typed_name: application.name },
    {
      name: "delete an application",
      leansOn: [],
      ends: [names(application).application, names(application).registration],
    },
  );
}

export function secretOf(application: KnownApplication, value: string, number: number) {
  const { secrets } = names(application);
  const name = `secret:${application.id}/${number}`;
  return { secret: { name, value }, gives: { credential: name, within: [secrets], slot: secrets } };
}

async function operate(world: World, place: string, what: string, deed: Deed) {
  const fields = { change: what, reason: "The cluster test." };
  return change(world, world.admin, `/admin/${place}`, fields, deed);
}

/** A form that returns a way to another page. */
async function change(
  world: World,
  member: Member,
  path: string,
  fields: Record<string, string>,
  deed: Deed,
): Promise<Operation> {
  const done = (response: HttpResponse) =>
    response.status === 303 && !isSignIn(response) ? {} : undefined;
  return (await send(world, member, path, fields, deed, done)).operation;
}

/** Signs in first if there is no session, and forgets a session that no longer works. */
async function send<Read extends Reading>(
  world: World,
  member: Member,
  path: string,
  fields: Record<string, string>,
  deed: Deed,
  read: (response: HttpResponse) => Read | undefined,
) {
  const session = member.session ?? (await signIn(world, member));
  const leansOn = [
    ...deed.leansOn,
    ...(session === undefined ? [] : [session.name, `user:${member.id}`]),
  ];
  const csrf = session?.csrf ?? "";
  const asked = form(path, session?.cookie ?? "", { ...fields, csrf });
  const sent = await world.recorder.perform({ ...deed, leansOn }, asked, read);
  // 422: the sign-in is too old for this form.
  const stale = /^(sign-in|page 422)$/.test(sent.operation.code ?? "");
  if (stale && member.session === session) member.session = undefined;
  return sent;
}

async function hiddenOn(
  world: World,
  member: Member,
  path: string,
): Promise<Record<string, string> | undefined> {
  const session = member.session ?? (await signIn(world, member));
  const cookie = session?.cookie ?? "";
  const { response } = await world.client.send({ method: "GET", path, headers: { cookie } });
  if (response?.status !== 200) {
    if (response !== undefined && isSignIn(response) && member.session === session) {
      member.session = undefined;
    }
    return undefined;
  }
  const inputs = response.text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
  return Object.fromEntries([...inputs].map(([, name = "", value = ""]) => [name, decoded(value)]));
}

function tryForm(response: HttpResponse | undefined): {
  hidden: Record<string, string> | undefined;
} {
  if (response?.status !== 200) return { hidden: undefined };
  return formOn(response.text);
}

function form(path: string, cookie: string, fields: Record<string, string>): Asked {
  const body = new URLSearchParams(fields).toString();
  return { method: "POST", path, headers: { cookie }, body };
}

function cookiesOf(response: HttpResponse | undefined): string {
  const lines = response?.headers["set-cookie"] ?? [];
  return lines.map((line) => line.split(";", 1)[0]).join("; ");
}

/** The values in the box for things that are shown once. */
function shownOn({ status, text }: HttpResponse): string[] {
  return status === 201 ? shownOnce(text).map(decoded) : [];
}

function isSignIn({ headers }: HttpResponse): boolean {
  return headers.location?.startsWith("/sign-in") ?? false;
}

function verifierIn(location: string | undefined): string | undefined {
  if (location === undefined || !location.startsWith(callback)) return undefined;
  return new URL(location).searchParams.get("oauth_verifier") ?? undefined;
}
