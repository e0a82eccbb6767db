/**
 * What the mails to an address are counted by. In any case it is one mailbox, and most mail servers deliver `name+anything` to
 * `name`, so a stranger must not get more mails through by writing it otherwise.
 */
export function recipientKey(address: string): string {
  const at = address.lastIndexOf("@");
  const [name = ""] = address.slice(0, at).split("+", 1);
  return `${name}${address.slice(at)}`.toLowerCase();
}
