/** The fault makes no difference for this provider, such as an upper-case host for a host that is an IP address. */
export class NotApplicable extends Error {}
