import { type Html, html } from "../html.ts";

export type Message = {
  /** The places of two actors. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
};

const columnWidth = 240;
const top = 56;
const rowHeight = 48;

/** Who sends what to whom, from the top. Narrow screens leave it out, so what it shows also stands in the text. */
export function sequence(
  label: string,
  actors: readonly string[],
  messages: readonly Message[],
): Html {
  const width = actors.length * columnWidth;
  const height = top + messages.length * rowHeight;
  const at = (actor: number) => (actor + 0.5) * columnWidth;
  return html`<svg class="sequence" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">
${actors.map(
  (name, actor) => html`<path class="life" d="M${at(actor)} 40V${height}"/>
<rect x="${at(actor) - 88}" y="1" width="176" height="38" rx="8"/>
<text x="${at(actor)}" y="25">${name}</text>
`,
)}${messages.map(({ from, to, text }, row) => {
  const y = top + row * rowHeight + 28;
  const back = to > from ? -8 : 8;
  return html`<text x="${(at(from) + at(to)) / 2}" y="${y - 8}">${row + 1}. ${text}</text>
<path class="message" d="M${at(from)} ${y}H${at(to)}m${back} -5l${-back} 5l${back} 5"/>
`;
})}</svg>`;
}
