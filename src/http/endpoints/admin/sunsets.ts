import { type ApplicationId, type ConsumerKey, idFrom } from "../../../domain/credentials.ts";
import { dayMs, dayOf } from "../../../domain/day.ts";
import { seenField } from "../../../domain/seen.ts";
import {
  brownoutChoices,
  endingTraits,
  isEndingTrait,
  isSunsetLink,
  isSunsetName,
  type Sunset,
} from "../../../domain/sunset.ts";
import { isProgramBeginning, isTrait, traits, traitsShownDays } from "../../../domain/trait.ts";
import { typedText } from "../../../domain/typed-text.ts";
import {
  emptySunset,
  type SunsetProblem,
  type SunsetsPage,
  sunsetsPage,
  type TypedSunset,
} from "../../../pages/views/admin/sunsets.ts";
import { queryOf } from "../../../verification/authentication/incoming.ts";
import * as actions from "../../actions/sunsets.ts";
import { programAfter, programPosition } from "../../actions/trait-uses.ts";
import { EarlyReply, plainChange, sensitiveChange } from "../../browser/change.ts";
import { whatWasSeen } from "../../browser/form-fields.ts";
import { pageOf, pageSize } from "../../browser/paging.ts";
import { forAdmins } from "../../browser/signed-in.ts";
import type { Form, ViewerCall } from "../../browser/viewer-call.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../operation/endpoint.ts";

/** docs/reference/interface.md §16. */
export const sunsets = endpoint({
  name: "admin/sunsets",
  paths: ["/admin/sunsets"],
  methods: ["GET", "POST"],
  section: "16",
  summary:
    "Shows which applications use what may end one day, and how many users are behind them; plans that it ends, and removes such a plan",
  limit: "account-pages",
  reads: [
    { name: "trait", required: false, meaning: "What the applications use.", values: traits },
    {
      name: "program",
      required: false,
      meaning:
        "Instead of `trait`: the beginning of a program that applications use, by their User-Agent.",
    },
    { name: "after", required: false, meaning: "The last row of the page before." },
    { name: "change", required: false, meaning: "The sunset to change, by its name." },
  ],
  ...forAdmins({
    fields: [
      { name: "name", required: false, meaning: "Which sunset." },
      {
        name: "ending",
        required: false,
        meaning: "For plan: what ends.",
        values: ["everything", ...endingTraits],
      },
      {
        name: "application",
        required: false,
        meaning: "For plan: the consumer key of the only application.",
      },
      { name: "exempt", required: false, meaning: "For plan: IDs of exempt applications." },
      { name: "ends", required: false, meaning: "For plan: the day (UTC)." },
      { name: "link", required: false, meaning: "For plan: where owners read what to do." },
      { name: "from", required: false, meaning: "For plan: the first day of the brownout." },
      { name: "until", required: false, meaning: "For plan: the last day of the brownout." },
      {
        name: "minutes",
        required: false,
        meaning: "For plan: the first minutes of each hour.",
        values: brownoutChoices.map(String),
      },
      { name: "announce", required: false, meaning: "For plan: its end does not reject." },
      whatWasSeen,
    ],
    async show(call) {
      const name = queryOf(call.incoming).get("change");
      const present = (await actions.sunsetsIn(call.dependencies)).find((one) => one.name === name);
      const input = present && (await typedOf(call, present));
      return pageReply(sunsetsPage({ ...(await shown(call)), ...(input && { input }) }));
    },
    changes: {
      plan: sensitiveChange(actions.planSunset, {
        read,
        ask: async (call, reauthentication, { input }) =>
          pageReply(sunsetsPage({ ...(await shown(call)), input, reauthentication })),
        input: (_call, { sunset, input }) => ({ sunset, seen: input.seen }),
        done: (_call, _done, { sunset }) => seeOther(`/admin/sunsets?planned=${sunset.name}`),
        rejected: (call, problem, { input }) => again(call, input, [problem]),
      }),
      remove: plainChange(actions.removeSunset, {
        read: (_call: ViewerCall, form) => form.get("name") ?? "",
        input: (_call, name) => ({ name }),
        done: () => seeOther("/admin/sunsets?removed"),
        rejected: () => seeOther("/admin/sunsets?removed"),
      }),
    },
  }),
});

interface Read {
  readonly sunset: Sunset;
  readonly input: TypedSunset;
}

