/** An Express application on a free loopback port with sessions, as sign-in libraries need. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express, { type Application } from "express";
import session from "express-session";

export async function startWebApplication(
  register: (application: Application, origin: string) => void,
): Promise<string> {
  const application = express();
  const server = createServer(application);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  application.use(session({ secret: "of a test", resave: false, saveUninitialized: false }));
  register(application, origin);
  return origin;
}
