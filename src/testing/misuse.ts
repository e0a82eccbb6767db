/** The test asked a stand-in for something that cannot be; the message says what can. */
export class Misuse extends Error {
  constructor(message: string) {
    super(message);
    this.name = "Misuse";
  }
}
