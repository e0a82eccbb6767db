import type { SettingGroup } from "../../../config/config.ts";
import type { ApiKeyRole } from "../../../domain/api-key.ts";
import type { BulkKind, BulkState } from "../../../domain/bulk-action.ts";
import { maxInvitedAtOnce, maxMessage, maxMessageLines } from "../../../domain/invitation.ts";
import type { ReasonProblem, SignUpWay } from "../../../domain/operating.ts";
import type { RequiredFor } from "../../../domain/second-factor.ts";
import type { Trait } from "../../../domain/trait.ts";
import { unusedNoticeDays } from "../../../domain/unused-access.ts";
import type { MailProblem } from "../../../tools/mail/mail-problem.ts";
import { numbersIn } from "../formats.ts";
import { sentence } from "../sentence.ts";
import { inApplications, inRequests, inUsers } from "./counts.ts";
import { inMinutes } from "./dates.ts";

const linkCreatedBefore =
  "This form already created a link, so no second one was created. The link isn’t shown again. If you don’t have it, create a new one below. The old one stops working when a new password is set, or when it expires.";

export const admin = {
  search: {
    submit: "Search",
    active: "Active filters",
    /** The filter follows. */
    remove: "Remove filter:",
    clear: "Clear all",
    any: { state: "All", other: "Any" },
    filters: {
      state: "Status",
      access: "Access",
      approval: "Approval",
      owner: "Owner",
      last_used_from: "Last used from",
      last_used_before: "Last used before",
      never_used: "Never used",
      secret_set_from: "Secret created from",
      secret_set_before: "Secret created before",
      created_from: "Created from",
      created_before: "Created before",
      admin: "Administrator",
      issued_from: "Issued from",
      issued_before: "Issued before",
      unused_since: "Neither used nor issued since",
      ids: "IDs",
      consumer_keys: "Consumer keys",
      plan: "Plan",
    },
    /** `orMore` means that counting stopped there. */
    total: (count: number, orMore: boolean) =>
      `${numbers.format(count)}${orMore ? " or more" : ""} ${count === 1 ? "result" : "results"}`,
    none: "No results.",
    noneAdvice: "Check the spelling or shorten the search. An empty field lists everything.",
  },
  states: { active: "Active", suspended: "Suspended", admin: "Administrator" },
  yes: "Yes",
  no: "No",
  /** A dash represents an empty value. */
  nothing: "—",
  id: "ID",
  name: "Name",
  state: "Status",
  made: "Created",
  whatHappened: "Activity",
  whatTheyChanged: "Changes they made",
  notDone: "Nothing was changed.",
  users: {
    title: "Users",
    label: "Find users",
    hint: "Screen name, email, or ID",
    screenName: "Screen name",
    twoStep: "Two-step",
    applications: "Applications",
    lastActive: "Last active",
    invite: "Invite…",
    deleted: "Account deleted.",
  },
  user: {
    title: (user: string) => sentence`User: ${user}`,
    email: "Email",
    sessions: "Active sessions",
    atLeast: (count: number) => `${numbers.format(count)} or more`,
    applications: "Owns",
    noApplications: "No applications.",
    moreApplications: "Not all applications are shown.",
    access: "Sign-in",
    accessHint: "If someone else may be using this account, sign it out everywhere.",
    /** The link leads to the form for it. */
    recover: "Then create a recovery link, which removes all other sign-in methods.",
    endSessions: "Sign out everywhere",
    endOtherSessions: "Sign out everywhere else",
    makeLink: "Create password reset link",
    noLink: "A suspended user can’t reset their password. Restore the account first.",
    linkHint: (minutes: number) =>
      `Anyone with the link can set a new password for this account. It works once and expires after ${inMinutes(minutes)}. Give it only to this user.`,
    linkKeeps: "Other sign-in methods and the email address stay as they are.",
    linkShownOnce: (user: string) =>
      sentence`Send this link to ${user} over a private channel. It won’t be shown again.`,
    link: "Password reset link",
    back: (user: string) => sentence`Back to ${user}`,
    factors: {
      title: "Two-step verification",
      none: "Off.",
      passwordAlone: "The password alone is enough to sign in.",
      hint: "Verify who you’re talking to before you help. An attacker would ask for the same thing.",
      reason: "Reason",
      reasonHint: "Kept in the audit log.",
      remove: "Remove two-step verification",
      removeHint: "For someone who still knows the password. They’re signed out everywhere.",
      one: {
        which: "Second factor",
        remove: "Remove",
        hint: "For someone who lost one second factor and still has another. They’re signed out everywhere.",
      },
      makeLink: "Create a recovery link",
      linkHint: (minutes: number) =>
        `For someone who lost everything. With the link they choose a new password, and two-step verification and all other sign-in methods are removed. Their email address has to be verified again. The link works once and expires after ${inMinutes(minutes)}.`,
      /** The sentence follows a hint if the service can email the user. */
      mailed: "They also get an email.",
      link: "Recovery link",
    },
    admin: {
      title: "Administrator",
      hint: "Administrators can use these pages, suspend anyone, and appoint other administrators.",
      make: "Make administrator",
      unmake: "Remove administrator rights",
    },
    grants: {
      title: "Connected applications",
      none: "No application has access to this account.",
      hint: "If you revoke an application’s access, its next request for this user is rejected. The user can give it access again.",
      more: "Not all applications are shown.",
      revoke: "Revoke access",
    },
    emailVerified: "Verified",
    emailUnverified: "Not verified",
    /** `recovered`: the account was recovered while it had the address. */
    verifyEmail: {
      title: "Verify the email address",
      hint: "Mark it as verified only if you know that this user reads mail sent to it. Applications that can see it then treat it as verified.",
      recovered:
        "This account was recovered while it had this address, and an intruder may have entered it.",
      submit: "Verify address",
    },
    deletion: {
      title: "Delete this account",
      hint: "This can’t be undone. The user is signed out everywhere, and every application loses access. After 30 days, someone else can take the screen name. To keep someone out for a while, suspend the account instead.",
      /** A screen name is ASCII and needs no marking, so this is a plain string. */
      typeScreenName: (screenName: string) =>
        sentence`To confirm, type the screen name: ${screenName}`,
      otherName: "That’s not the screen name of this account.",
      submit: "Delete account",
      hindrances: {
        "owns-applications": {
          what: "This user owns applications.",
          advice: "Transfer them to someone else first.",
        },
        "last-administrator": {
          what: "This user is the only administrator.",
          advice: "Make someone else an administrator first.",
        },
      },
    },
    yourself: {
      what: "This is you.",
      advice:
        "Another administrator can suspend you, remove your administrator rights, or delete your account. You can’t do that here.",
    },
    done: {
      suspended: "Account suspended. No one can use it until you restore it.",
      restored: "Restored. Everything works as before.",
      "admin-granted": "This user is now an administrator.",
      "admin-revoked": "This user is no longer an administrator.",
      "sessions-ended": "Signed out everywhere.",
      "other-sessions-ended": "Signed out everywhere else.",
      "email-verified": "Email address verified. Applications with permission can see it.",
      "link-created-before": linkCreatedBefore,
      "recovery-link-created-before": linkCreatedBefore,
      "identity-removed": "The identity was removed, and the user was signed out everywhere.",
      "factor-removed": "That second factor was removed, and the user was signed out everywhere.",
      "factors-removed":
        "Two-step verification was removed, and the user was signed out everywhere.",
      "access-revoked": "Access revoked. The application’s next request is rejected.",
    },
  },
  overview: {
    title: "Overview",
    parts: { ledger: "Database", nonceStore: "Nonce store", mail: "Mail" },
    states: { well: "Healthy", failing: "Failing", absent: "Not set up" },
    /** The origins of the administrator's APIs follow. */
    apis: "API origins",
    attention: {
      none: "Everything works, and nothing needs your attention.",
      title: "What needs attention",
      /** The most urgent comes first. */
      severities: { now: "Not working", soon: "Act soon", information: "Advice" },
      again: "Check again",
      setting: "View setting",
      receivers: "View delivery",
      rotations: "View rotations",
      problem: {
        what: "The service reports a problem.",
        advice:
          "Requests may be rejected until it’s fixed. Check the disk, the database, and the log.",
      },
      nonceStore: {
        what: "The nonce store isn’t responding.",
        advice:
          "It keeps signed requests from being used twice. Until it responds, they’re rejected with 503. Check the disk or the database, and the log.",
      },
      backup: {
        what: "The last backup is too old.",
        advice:
          "If the disk fails now, you lose everything since the last one. The log says why it failed; check the disk of COUNTERSIGN_BACKUP_DIR.",
      },
      noBackup: "There’s no backup yet.",
      disk: {
        what: "The disk is almost full.",
        advice:
          "Once it’s full, no one can sign in or change anything. Free some space or move the data directory.",
      },
      keys: {
        what: "The encryption key is more than a year old.",
        advice:
          "The longer a key is in use, the more data a stolen copy can decrypt. Run “countersign keys rotate”; the service keeps running.",
      },
      /** The texts are before and after the receiver's name and the number of events that wait. */
      deliveries: {
        what: "Events aren’t being delivered.",
        advice:
          "Each one is retried for three days, then dropped. See why it failed, and check the receiver.",
      },
      /** Shares of the last 24 hours, in percent; what is usual comes from the week before them. */
      rates: {
        rejected: {
          what: (share: string, usual: string | undefined) =>
            `${share} of requests were rejected in the last 24 hours${usual === undefined ? "" : `; usually it’s ${usual}`}.`,
          advice:
            "A program may have a wrong secret or clock, or someone may be trying out keys. See the reasons first.",
        },
        "failed-sign-in": {
          what: (share: string, usual: string | undefined) =>
            `${share} of sign-ins failed in the last 24 hours${usual === undefined ? "" : `; usually it’s ${usual}`}.`,
          advice:
            "Users may have forgotten a password, or someone may be guessing. Each account and address gets few tries.",
        },
      },
      reasons: "View reasons",
      chart: "View chart",
      approvals: (applications: number) =>
        `${inApplications(applications)} ${applications === 1 ? "waits" : "wait"} for approval.`,
      approvalsAdvice: "Until you decide, they work for their owners only, or as before a change.",
      waiting: (applications: number) =>
        `${inApplications(applications)} ${applications === 1 ? "waits" : "wait"} for you to confirm a callback scheme.`,
      waitingAdvice: "Until you do, users can’t be sent back to the app with that scheme.",
      review: "Review",
    },
    figures: {
      users: "Users",
      applications: "Applications",
      tokens: "Active tokens",
      requests: "Requests, 24 h",
      rejected: "Rejected, 24 h",
    },
    service: "This service",
    disk: "Data",
    /** Each argument includes its unit. */
    diskFree: (ledger: string, free: string, size: string) =>
      `${ledger}; ${free} of ${size} free on the disk`,
    lastBackup: "Last backup",
    version: "Version",
    keysSince: "Encryption key in use since",
    /** Each receiver follows, with how many events wait and how many were given up. */
    receivers: "Event delivery",
    receiver: (waiting: string, dropped: string) => `${waiting} waiting, ${dropped} dropped`,
    backups: "Backups",
    /** The day on which an administrator confirmed backups follows. */
    backupsSaid: "Marked as set up on",
    counts: {
      suspendedUsers: "Suspended users",
      suspendedApplications: "Suspended applications",
      invitations: "Unused invitations",
    },
    newest: "Recent activity",
    all: "View the audit log",
    signInSummary: (signedIn: number, failed: number) =>
      `${numbers.format(signedIn)} ${signedIn === 1 ? "sign-in" : "sign-ins"}, ${numbers.format(failed)} failed ${failed === 1 ? "attempt" : "attempts"}.`,
    /** There was none yet. A link to the documentation of developers follows. */
    noRequests: "No requests yet: verify the first one",
    noRequestsHow: "Then this shows how many there are, and why some are rejected.",
    noRequestsLink: "How requests are signed",
    usageHint:
      "Rejected requests got an error. Anyone can send the unauthenticated ones among them, some of which name no application.",
    signedIn: "Sign-ins",
    failedSignIn: "Failed sign-ins",
    rejections: "Rejected in the last 24 hours",
  },
  checklist: {
    title: "Get started",
    hint: "What a new service needs. Guides explain each step: docs/README.md, in the package, lists them.",
    progress: (done: number, all: number) => `${done} of ${all} done`,
    /** The steps that are done are below it, folded. */
    finished: "Finished steps",
    steps: {
      address: {
        title: "Set the address and TLS",
        how: "Set COUNTERSIGN_BASE_URL to the https address that users and applications use. Either put a proxy that terminates TLS in front of the service, or set COUNTERSIGN_TLS_CERT and COUNTERSIGN_TLS_KEY. Then restart the service.",
      },
      mail: {
        title: "Set up email",
        how: "Set COUNTERSIGN_SMTP_URL and COUNTERSIGN_MAIL_FROM, and restart the service. Without email, users can’t reset their passwords or verify their addresses by themselves.",
      },
      signUp: {
        title: "Choose who can create an account",
        how: "Anyone, users with an invitation, or no one. To keep what is set, save the settings as they are. Now:",
      },
      application: {
        title: "Create an application",
        how: "Its keys let a program sign requests. The portal then has programs to try it with.",
      },
      verification: {
        title: "Verify the first request",
        how: "Have your API pass a signed request to the service, through a gateway or a library. The application’s page “Try it” has programs that sign one.",
      },
      secure: {
        title: "Secure your account",
        how: "With your account, someone can end every application’s access. Add a passkey or an authenticator app.",
      },
      invite: {
        title: "Invite someone",
        how: "A second administrator can help if you lose your account, and developers create their own applications.",
      },
      backup: {
        title: "Back up the data",
        how: "On SQLite, set COUNTERSIGN_BACKUP_DIR to a directory on another disk, or run “countersign backup”; on PostgreSQL, use pg_dump or archived WAL. Keep a copy of the key ring in another place: one is useless without the other. Test that you can restore from a backup.",
      },
    },
    done: "Done",
    open: "To do",
    markDone: "Mark as done",
    hide: "Hide this list",
  },
  invitations: {
    title: "Invitations",
    hint: (days: number) => `Each link creates one account and expires after ${days} days.`,
    closed: "Sign-up is closed, so invitations don’t work.",
    open: "Sign-up is open, so users don’t need an invitation to create an account.",
    /** The service has no passwords. An address follows. */
    off: {
      what: "Invitations don’t work here.",
      advice:
        "Everyone signs in with an identity provider, and the file of providers says who gets an account. Send users this address instead:",
    },
    emails: "Emails",
    emailsHint: `Each address gets its own link by email: up to ${maxInvitedAtOnce} addresses, one per line or separated by commas. Leave it empty to send a link yourself.`,
    message: "Message",
    messageHint: `Shown in the email and where the account is created. Up to ${maxMessage} characters. Optional.`,
    role: "Role",
    roles: { user: "User", admin: "Administrator" },
    page: "First page",
    pages: { home: "Home", portal: "Developer portal", account: "Account" },
    by: (user: string) => sentence`Invited by ${user}`,
    byProgram: "Invited by a command or program",
    noneSent: "No invitation was sent.",
    /** An email address. */
    sentTo: (email: string) => sentence`An invitation is being emailed to ${email}.`,
    /** On the button that restores what was withdrawn. */
    undo: (seconds: number) => `Undo (within ${seconds} seconds)`,
    someSent: (count: number) =>
      count === 1 ? "1 invitation is being emailed." : `${count} invitations are being emailed.`,
    outcomes: {
      created: "being emailed",
      duplicate: "entered twice",
      "has-account": "an account has this address",
      "too-many": "got too many invitations today",
    },
    note: "Note",
    noteHint: "Who it’s for. Only administrators see this. Optional.",
    problems: {
      note: "Notes can have up to 200 characters on one line, including the address.",
      email: "Nothing was sent. These aren’t email addresses:",
      message: `Messages can have up to ${maxMessage} characters in ${maxMessageLines} lines.`,
      "too-many-addresses": `You can invite up to ${maxInvitedAtOnce} addresses at once.`,
      "too-many":
        "This address got too many invitations today. Try again tomorrow, or leave it empty and send the link yourself.",
    },
    make: "Create invitation",
    made: "Invitation created",
    shownOnce: "Copy the link now and send it: it won’t be shown again.",
    back: "All invitations",
    living: "Unused invitations",
    none: "No unused invitations.",
    noNote: "No note",
    /** "3 days ago" or a day follows. */
    since: "Created",
    /** "in 11 days" or a day follows. */
    until: "Expires",
    notSent: "Email not sent",
    notSentAdvice: "Send it again. If that fails too, check the address and the mail server.",
    sendAgain: "Send again",
    newLink: "New link",
    withdraw: "Withdraw",
    done: {
      withdrawn: "Invitation withdrawn. Its link no longer works.",
      restored: "Invitation restored. Its link works again.",
    },
    unchanged: {
      gone: {
        what: "Nothing was changed.",
        advice: "This invitation was used, withdrawn, replaced, or has expired.",
      },
      "too-late": {
        what: "The invitation stays withdrawn.",
        advice: "It can’t be undone any longer. You can create a new one.",
      },
      "created-before": {
        what: "This form already created an invitation.",
        advice:
          "No second one was created, and its link isn’t shown again. If you don’t have the link, select “New link” below.",
      },
    },
  },
  plans: {
    title: "Plans",
    toApiLimits: "API limits",
    existing: "Existing plans",
    hint: "A plan is a named set of limits. An application has the plan that is chosen on its page, or else the default one. Its own limits come before those of its plan.",
    none: "There is no plan, so the configured limits apply.",
    create: "Create a plan",
    change: "Change",
    changing: (plan: string): string => `Change ${plan}`,
    save: "Save plan",
    remove: "Delete plan",
    done: {
      created: "The plan is created.",
      changed: "The plan is changed. It is in force from the next request on.",
      deleted: "The plan is deleted.",
    },
    isDefault: "Default",
    makeDefault: "Default: applications without a plan of their own follow it",
    nameHint: "Lowercase letters, digits, hyphens, and underscores, for example “partner”.",
    description: "Description (optional)",
    descriptionHint: "Developers read it. Up to 200 characters.",
    limitsHint:
      "Leave a field empty for the configured limit. Limits of your own APIs (api/…) have up to four windows, such as 10/1s 10000/month.",
    configured: "Configured",
    inPlan: "In this plan",
    limitOf: (operation: string): string => `Limit of ${operation} in this plan`,
    frees: (applications: number): string =>
      `Applications with this plan follow the default one (${applications})`,
    problems: {
      name: "A name has 1 to 40 lowercase letters, digits, hyphens, and underscores, and begins with a letter or digit.",
      "name-taken": "There is a plan of this name.",
      description: "Enter up to 200 characters on one line.",
      limits:
        "Enter a whole number from 1 to 1,000,000 for an operation, and windows such as 10/1s 10000/month for an API.",
      "too-many": "There are 50 plans already. Delete one first.",
      "in-use":
        "Applications have this plan. Give them another one, or let them follow the default one.",
      "changed-since":
        "The plan was changed or deleted elsewhere since you opened this page. See what is there now.",
    },
    columns: { name: "Name", limits: "Limits", applications: "Applications" },
  },
  bulk: {
    title: "Bulk actions",
    hint: "Bulk actions change many access tokens or applications. Each is counted first, and done in the background once you begin it. Start on the page of an application or a user, or on the list of applications.",
    none: "There were no bulk actions in the last 30 days.",
    kinds: {
      "revoke-access-tokens": "Revoke access tokens",
      "suspend-applications": "Suspend applications",
      "restore-applications": "Restore applications",
    } satisfies Record<BulkKind, string>,
    states: {
      announced: "Not begun",
      running: "Running",
      done: "Done",
      stopped: "Stopped",
    } satisfies Record<BulkState, string>,
    columns: { what: "What", progress: "Progress", by: "By", announced: "Announced" },
    begunAt: "Begun",
    endedAt: "Ended",
    filters: "Filters",
    revokeByFilter: "Revoke access by filter…",
    suspendListed: "Suspend all in this list…",
    restoreListed: "Restore all in this list…",
    narrow:
      "Fill in what the tokens or applications must all fit. Counting them changes nothing yet.",
    count: "Count what fits",
    tokens: (tokens: number, of: number): string =>
      `This revokes ${numbers.format(tokens)} access ${tokens === 1 ? "token" : "tokens"} of ${inUsers(of)}. Access works again once the users allow it again.`,
    suspends: (applications: number): string => `This suspends ${inApplications(applications)}.`,
    restores: (applications: number): string =>
      `This lifts the suspension of ${inApplications(applications)}.`,
    nothing: "Nothing fits, so there is nothing to begin.",
    limits:
      "Nothing that is newer than the announcement is changed. You can begin within an hour of it.",
    begin: "Begin",
    stop: "Stop",
    progress: (done: number, items: number): string =>
      `${numbers.format(done)} of ${numbers.format(items)} done`,
    /** What is done isn't what was counted: some fit no longer, or others do by now. */
    otherwise: (done: number, items: number): string =>
      `${numbers.format(done)} done, ${numbers.format(items)} counted when it was announced`,
    done: {
      begun: "The bulk action has begun. It continues if you leave this page.",
      stopped: "The bulk action is stopped. What was done stays done.",
    },
    problems: {
      "no-filter": "Fill in at least one filter.",
      "too-many": "Too many bulk actions wait to be begun. Try again in an hour.",
      "too-many-running": "Too many bulk actions are running. Wait until one has ended.",
      "begun-before": "This bulk action was begun before.",
      "too-old": "The announcement is over an hour old. Count again.",
      "not-running": "This bulk action isn’t running.",
    },
  },
  apiLimits: {
    title: "API limits",
    existing: "Existing limits",
    hint: "A request to your APIs names a limit, and has to fit into each of its windows. Plans and applications can have other numbers.",
    toPlans: "Plans",
    none: "There are no API limits.",
    create: "Create an API limit",
    change: "Change",
    changing: (limit: string): string => `Change ${limit}`,
    save: "Save limit",
    remove: "Delete limit",
    isConfigured: "Configured",
    done: {
      created: "The limit is created.",
      changed: "The limit is changed. It is in force from the next request on.",
      deleted: "The limit is deleted. Requests that name it are rejected.",
    },
    per: { application: "Application", user: "User and application" },
    nameHint: "Lowercase letters, digits, hyphens, and underscores, for example “exports”.",
    windowsHint:
      "One to four, such as 10/1s 10000/month: how many requests, and in how many seconds (s), minutes (m), hours (h), or days (d), or in a calendar month.",
    problems: {
      name: "A name has 1 to 40 lowercase letters, digits, hyphens, and underscores, and begins with a letter or digit.",
      "name-taken": "There is an API limit of this name.",
      configured: "The configuration has a limit of this name. Change it there.",
      windows:
        "Enter one to four windows of different lengths, such as 10/1s 10000/month, of up to 31 days or a month.",
      "too-many": "There are 100 API limits already. Delete one first.",
      "in-use": "Plans have this limit. Take it out of them first.",
      "changed-since":
        "The limit was changed or deleted elsewhere since you opened this page. See what is there now.",
    },
    columns: { name: "Name", per: "Counted per", windows: "Windows" },
  },
  sunsets: {
    title: "Sunsets",
    planned: "Planned sunsets",
    hint: "Plan that something ends: responses announce it, a brownout rejects it for some minutes of each hour, and then it is over.",
    nonePlanned: "Nothing is planned.",
    plan: "Plan a sunset",
    change: "Change",
    save: "Save",
    remove: "Remove",
    done: {
      planned: "The sunset is planned.",
      removed: "The sunset is removed. What it ended works again.",
    },
    everything: "Everything of one application",
    oneApplication: "One application",
    over: "Over",
    announced: "Only announced",
    noBrownout: "None",
    minutes: (minutes: number): string => `${inMinutes(minutes)} of each hour`,
    nameHint: "Lowercase letters, digits, and hyphens, for example “sha1”.",
    application: "Only for one application (optional)",
    applicationHint: "Its consumer key.",
    exempt: "Except for applications (optional)",
    exemptHint: "Their IDs, one per line.",
    announce: "Only announce the end, and reject nothing",
    link: "Link for owners",
    linkHint: "Where they read what to do. It begins with https://.",
    brownoutHint:
      "On these days, the first minutes of each hour are rejected, so that everyone who depends on it notices in time. Days are in UTC.",
    from: "First day (optional)",
    until: "Last day (optional)",
    minutesLabel: "Rejected",
    problems: {
      name: "A name begins with a lowercase letter, and has up to 40 lowercase letters, digits, and hyphens.",
      nothing: "Enter the application, or choose something else.",
      link: "Enter a URL that begins with https:// and has up to 200 characters.",
      exempt: "Up to 100 applications can be exempt.",
      times: "The end must be after today, and the brownout must have two days before the end.",
      "no-application": "There is no such application.",
      "too-many": "There are 20 sunsets already. Remove one first.",
      changed: "This sunset was changed or created in the meantime. See what is there now.",
    },
    used: "Who uses what",
    usedHint: (days: number): string =>
      `What clients do that may end one day, in the last ${days} days. Counts are of verified requests, and up to a minute late.`,
    none: "Nothing was used.",
    traits: {
      "hmac-sha1": "Signatures with HMAC-SHA1",
      query: "Signatures in the query",
      body: "Signatures in the body",
      bearer: "Bearer tokens of applications",
      plaintext: "PLAINTEXT instead of a signature",
    } satisfies Record<Trait, string>,
    mistakes: "These requests were rejected. Anyone can send one that names an application.",
    columns: {
      program: "Program",
      name: "Name",
      ends: "Ends",
      brownout: "Brownout",
      what: "What",
      applications: "Applications",
      application: "Application",
      requests: "Requests",
      rejected: "Rejected",
      users: "Users",
      last: "Last day",
      programs: "Programs",
    },
    programs: "Who uses a program",
    programHint: (days: number): string =>
      `The beginning of its name and version in the User-Agent, for example “python-requests/2.31”. What was used in the last ${days} days is found.`,
    programProblem: "Enter 1 to 60 ASCII letters, digits, or signs, without spaces.",
    find: "Find",
    /** A file with all applications. */
    csv: "Download CSV",
  },
  apiKeys: {
    title: "API keys",
    hint: "Programs call the admin API with a key. Give each program its own, because the audit log names the key.",
    address: {
      network: {
        what: "Keys travel without TLS.",
        advice:
          "Other machines can reach the internal address. Use keys only within a private network or through a tunnel.",
      },
      off: {
        what: "Keys don’t work here.",
        advice:
          "The internal address is turned off. Set COUNTERSIGN_INTERNAL_PORT to a port, and restart the service.",
      },
    },
    name: "Name",
    nameHint: "What uses the key, for example “deploy”.",
    role: "Role",
    roles: {
      viewer: { label: "Viewer", hint: "Reads everything and changes nothing." },
      manager: {
        label: "Manager",
        hint: "Also does what administrators do, except creating API keys and changing administrators.",
      },
    } satisfies Record<ApiKeyRole, unknown>,
    expires: "Expires",
    afterDays: (days: number): string => `After ${days} days`,
    never: "Never",
    create: "Create API key",
    problems: {
      name: "A name has 1 to 64 letters (A to Z), digits, dots, hyphens, or underscores, and begins with a letter or digit.",
      taken:
        "A key with this name exists. If you don’t have it, revoke it below and create a new one.",
      role: "Choose a role.",
    },
    existing: "Existing keys",
    none: "No API keys.",
    columns: {
      name: "Name",
      role: "Role",
      created: "Created",
      expires: "Expires",
      used: "Last used",
    },
    expired: "Expired",
    unused: "Never",
    rotate: "Rotate",
    rotation: {
      title: "Rotate API key",
      what: "You get a new key with the same name and role, which you see once. Programs use it before the current one ends.",
      overlap: "How long should the current key keep working?",
      chooseOverlap: "Choose how long the current key keeps working.",
      submit: "Rotate API key",
      done: "API key rotated",
      since: "The key was rotated or revoked in the meantime. See what is there now.",
      /** A date and time follow. */
      previousUntil: "The previous key works until",
      previousEnded: "The previous key no longer works.",
    },
    revoke: "Revoke",
    /** The first press only shows this, and the button that does it. */
    revokeHint:
      "Programs that use it are rejected from their next request on. This can’t be undone.",
    revokeNow: "Revoke this key",
    revoked: "API key revoked. It no longer works, but what it created stays.",
    whatItDid: "See what it did",
    created: "API key created",
    key: "API key",
    use: "Programs send it in the Authorization header, after the word Bearer.",
    back: "All API keys",
  },
  settings: {
    title: "Settings",
    signUp: "Who can create an account",
    ways: {
      open: { label: "Anyone", hint: "The sign-in page links to sign-up." },
      invitation: {
        label: "Users with an invitation",
        hint: "You create invitations, one for each account.",
      },
      closed: {
        label: "No one",
        hint: "You create accounts on the command line. Invitations don’t work.",
      },
    } satisfies Record<SignUpWay, unknown>,
    secondFactor: "Two-step verification",
    secondFactorHint:
      "Users set it up in their account, with an authenticator app or a passkey. If it’s required, users who haven’t set it up lose access when the grace period ends.",
    requirements: {
      nobody: { label: "Optional", hint: "Everyone decides for themselves." },
      admins: {
        label: "Required for administrators",
        hint: "The grace period doesn’t start over for someone who becomes an administrator later.",
      },
      everybody: {
        label: "Required for everyone",
        hint: "New accounts get the same grace period.",
      },
    } satisfies Record<RequiredFor, unknown>,
    grace: "Grace period",
    graceHint: "Starts when you turn the requirement on. Users see how many days they have left.",
    graceDays: (days: number): string => (days === 0 ? "None" : `${days} days`),
    testEmail: {
      title: "Test email",
      hint: (address: string, server: string) =>
        sentence`Sends an email to ${address} through ${server}, and shows what the server says.`,
      send: "Send a test email",
      accepted: (server: string, address: string) =>
        sentence`${server} accepted the email to ${address}. If it doesn’t arrive, look in the spam folder.`,
      failed: "The email was not sent.",
      /** A code follows each, and then what the mail server said. */
      problems: {
        unreachable: "The mail server can’t be reached.",
        tls: "The mail server’s TLS can’t be used.",
        login: "The mail server rejected the user name or password.",
        rejected: "The mail server rejected the sender or the recipient.",
        dropped: "The service stopped before it was sent.",
        other: "The mail server didn’t accept it.",
      } satisfies Record<MailProblem, string>,
      tooOften: "You’ve sent several emails already.",
      later: (minutes: number) => `Try again in ${inMinutes(minutes)}.`,
      noServer: "No mail server is set, so the service sends no emails: COUNTERSIGN_SMTP_URL",
      noAddress: "Your account has no email address. [Add one] to send a test email to it.",
    },
    brand: "What users see",
    save: "Save",
    saved: "Saved. The change is in effect.",
    changedSince:
      "The settings were changed elsewhere since you opened this page. They are shown as they are now. Check them and save again.",
    configuration: "Configuration",
    groups: {
      address: {
        title: "Address",
        guide: "Where users and applications reach the service: docs/guide/tls.md",
      },
      storage: {
        title: "Storage and keys",
        guide: "Where data and keys are kept: docs/guide/running.md",
      },
      backups: { title: "Backups", guide: "Backups on a schedule: docs/guide/backups.md" },
      behavior: {
        title: "Accounts and limits",
        guide: "What users and applications may do, and how often: docs/guide/settings.md",
      },
      branding: {
        title: "Branding",
        guide: "Name, logo, colors, and texts of the pages: docs/guide/branding.md",
      },
      documentation: {
        title: "Documentation",
        guide: "What developers read, and your own pages: docs/guide/portal.md",
      },
      mail: { title: "Mail", guide: "The mail server: docs/guide/email.md" },
      signIn: { title: "Sign-in", guide: "Ways to sign in: docs/guide/single-sign-on.md" },
      verification: {
        title: "Verification",
        guide: "How your APIs have requests verified: docs/guide/protect-your-api.md",
      },
      requestLog: {
        title: "Request log",
        guide: "Which requests are kept for their owners: docs/guide/portal.md",
      },
      webhooks: { title: "Webhooks", guide: "Where events are sent: docs/guide/events.md" },
    } satisfies Record<SettingGroup, { readonly title: string; readonly guide: string }>,
    defaults: (count: number) => (count === 1 ? "1 at its default" : `${count} at their defaults`),
    configurationHint:
      "Read from environment variables when the service starts. Secrets aren’t shown. docs/reference/config.md describes each of them in full.",
  },
  /** A receiver is a webhook or the audit file. */
  webhooks: {
    title: "Event delivery",
    hint: "Events wait until the receiver accepts them. Each is retried for three days, then dropped.",
    none: "Events aren’t sent anywhere. COUNTERSIGN_WEBHOOKS sets who receives them, and docs/guide/events.md describes how.",
    works: "Working",
    failing: "Failing",
    waiting: "Waiting",
    dropped: "Dropped",
    failingSince: "Failing since",
    failure: "Last failure",
    next: "Next try",
    waitingFor: (receiver: string): string => `Events waiting for ${receiver}`,
    columns: {
      event: "Event",
      since: "Recorded",
      rejected: "Times rejected",
      next: "Next try",
      why: "Reason",
    },
    due: "Now",
    all: "View all waiting events",
    retry: "Retry now",
    done: {
      retried: "All waiting events are retried now. Reload this page to see what came of it.",
    },
    allDue: "Nothing is left to retry.",
    /** The status of the response follows. */
    status: "Response",
    /** The error's code follows each of these. */
    failures: {
      ETIMEDOUT: "No response in time",
      ECONNREFUSED: "Connection refused",
      ECONNRESET: "Connection closed",
      ENOTFOUND: "Host name not found",
      EAI_AGAIN: "Host name not looked up",
      EHOSTUNREACH: "Host not reachable",
      ERR_NOT_PUBLIC: "Not a public address",
      ENOSPC: "No space on the disk",
      EACCES: "No permission to write",
      UNKNOWN: "The log has the reason",
    },
    certificate: "Certificate not accepted",
    error: "Error",
  },
  unusedAccess: {
    title: "Unused access",
    hint: `The access of an application to a user’s account can end if it isn’t used. ${unusedNoticeDays} days before, the user gets an email, if their address is verified, and a notice on their page of applications. If the application uses its access until then, or the user allows it again, it stays.`,
    off: "Access doesn’t end by itself.",
    on: (days: number): string => `Access ends after ${numbers.format(days)} days without use.`,
    configured: "COUNTERSIGN_UNUSED_ACCESS_DAYS sets this. Change it there.",
    days: "Days without use",
    daysHint: (from: number, to: number): string =>
      `${numbers.format(from)} to ${numbers.format(to)}.`,
    wrong: (from: number, to: number): string =>
      `Enter a whole number from ${from} to ${to}, without separators.`,
    count: "Count what would end",
    after: (days: number): string => `After ${numbers.format(days)} days without use`,
    counted: (grants: number, users: number): string =>
      `Access that ends in ${unusedNoticeDays} days unless it is used before: ${numbers.format(grants)}. Users who get a notice at once: ${numbers.format(users)}.`,
    nothing: "No access has been unused that long. Each gets its notice when it becomes due.",
    turnOn: (days: number): string => `End access after ${numbers.format(days)} days`,
    turnOff: "Turn off",
    turnOffHint: "Access then doesn’t end by itself, and notices that were given are void.",
    done: {
      on: "Saved. Notices begin within a minute.",
      off: "Saved. Access no longer ends by itself.",
    },
    changedSince:
      "The setting was changed elsewhere since you opened this page. See what it is now.",
  },
  suspension: {
    title: {
      user: "Suspend this account",
      suspended: "Suspension",
    },
    hint: "While suspended, this user can’t sign in, and applications have no access to the account. Nothing is deleted.",
    reason: "Reason",
    reasonHint: {
      user: "Shown to the user when they sign in with the right password. Up to 200 characters.",
      application: "Shown to the owner in the developer portal. Up to 200 characters.",
    },
    problems: {
      missing: "Enter a reason.",
      "too-long": "Reasons can have up to 200 characters on one line.",
    } satisfies Record<ReasonProblem, string>,
    suspend: "Suspend",
    because: (reason: string) => sentence`Reason for the suspension: ${reason}`,
    restoreHint: "After you restore it, everything works again immediately.",
    restore: "Restore",
    changedSince:
      "The suspension changed while this page was open. Check the new reason, then restore again.",
  },
  applications: {
    noneYet: "No applications yet.",
    lastUsed: "Last used",
    waitingOnly: "Unconfirmed schemes only",
    title: "Applications",
    label: "Find applications",
    hint: "Name, consumer key, or ID",
    owner: "Owner",
  },
  application: {
    title: (application: string) => sentence`Application: ${application}`,
    website: "Website",
    description: "Description",
    access: "Access",
    levels: { read: "Read", write: "Read and write" },
    callbacks: "Callback URLs",
    noCallbacks: "None (uses PINs)",
    signIn: "Skips consent for returning users",
    requestEmail: "Requests email addresses",
    networks: "Allowed networks",
    everyNetwork: "every network",
    bearerOnly: "(bearer token only)",
    requireSha256: "Requires SHA-256",
    secretSet: "Secret created",
    approval: {
      title: "Approval",
      changeTitle: "Change to approve",
      hint: "Until you approve it, the application works for its owner’s account only.",
      changeHint: "The application works as before until you approve the change.",
      withdraw: "Withdraw approval",
      withdrawHint:
        "The application then works for its owner’s account only, from the next request on. Nothing is deleted.",
      text: "Question or reason",
      because: "Reason",
      textHint: "The owner sees it. Up to 200 characters.",
      approve: "Approve",
      ask: "Ask the owner",
      decline: "Decline",
      changedSince: "The application has changed since you opened this page. Look at it again.",
    },
    schemes: {
      title: "Callback schemes",
      hint: "Callbacks with these schemes don’t work until you confirm them. Any app can claim the same scheme, so confirm one only if you know who owns it.",
      waiting: "Some callbacks don’t work yet: confirm their schemes.",
      confirm: (scheme: string) => sentence`Confirm ${`${scheme}://`}`,
    },
    limits: {
      title: "Limits",
      hint: "Requests per 15 minutes. Limits of your own APIs (api/…) have their own windows. Leave a field empty for the default. Changes take effect with the next request.",
      off: "Rate limits are turned off in the configuration.",
      areOff: "Off",
      operation: "Operation",
      usual: "Default",
      own: "This application",
      ownFor: (operation: string) => `Limit of ${operation} for this application`,
      problem: "Enter a whole number from 1 to 1,000,000.",
      changedSince:
        "The limits were changed elsewhere since you opened this page. They are shown as they are now. Check them and save again.",
      save: "Save limits",
      plan: {
        title: "Plan",
        usual: (plan: string) => `Default (${plan})`,
        none: "None",
        save: "Save plan",
      },
    },
    move: {
      hint: "The new owner isn’t asked. The current owner loses access. Keys, tokens, and users stay as they are.",
      screenName: "Screen name of the new owner",
      submit: "Change owner",
      problems: {
        missing: "Enter a screen name.",
        unknown: "No one has this screen name.",
        "is-owner": "This user already owns it.",
      },
    },
    bearer: {
      title: "Bearer token",
      hint: "Clients that use it are rejected from the next request on. A client that has the consumer secret can fetch another one, so if the secret leaked, the owner has to regenerate it.",
      end: "End bearer token",
    },
    contain: {
      title: "Contain a leak",
      hint: "What each step breaks, before you take it",
      more: "More steps",
      suspend: {
        title: "Suspend the application",
        done: "The application is suspended",
        what: (users: number, requests: number) =>
          `All its requests are rejected at once: ${inUsers(users)}, ${inRequests(requests)} in the last hour. Undo: one tap.`,
        reason: "Its consumer secret may have leaked.",
        undo: "Undo",
      },
      endSecret: {
        title: "End the consumer secret",
        choose: "End secret…",
        what: (users: number, requests: number) =>
          `The owner creates a new one; until then, signed requests are rejected: ${inUsers(users)}, ${inRequests(requests)} in the last hour. Users needn’t give access again.`,
        also: "A previous secret and bearer tokens end too. This can’t be undone. The owner is told, and creates the new secret in the portal; you don’t see it.",
        submit: "End the secret",
        /** A date and time follow. */
        ended: "It was ended, and the owner hasn’t created a new one. Ended:",
      },
      revoke: {
        title: "Revoke access tokens",
        choose: "Choose…",
        what: (users: number) => `All access of ${inUsers(users)}, or only part of it.`,
        /** A date and time, and a number follow. */
        sinceWhen: "Tokens used from new addresses since",
        newOnly: {
          title: "Only tokens used from new addresses",
          what: "An address is new in its first day. Those users have to give access again. This can’t be undone.",
          since: "Used since (UTC)",
          count: "Count",
          submit: "Revoke these tokens",
        },
        all: {
          title: "All access",
          what: (users: number) =>
            `${inUsers(users)} ${users === 1 ? "has" : "have"} to give access again, and the bearer token ends. This can’t be undone.`,
          submit: "Revoke all access",
        },
      },
      tell: {
        title: "Tell the owner",
        choose: "Write…",
        what: "The owner and editors are emailed, and the portal shows the message.",
        noAddress: (owner: string) => sentence`${owner} gets no email.`,
        emailed: (owner: string) => sentence`${owner} is emailed.`,
        instead:
          "There’s no verified address, or this service sends no email. The portal shows the message, and you can copy it.",
        message: "Message",
        usual:
          "Your application’s consumer secret may have leaked. Create a new one in the portal.",
        hint: "Plain text, up to 200 characters. The rest of the email is in the owner’s language.",
        submit: "Send",
        /** A date and time, and the text follow. */
        last: "Last message:",
      },
    },
    keyUse: {
      requests: "Requests, 24 h",
      rejected: "Rejected",
      /** Both are percentages. */
      share: (now: string, before: string) => `${now}, was ${before}`,
      users: "Users",
      canWrite: (count: number) => `${numbers.format(count)} can write`,
      addresses: "Addresses, 24 h",
      areNew: (count: number) => `${numbers.format(count)} new`,
      requestsTitle: "Requests",
      facts: "Facts",
      events: "Latest events",
      sources: {
        title: "What uses the key",
        hint: "24 h, by address",
        none: "No requests in the last 24 hours.",
        address: "Address",
        program: "Program",
        requests: "Requests",
        firstSeen: "First seen",
        rejected: "Rejected",
        isNew: "New",
        others: "All others",
        unknown: "Unknown",
      },
    },
    done: {
      suspended: "Application suspended. Its requests are rejected from the next one on.",
      restored: "Restored. Everything works as before.",
      "limits-changed": "Limits saved.",
      "bearer-token-revoked":
        "Bearer token ended. Requests with it are rejected from the next one on.",
      "scheme-confirmed": "Scheme confirmed. Its callbacks now work.",
      transferred: "Owner changed.",
      "secret-revoked":
        "Consumer secret ended. Requests signed with it are rejected from the next one on.",
      "secret-changed": "Nothing was changed. The secret was ended or replaced before.",
      "access-revoked": "Access revoked. Those tokens are rejected from the next request on.",
      /** Both name the button that revokes the rest. */
      "access-revoked-in-part":
        "Part of the access was revoked. Choose “Revoke all access” again for the rest.",
      "new-access-revoked-in-part":
        "Some of these tokens were revoked. Choose “Revoke these tokens” again for the rest.",
      approved: "Approved.",
      "approval-asked": "Question sent.",
      declined: "Declined.",
      "owner-notified": "The portal shows the message.",
    },
  },
};

export type UserDone = keyof typeof admin.user.done;
export type InvitationUnchanged = keyof typeof admin.invitations.unchanged;
export type InvitationDone = keyof typeof admin.invitations.done | InvitationUnchanged;
export type ApplicationDone = keyof typeof admin.application.done;

export type Waiting =
  | keyof typeof admin.overview.counts
  | "waitingApplications"
  | "waitingApprovals";

export type Severity = keyof typeof admin.overview.attention.severities;

export type Part = keyof typeof admin.overview.parts;

export type ChecklistStep = keyof typeof admin.checklist.steps;

export type OwnerProblem = keyof typeof admin.application.move.problems;

const numbers = numbersIn("en");
