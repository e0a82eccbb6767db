/** A server under load, in a process of its own on loopback. */
export interface Server extends AsyncDisposable {
  readonly port: number;
  readonly pid: number;
}
