import { once } from "node:events";
import { connect } from "node:net";

/** Sends a command to HAProxy's socket; resolves to what it returns. */
export async function tellHaproxy(socket: string, command: string): Promise<string> {
  const connection = connect(socket);
  await once(connection, "connect");
  connection.write(`${command}\n`);
  let said = "";
  for await (const chunk of connection) said += chunk;
  return said;
}

/** How many nodes it sends requests to. */
export async function upServers(socket: string): Promise<number> {
  const lines = (await tellHaproxy(socket, "show stat")).split("\n");
  return lines.filter((one) => /^countersign,node\d,.*,UP,/.test(one)).length;
}
