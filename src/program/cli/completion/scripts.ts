/** The scripts look for the command that was typed, and offer what it takes next. */
import type { Completed, Value, Word } from "./completed.ts";

type Script = (name: string, commands: readonly Completed[]) => string;

export const scripts: Readonly<Record<"bash" | "zsh" | "fish", Script>> = { bash, zsh, fish };

function bash(name: string, commands: readonly Completed[]): string {
  return `# Completion of ${name} for bash, printed by \`${name} completion bash\`.
${functionOf(name)}() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]}
  local at="" next offered="" i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    next="\${at:+$at }\${COMP_WORDS[i]}"
    case $next in
      ${anyOf(commands)}) at=$next ;;
      *) break ;;
    esac
  done
  case "$at $previous" in
${valueCases(commands, wordsInBash)}
    *)
      case "$at:$current" in
${commandCases(commands, wordsInBash)}
      esac
      ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$offered" -- "$current")
}
complete -o default -F ${functionOf(name)} ${name}
`;
}

const wordsInBash = {
  of: (words: readonly Word[]) => `offered=${quoted(words.map(({ word }) => word).join(" "))}`,
  // Without an offer, bash completes files.
  file: "return",
  alsoFile: "",
  text: "compopt +o default 2>/dev/null; return",
};

function zsh(name: string, commands: readonly Completed[]): string {
  return `#compdef ${name}
# Completion of ${name} for zsh, printed by \`${name} completion zsh\`.
${functionOf(name)}() {
  local at="" next i
  local -a offered
  for ((i = 2; i < CURRENT; i++)); do
    next="\${at:+$at }\${words[i]}"
    case $next in
      ${anyOf(commands)}) at=$next ;;
      *) break ;;
    esac
  done
  case "$at \${words[CURRENT - 1]}" in
${valueCases(commands, wordsInZsh)}
    *)
      case "$at:\${words[CURRENT]}" in
${commandCases(commands, wordsInZsh)}
      esac
      ;;
  esac
  _describe -t ${name} ${name} offered
}
if [ "$funcstack[1]" = ${functionOf(name)} ]; then
  ${functionOf(name)} "$@"
else
  compdef ${functionOf(name)} ${name}
fi
`;
}

const wordsInZsh = {
  of: (words: readonly Word[]) =>
    `offered=(${words.map(({ word, about }) => quoted(about === "" ? word : `${word}:${about}`)).join(" ")})`,
  file: "_files; return",
  alsoFile: "; _files",
  text: "return",
};

interface Offers {
  readonly of: (words: readonly Word[]) => string;
  readonly file: string;
  /** Added to commands. */
  readonly alsoFile: string;
  readonly text: string;
}

/** The names of all commands, as a pattern of \`case\`. */
function anyOf(commands: readonly Completed[]): string {
  return commands.flatMap(({ at }) => (at === "" ? [] : [quoted(at)])).join("|");
}

/** What follows an option that takes a value. */
function valueCases(commands: readonly Completed[], offers: Offers): string {
  return commands
    .flatMap(({ at, options }) =>
      options.flatMap(({ word, value }) =>
        value === undefined ? [] : [`    ${quoted(`${at} ${word}`)}) ${offerOf(value, offers)} ;;`],
      ),
    )
    .join("\n");
}

/** What follows a command: its options after a hyphen, and otherwise its commands or its argument. */
function commandCases(commands: readonly Completed[], offers: Offers): string {
  return commands
    .flatMap(({ at, commands: below, options, argument }) => {
      const next =
        below.length > 0
          ? `${offers.of(below)}${argument === "file" ? offers.alsoFile : ""}`
          : argument === undefined
            ? offers.of(options)
            : offerOf(argument, offers);
      return [
        `        ${quoted(`${at}:-`)}*) ${offers.of(options)} ;;`,
        `        ${quoted(`${at}:`)}*) ${next} ;;`,
      ];
    })
    .join("\n");
}

function offerOf(value: Value, offers: Offers): string {
  if (typeof value === "string") return offers[value];
  return offers.of(value.map((word) => ({ word, about: "" })));
}

function fish(name: string, commands: readonly Completed[]): string {
  const lines = commands.flatMap(({ at, commands: below, options, argument }) => {
    const here = `complete -c ${name} -n ${inFish(`${functionOf(name)}_at ${inFish(at)}`)}`;
    return [
      ...below.map(({ word, about }) => `${here} -a ${word} -d ${inFish(about)}`),
      ...(argument === undefined || argument === "text"
        ? []
        : [`${here} ${argument === "file" ? "-F" : `-a ${inFish(argument.join(" "))}`}`]),
      ...options.map(({ word, about, value }) =>
        [
          `${here} -l ${word.replace(/^--/, "")} -d ${inFish(about)}`,
          ...(value === undefined ? [] : [valueInFish(value)]),
        ].join(" "),
      ),
    ];
  });
  return `# Completion of ${name} for fish, printed by \`${name} completion fish\`.
function ${functionOf(name)}_at
  set -l at ''
  for word in (commandline -opc)[2..-1]
    set -l next (string trim "$at $word")
    switch $next
      case ${commands.flatMap((one) => (one.at === "" ? [] : [inFish(one.at)])).join(" ")}
        set at $next
      case '*'
        break
    end
  end
  test "$at" = "$argv[1]"
end
complete -c ${name} -f
${lines.join("\n")}
`;
}

function valueInFish(value: Value): string {
  if (value === "file") return "-r -F";
  return value === "text" ? "-x" : `-x -a ${inFish(value.join(" "))}`;
}

function functionOf(name: string): string {
  return `_${name.replaceAll("-", "_")}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function inFish(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}
