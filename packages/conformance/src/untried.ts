/** A case cannot be tried; the message says why. It is neither passed nor failed. */
export class Untried extends Error {}
