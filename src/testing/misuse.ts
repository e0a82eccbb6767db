/** The test asked a stand-in for something impossible; the message says what is possible. */
export class Misuse extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "Misuse";
  }
}
