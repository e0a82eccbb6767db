/** The test asked the stand-in for something impossible; the message says what would be possible. */
export class Misuse extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "Misuse";
  }
}
