import { Connection } from "./connection.ts";
import type { RecordedAnswer } from "./plan.ts";
import type { Step } from "./prepare.ts";

/** Does a plan once and writes down what was answered, so that another server can answer the same. */
export async function record(step: Step, port: number): Promise<readonly RecordedAnswer[]> {
  const answers: RecordedAnswer[] = [];
  const connection = await Connection.open(port);
  const problem = await step(connection, 0, 0, (request, { status, head, body }) => {
    const [method = "", target = ""] = request.split(" ", 2);
    const headers = head
      .split("\r\n")
      .slice(1)
      .map((line) => /^([^:]+): (.*)$/.exec(line)?.slice(1) ?? []);
    answers.push({
      method,
      path: target.split("?", 1)[0] ?? "",
      status,
      headers: headers.filter(([name = ""]) => !addedByNode.has(name.toLowerCase())).flat(),
      keepAliveSeconds: Number(/\nkeep-alive: timeout=(\d+)/i.exec(head)?.[1] ?? 5),
      body: body.toString("latin1"),
    });
  });
  connection.close();
  if (problem !== undefined) throw new Error(`port ${port} answered ${problem}`);
  return answers;
}

const addedByNode = new Set(["date", "connection", "keep-alive"]);
