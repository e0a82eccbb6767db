import type { Area, SectionGroup, Sections } from "../languages/english/shell.ts";

export const areas: Readonly<Record<Area, string>> = {
  account: "/account",
  portal: "/portal",
  admin: "/admin",
};

type Group<A extends Area> = {
  readonly title?: SectionGroup;
  readonly sections: Readonly<Partial<Record<Sections[A], string>>>;
};

/** The account and the service's administration have too many sections for one list. */
export const groups: { readonly [A in Area]: readonly Group<A>[] } = {
  account: [
    { sections: { overview: "/account", applications: "/account/applications" } },
    {
      title: "security",
      sections: {
        signIn: "/account/sign-in",
        sessions: "/account/sessions",
        events: "/account/events",
      },
    },
    {
      title: "you",
      sections: { profile: "/account/profile", notifications: "/account/notifications" },
    },
  ],
  portal: [
    {
      sections: {
        applications: "/portal",
        invitations: "/portal/invitations",
        docs: "/docs",
      },
    },
  ],
  admin: [
    { sections: { overview: "/admin" } },
    {
      title: "directory",
      sections: {
        users: "/admin/users",
        applications: "/admin/applications",
        invitations: "/admin/invitations",
      },
    },
    {
      title: "service",
      sections: {
        audit: "/admin/audit",
        apiKeys: "/admin/api-keys",
        plans: "/admin/plans",
        bulkActions: "/admin/bulk-actions",
        sunsets: "/admin/sunsets",
        settings: "/admin/settings",
      },
    },
  ],
};
