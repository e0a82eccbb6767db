/** Two nodes write verified requests of the same applications at the same time. */
import assert from "node:assert/strict";
import type { AuditEvent } from "../../domain/audit.ts";
import type { ApplicationId } from "../../domain/credentials.ts";
import {
  maxLatest,
  maxSampled,
  sampleLevel,
  type VerifiedRequest,
} from "../../domain/logged-request.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import { createApplication, now, seededLedger } from "./seeded-ledger.ts";

const rounds = 10;
const ofOneInRound = 150;

/**
 * Every write has so many requests that it thins the sample out. None may fail, and afterward the sample has everything
 * from a level on, whichever node wrote it, and nothing else.
 */
export async function assertEvenSampleOf(nodes: readonly [Ledger, Ledger]): Promise<void> {
  const [ledger] = nodes;
  const committed: AuditEvent[] = [];
  const { alice, application } = await seededLedger({ ledger, committed });
  const other = await createApplication(ledger, alice);
  const applications = [application, other.id] as const;
  const written: VerifiedRequest[] = [];
  const lowest = new Map<ApplicationId, number>();
  const write = async (node: number, round: number) => {
    // The nodes name the applications in opposite orders.
    const order = node === 0 ? applications : applications.toReversed();
    const requests = order.flatMap((applicationId) =>
      Array.from({ length: ofOneInRound }, (_, place) =>
        verifiedRequest(applicationId, node, round * ofOneInRound + place),
      ),
    );
    written.push(...requests);
    for (const [id, level] of await (nodes[node] as Ledger).logVerifiedRequests(requests)) {
      lowest.set(id, Math.max(level, lowest.get(id) ?? 0));
    }
  };
  const writeAll = async (node: number) => {
    for (let round = 0; round < rounds; round += 1) await write(node, round);
  };
  await Promise.all([writeAll(0), writeAll(1)]);
  // The last of two at once may not have seen the other's requests, which the next write thins out.
  await write(0, rounds);
  for (const id of applications) {
    const own = written
      .filter(({ applicationId }) => applicationId === id)
      .sort((one, another) => another.at - one.at);
    const level = lowest.get(id) ?? 0;
    assert.ok(level > 0, "it was thinned out");
    const kept = (await ledger.loggedRequests(id, now)).map((one) => one.id);
    const expected = own.filter((one, place) => place < maxLatest || one.level >= level);
    assert.deepEqual(
      kept,
      expected.map((one) => one.id),
    );
    assert.ok(kept.length <= maxLatest + maxSampled, `${kept.length} are kept`);
    const ofFirst = expected.slice(maxLatest).filter(({ at }) => at % 2 === 0).length;
    const share = ofFirst / (expected.length - maxLatest);
    assert.ok(share > 0.25 && share < 0.75, `${share} of the sample are of the first node`);
  }
}

function verifiedRequest(
  applicationId: ApplicationId,
  node: number,
  place: number,
): VerifiedRequest {
  const at = now + 2 * place + node;
  return {
    ...{ id: `0123456789ab-${applicationId}${node}${place}`, applicationId, userId: undefined, at },
    ...{ operation: "oauth/request_token", code: 0, authenticated: true, details: "{}" },
    level: sampleLevel(fractionOf(at)),
    expiresAt: at + 86_400_000,
  };
}

/** Evenly spread, and the same in every run. */
function fractionOf(at: number): number {
  return (at * 0.618_033_988_749_895) % 1;
}
