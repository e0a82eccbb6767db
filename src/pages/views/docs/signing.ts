import {
  hmacSha1,
  normalizeParameters,
  type Parameter,
  type SignatureMethod,
  sign,
  signingKey,
} from "#oauth1";
import { methodsFor } from "../../../domain/signature-methods.ts";
import { type Html, html } from "../html.ts";
import { table } from "../list.ts";
import { copied } from "../scripts.ts";
import { type Docs, type DocsPage, url } from "./page.ts";

export const signing: DocsPage = {
  id: "signing",
  title: "Sign a request",
  description:
    "A request of this service signed step by step, to compare with what your program signs.",
  programs: { task: "quickstart", below: "signing" },
  sections: [
    { id: "signing", title: "The request", content: exampleRequest },
    { id: "steps", title: "Step by step", content: exampleSteps },
    { id: "rules", title: "Rules", content: rules },
    {
      id: "mismatch",
      title: "A signature doesn’t match?",
      content: () =>
        html`<p>Open <a href="/portal">your application</a>, choose “Requests” and “Debug a signature”, and paste the request: you’ll see what’s wrong with it and both base strings.</p>`,
    },
  ],
};

const consumerSecret = "example-consumer-secret";

function exampleRequest(docs: Docs): Html {
  const { method, address, signatureMethod, parameters } = signedExample(docs);
  return html`<p>A signature is the base64 ${signatureMethod} of a base string, with the consumer secret and the token secret as its key (RFC 5849 §3.4). This example is computed for this service. If your program produces the same strings from these values, it signs correctly.</p>
<p>The request is <code>${method} ${url(address)}</code>, without a token, with the consumer secret <code>${consumerSecret}</code> and these parameters:</p>
${table(
  "Parameters of the example",
  ["Name", "Value"],
  parameters.map(([name, value]) => [html`<code>${name}</code>`, html`<code>${url(value)}</code>`]),
)}`;
}

function exampleSteps(docs: Docs): Html {
  const { normalized, baseString, key, signature, header } = signedExample(docs);
  const block = (label: string, text: string) =>
    html`<h3>${label}</h3>
<pre><code${copied("Copy the text of this step")}>${text}</code></pre>`;
  return html`${block("1. Percent-encode names and values, sort them, and join them", normalized)}
${block("2. Join method, URL without its query, and parameters: the base string", baseString)}
${block("3. Join the percent-encoded secrets with &: the key", key)}
${block("4. Sign: the signature", signature)}
${block("5. Send it percent-encoded, in the Authorization header", header)}`;
}

/** The code that verifies signatures signs this example, and shows what it signs on the way. */
function signedExample({ baseUrl, signatureMethods }: Docs) {
  const signatureMethod = signatureMethods[0] ?? hmacSha1;
  const method = "POST";
  const address = `${baseUrl}/oauth/request_token`;
  const signed = sign(
    { method, url: address },
    { consumerKey: "exampleConsumerKey1234567", consumerSecret },
    {
      parameters: { oauth_callback: "https://app.example/callback" },
      nonce: "c2FtcGxlLW5vbmNl",
      timestamp: 1700000000,
      signatureMethod,
    },
  );
  const isSignature = ([name]: Parameter) => name === "oauth_signature";
  const parameters = signed.parameters.filter((one) => !isSignature(one));
  return {
    method,
    address,
    signatureMethod: signatureMethod.name,
    parameters,
    normalized: normalizeParameters(parameters),
    baseString: signed.baseString,
    key: signingKey(consumerSecret, ""),
    signature: signed.parameters.find(isSignature)?.[1] ?? "",
    header: `Authorization: ${signed.authorization}`,
  };
}

function rules({ signatureMethods }: Docs): Html {
  const isStronger = methodsFor({ requireSha256: true }, signatureMethods).length > 0;
  return html`<ul class="plain">
<li>Parameters of the query and of a form body are signed too; a JSON body is not.</li>
<li>Each request needs a new nonce. The timestamp may differ from the server’s clock by 300 seconds.</li>
<li>Accepted signature methods: ${namesOf(signatureMethods)}.${isStronger && html` An application whose programs all use SHA-256 can reject HMAC-SHA1 in its settings.`}</li>
<li>At your administrators’ APIs, an application can call on its own behalf without a bearer token: sign with the consumer key and secret alone, as above, without <code>oauth_token</code>.</li>
</ul>`;
}

export function namesOf(methods: readonly SignatureMethod[]): string {
  return methods.map(({ name }) => name).join(" or ");
}
