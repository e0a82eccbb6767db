/** A fault that changes nothing for this provider, such as an upper-case host that is an address. */
export class NotApplicable extends Error {}
