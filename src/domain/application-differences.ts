import { type ApplicationDraft, applicationLinks } from "./application.ts";

export interface Difference {
  readonly setting: string;
  readonly from: string | boolean | readonly string[];
  readonly to: string | boolean | readonly string[];
}

/** The settings in which two drafts differ, by the names that the command line and files give them. */
export function differences(
  before: ApplicationDraft,
  after: ApplicationDraft,
): readonly Difference[] {
  const settings = (draft: ApplicationDraft) => ({
    name: draft.name,
    description: draft.description,
    website: draft.website,
    ...Object.fromEntries(applicationLinks.map((one) => [`${one}_url`, draft.links?.[one] ?? ""])),
    access: draft.access,
    callbacks: draft.callbacks,
    sign_in: draft.signIn,
    request_email: draft.requestEmail,
    require_sha256: draft.requireSha256 ?? false,
  });
  const new_ = new Map<string, Difference["to"]>(Object.entries(settings(after)));
  return Object.entries(settings(before)).flatMap(([setting, from]) => {
    const to = new_.get(setting) ?? "";
    return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ setting, from, to }];
  });
}