async function read(call: ViewerCall, form: Form): Promise<Read | EarlyReply> {
  const { ledger } = call.dependencies;
  const text = (name: string) => typedText(form.get(name));
  const input: TypedSunset = {
    ...emptySunset,
    ...{ name: text("name"), ending: text("ending"), application: text("application") },
    ...{ exempt: text("exempt"), ends: text("ends"), link: text("link") },
    ...{ from: text("from"), until: text("until"), minutes: text("minutes") },
    ...{ announce: form.get("announce") === "on", seen: form.get(seenField) ?? "" },
  };
  const application =
    input.application === ""
      ? undefined
      : await ledger.applicationByConsumerKey(input.application as ConsumerKey);
  const present = (await actions.sunsetsIn(call.dependencies)).find(
    ({ name }) => name === input.name,
  );
  const ids = input.exempt.split(/[\s,]+/).filter((id) => id !== "");
  const exempt = ids.flatMap((id) => idFrom<ApplicationId>(id) ?? []);
  const endsAt = dayIn(input.ends);
  const brownout = brownoutOf(input);
  const isUnknown = (input.application !== "" && !application) || exempt.length < ids.length;
  const problems: readonly SunsetProblem[] = [
    ...(isSunsetName(input.name) ? [] : (["name"] as const)),
    ...(isUnknown ? (["no-application"] as const) : []),
    ...(endsAt === undefined || brownout === "wrong" ? (["times"] as const) : []),
    ...(isSunsetLink(input.link) ? [] : (["link"] as const)),
  ];
  if (problems.length > 0 || endsAt === undefined || brownout === "wrong") {
    return new EarlyReply(again(call, input, problems));
  }
  const sunset: Sunset = {
    name: input.name,
    trait: isEndingTrait(input.ending) ? input.ending : undefined,
    applicationId: application?.id,
    exempt,
    deprecatedAt: present?.deprecatedAt ?? call.now,
    endsAt,
    rejects: !input.announce,
    link: input.link,
    // It can't begin before the announcement.
    brownout: brownout && {
      ...brownout,
      from: Math.max(brownout.from, present?.deprecatedAt ?? call.now),
    },
  };
  return { sunset, input };
}

function brownoutOf({ from, until, minutes }: TypedSunset): Sunset["brownout"] | "wrong" {
  if (from === "" && until === "") return undefined;
  const [first, last] = [dayIn(from), dayIn(until)];
  const chosen = brownoutChoices.find((one) => String(one) === minutes);
  if (first === undefined || last === undefined || chosen === undefined) return "wrong";
  return { from: first, until: last + dayMs, minutes: chosen };
}

function dayIn(text: string): number | undefined {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}

async function typedOf({ dependencies }: ViewerCall, sunset: Sunset): Promise<TypedSunset> {
  const { name, trait, applicationId, exempt, endsAt, link, brownout, rejects } = sunset;
  const application = applicationId && (await dependencies.ledger.applicationById(applicationId));
  const dayText = (at: number) => new Date(at).toISOString().slice(0, 10);
  return {
    ...{ name, ending: trait ?? "everything", application: application?.consumerKey ?? "" },
    ...{ exempt: exempt.join("\n"), ends: dayText(endsAt), link, announce: !rejects },
    from: brownout ? dayText(brownout.from) : "",
    until: brownout ? dayText(brownout.until - 1) : "",
    minutes: String(brownout?.minutes ?? emptySunset.minutes),
    seen: actions.seenSunset(sunset),
  };
}

async function again(
  call: ViewerCall,
  input: TypedSunset,
  problems: readonly SunsetProblem[],
): Promise<Reply> {
  const isLate = problems.some((one) => one === "changed" || one === "too-many");
  const page = sunsetsPage({ ...(await shown(call)), input: { ...input, problems } });
  return pageReply(page, { status: isLate ? 409 : 422 });
}

async function shown(call: ViewerCall): Promise<SunsetsPage> {
  const { incoming, dependencies, viewer, now } = call;
  const { ledger, traitCounter } = dependencies;
  await traitCounter.writeForPage();
  const query = queryOf(incoming);
  const sinceDay = dayOf(now) - traitsShownDays + 1;
  const done = query.has("removed") ? "removed" : query.has("planned") ? "planned" : undefined;
  const page: SunsetsPage = {
    ...{ viewer, sunsets: await actions.sunsetsIn(dependencies), now },
    totals: await ledger.traitTotals(sinceDay),
    ...(done && { done }),
  };
  const trait = query.get("trait");
  const typed = query.get("program")?.trim();
  if (typed !== undefined) return { ...page, programs: await programsOf(call, typed) };
  if (!isTrait(trait)) return page;
  const after = idFrom<ApplicationId>(query.get("after"));
  const rows = await ledger.traitUses({ trait, sinceDay }, { after, size: pageSize + 1 });
  const path = `/admin/sunsets?trait=${trait}`;
  const { slice, nextHref } = pageOf(rows, path, ({ applicationId }) => applicationId);
  return { ...page, uses: { trait, rows: slice, nextHref } };
}

async function programsOf(
  { incoming, dependencies: { ledger } }: ViewerCall,
  program: string,
): Promise<NonNullable<SunsetsPage["programs"]>> {
  if (!isProgramBeginning(program)) {
    return { program, isWrong: program !== "", rows: [], nextHref: undefined };
  }
  const after = programAfter(queryOf(incoming).get("after") ?? undefined);
  const rows = await ledger.programUses(program, { after, size: pageSize + 1 });
  const path = `/admin/sunsets?program=${encodeURIComponent(program)}`;
  const { slice, nextHref } = pageOf(rows, path, programPosition);
  return { program, isWrong: false, rows: slice, nextHref };
}
